/**
 * The entry of the picture script, which exports the functions that draw pictures. The page loads it when
 * somebody wants a picture.
 */
import { pdf } from '../../picture/print/pdf-loader.js';
import { requested } from '../requested.js';

export * as contrast from '../../rooms/contrast/picture.js';
export * as map from '../../heatmap/picture.js';
export * as lesson from '../../rooms/learn/picture.js';
export * as head from '../../rooms/maps/export/drawn.js';
export * as mask from '../../rooms/masks/picture.js';
export * as print from '../../rooms/maps/export/print/dialog.js';
export * as picture from '../../picture/export.js';

const { load } = pdf;
pdf.load = async () => {
  await requested('pdf', () => heedmap.modules['picture/print/pdf.js']);
  return load();
};
