import { conceptsView } from '../lesson/concepts-view.js';
import { controlsView } from '../lesson/controls-view.js';
import { displayView } from '../lesson/display-view.js';
import { headPicker, sharingControl } from '../lesson/heads-controls.js';
import { ownView } from '../lesson/own-view.js';
import { queriesView } from '../lesson/queries-view.js';
import { roomSheet } from '../lesson/room-style.js';
import { sharingView } from '../lesson/sharing-view.js';
import { schemesSheet } from '../positions/style.js';
import { schemesView } from '../positions/view.js';

/** What a lesson has beside its figure, for `HeedLessonElement.parts`: a script that leaves it out has the figure alone. */
export const parts = {
  concepts: conceptsView,
  controls: controlsView,
  display: displayView,
  own: ownView,
  picker: headPicker,
  queries: queriesView,
  schemes: schemesView,
  sheets: [roomSheet, schemesSheet],
  sharing: sharingView,
  sharingControl,
};
