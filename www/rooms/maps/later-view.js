import { messageOf } from '../../engine/instance.js';
import { html, useLayoutEffect, useState } from '../../ui/html.js';
import { track } from '../../ui/idle.js';
/** @import { MapsState } from './types.js' */

/** @typedef {typeof import('./more-views.js')} Views - of kinds of files that few readers open, or on request */

/** Loads the views. The page has them in a script of their own. */
export const views = { load: () => import('./more-views.js') };

/** Whether a state shows one of the views in a figure. @param {MapsState} state */
export const hasMoreViews = ({ view, scatter, frameRate }) =>
  view === 'picked' || view === 'image' || scatter !== null || frameRate !== null;

/** @type {Views | null} */
let loaded = null;
/** Why the views could not be loaded. */
let problem = '';

/** @type {Promise<void> | null} */
let loading = null;

/** Loads the views once, or again if that failed. */
const load = () =>
  (loading ??= track(views.load()).then(
    (all) => void (loaded = all),
    (error) => {
      problem = messageOf(error);
      loading = null;
    },
  ));

/**
 * A view that is loaded when it is first shown.
 *
 * @template {Exclude<keyof Views, 'imagePanels'>} N @param {N} name
 */
const later = (name) =>
  /** @param {Parameters<Views[N]>[0]} props */
  function Later(props) {
    const [, redraw] = useState({});
    useLayoutEffect(() => {
      if (loaded) return undefined;
      let isShown = true;
      void load().then(() => isShown && redraw({}));
      return () => {
        isShown = false;
      };
    }, []);
    if (loaded) return html`<${loaded[name]} ...${props} />`;
    return problem && html`<p class="head-problem" role="alert">${problem}</p>`;
  };

export const CorrectionFields = later('CorrectionFields');
export const Entries = later('Entries');
export const ImageView = later('ImageView');
export const Picked = later('Picked');
export const ScatterView = later('ScatterView');
export const SignedLayer = later('SignedLayer');
export const SpeechTimes = later('SpeechTimes');
export const Table = later('Table');
