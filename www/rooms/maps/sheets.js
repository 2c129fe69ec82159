import controlsSheet from '../../element/controls.css.js';
import chosenSheet from './chosen/chosen.css.js';
import corpusSheet from './corpus/corpus.css.js';
import exportSheet from './export/export.css.js';
import headSheet from './head/head.css.js';
import sheet from './maps.css.js';
import imageSheet from './image/image.css.js';
import layersSheet from './layers/layers.css.js';
import pickedSheet from './picked/picked.css.js';
import scatterSheet from './scatter/scatter.css.js';
import readingSheet from './reading/reading.css.js';
import signedSheet from './signed/signed.css.js';
import textSheet from './text/text.css.js';

/** The style sheets of the room. */
export const sheets = [
  ...[controlsSheet, sheet, readingSheet, exportSheet, headSheet, textSheet],
  ...[chosenSheet, corpusSheet, imageSheet, layersSheet, pickedSheet, scatterSheet, signedSheet],
];
