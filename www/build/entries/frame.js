/** Where the script of a page that is one figure begins. On a page that is more it does nothing: it is there to be written into the files that are saved. */
import { startFigure } from '../../page/frame/page.js';

if ('heedmap' in document.documentElement.dataset) Object.assign(heedmap, startFigure());
