/** Where the script of what is saved begins: it brings its menu to the head of the page. */
import { saveView } from '../../page/save/view.js';

heedmap.offer(saveView);
