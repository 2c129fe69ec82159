import { html } from '../../../ui/html.js';
/** @import { Strings } from '../../../words/languages.js' */

/** How much longer motions take if the reader wants them slower. */
export const SLOWER = 2.5;

/**
 * The button that makes motions slower. It is there while a motion plays.
 *
 * @param {{ isOn: boolean, toggle: () => void, t: Strings }} props
 */
export const Slower = ({ isOn, toggle, t }) =>
  html`<button type="button" class="quiet slower" aria-pressed=${String(isOn)} onClick=${toggle}>
    ${t.stage.slower}
  </button>`;
