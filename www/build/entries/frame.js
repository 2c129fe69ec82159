/**
 * The entry of the script for a page with a single figure. The page itself loads it only to write it into
 * saved files; there it does nothing.
 */
import { startFigure } from '../../page/frame/page.js';

if ('heedmap' in document.documentElement.dataset) Object.assign(heedmap, startFigure());
