import { later } from '../../ui/later.js';
/** @import { MapsState } from './types.js' */

/** Loads views of files that few readers open, or on request. The page has them in a script of their own. */
export const views = { load: () => import('./more-views.js') };

/** Whether a state shows one of the views in a figure. @param {MapsState} state */
export const hasMoreViews = ({ view, scatter, frameRate }) =>
  view === 'picked' || view === 'image' || scatter !== null || frameRate !== null;

const view = later(views);
export const CorrectionFields = view('CorrectionFields');
export const Entries = view('Entries');
export const ImageView = view('ImageView');
export const Picked = view('Picked');
export const ScatterView = view('ScatterView');
export const SignedLayer = view('SignedLayer');
export const SpeechTimes = view('SpeechTimes');
export const Table = view('Table');
