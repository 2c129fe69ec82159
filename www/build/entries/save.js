/** The entry of the script for saving, which adds its menu to the page header. */
import { saveView } from '../../page/save/view.js';

heedmap.addMenuItems(saveView);
