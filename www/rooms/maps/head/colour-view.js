import { element, segments, setText } from '../../../ui/dom.js';
import { choices, row } from '../../../ui/row.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scene } from './scene.js' */

/** Keys that can be left out, at most. */
const MOST_LEFT_OUT = 8;
const SCALES = /** @type {const} */ (['auto', 'unit', 'largest', 'log', 'percentile', 'row']);
const COLOUR_MAPS = ['ember', 'viridis', 'cividis', 'grey'];

/**
 * How numbers become colours.
 *
 * @param {object} actions
 * @param {(patch: Partial<MapsState>) => void} actions.look
 * @param {(patch: Partial<MapsState>) => void} actions.change
 */
export function colourView({ look, change }) {
  const node = element('section', { class: 'colour-view' });
  const says = element('p', { class: 'soft', role: 'status' });
  /** @type {{ scale: ReturnType<typeof segments>, leaveOut: HTMLSelectElement, map: HTMLSelectElement } | null} */
  let made = null;
  let language = '';

  /** @param {Scene['t']} t */
  function build(t) {
    const scale = segments(
      t.scale,
      SCALES.map((name) => [name, t.scales[name], t.scaleHelp[name]]),
      (value) => change({ scale: /** @type {MapsState['scale']} */ (value) }),
    );
    const counts = Array.from(
      { length: MOST_LEFT_OUT + 1 },
      (_, keys) => /** @type {[string, string]} */ ([String(keys), t.keysLeftOut(keys)]),
    );
    const leaveOut = choices(t.leaveOut, counts, (value) => change({ leaveOut: Number(value) }));
    const map = choices(
      t.colourMap,
      COLOUR_MAPS.map((name) => [name, name]),
      (value) => look({ map: /** @type {MapsState['map']} */ (value) }),
    );
    node.replaceChildren(
      element('h3', {}, t.colour),
      scale.node,
      row(t.leaveOut, leaveOut),
      says,
      row(t.colourMap, map),
    );
    return { scale, leaveOut, map };
  }

  return {
    node,
    /** @param {Scene} scene */
    update({ t, state, language: now }) {
      if (!made || now !== language) made = build(t);
      language = now;
      made.scale.update(
        state.compare && state.scale === 'row' ? 'unit' : state.scale,
        state.compare ? ['row'] : [],
      );
      made.leaveOut.value = String(state.leaveOut);
      made.map.value = state.map;
      setText(
        says,
        [state.leaveOut > 0 ? t.notRenormalised : '', state.compare ? t.rowCompared : '']
          .filter(Boolean)
          .join(' '),
      );
      says.hidden = !says.textContent;
    },
  };
}
