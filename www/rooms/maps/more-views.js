/** The views of `later-view.js`, which are a script of their own. */
export { ImageView } from './image/image-view.js';
export { imagePanels } from './image/panels.js';
export { Table } from './overview/table-view.js';
export { Entries } from './picked/entries-view.js';
export { Picked } from './picked/picked-view.js';
export { CorrectionFields } from './reading/corrections-view.js';
export { ScatterView } from './scatter/scatter-view.js';
export { SpeechTimes } from './speech/times-view.js';
export { SignedLayer } from './signed/panel-view.js';
