/**
 * The entry of the script for a page with a single figure. On other pages it does nothing; they contain it to
 * write it into saved files.
 */
import { startFigure } from '../../page/frame/page.js';

if ('heedmap' in document.documentElement.dataset) Object.assign(heedmap, startFigure());
