/**
 * Where the script of pictures begins: it has what draws what the rooms show, and does nothing by itself. No room waits for it: it is asked for when somebody wants
 * a picture.
 */
export * as contrast from '../../rooms/contrast/picture.js';
export * as map from '../../heatmap/picture.js';
export * as lesson from '../../rooms/learn/picture.js';
export * as head from '../../rooms/maps/export/drawn.js';
export * as mask from '../../rooms/masks/picture.js';
export * as picture from '../../picture/of-element.js';
