/**
 * The entry of the picture script, which only exports the functions that draw pictures. The page loads it
 * when somebody wants a picture.
 */
export * as contrast from '../../rooms/contrast/picture.js';
export * as map from '../../heatmap/picture.js';
export * as lesson from '../../rooms/learn/picture.js';
export * as head from '../../rooms/maps/export/drawn.js';
export * as mask from '../../rooms/masks/picture.js';
export * as picture from '../../picture/export.js';
