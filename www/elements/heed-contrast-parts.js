import { controlsView } from '../contrast/controls-view.js';
import { listView } from '../contrast/list-view.js';
import { notesView } from '../contrast/notes-view.js';

/** What right beside wrong has beside its figure, for `HeedContrastElement.parts`: a script that leaves it out has the figure alone. */
export const parts = { controls: controlsView, list: listView, notes: notesView };
