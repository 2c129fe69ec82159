/**
 * Where the script of pictures begins: it has what draws what the rooms show, and does nothing by itself. No room waits for it: it is asked for when somebody wants
 * a picture.
 */
export * as contrast from '../../contrast/picture.js';
export * as map from '../../elements/map/picture.js';
export * as lesson from '../../lesson/picture.js';
export * as head from '../../maps/export/drawn.js';
export * as mask from '../../masks/picture.js';
export * as picture from '../../picture/of-element.js';
