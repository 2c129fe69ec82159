import { element, segments, setText } from '../../../ui/dom.js';
import { choices, row } from '../../../ui/row.js';
import { valuesRefusal } from './spec.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scene } from './scene.js' */

const SOURCES = /** @type {const} */ (['head', 'mean', 'max', 'rollout']);
const OVERS = /** @type {const} */ (['heads', 'layers', 'all']);
const VALUES = /** @type {const} */ (['none', 'norm', 'share']);

/**
 * Which weights are shown: one head's or those of several, by tokens or words, as they are or by what they take.
 *
 * @param {(patch: Partial<MapsState>) => void} change
 */
export function sourceView(change) {
  const node = element('section', { class: 'source-view' });
  const why = element('p', { class: 'soft' });
  /** @type {ReturnType<typeof build> | null} */
  let made = null;
  let language = '';

  /** @param {'source' | 'over' | 'values'} name @param {string} value - one of its choices */
  function set(name, value) {
    change(/** @type {Partial<MapsState>} */ ({ [name]: value }));
  }
  /** @param {Scene['t']} t */
  function build(t) {
    const source = segments(
      t.source,
      SOURCES.map((name) => [name, t.sources[name], t.sourceHelp[name]]),
      (value) => set('source', value),
    );
    const over = choices(
      t.over,
      OVERS.map((name) => [name, t.overs[name]]),
      (value) => set('over', value),
    );
    const overRow = row(t.over, over);
    // The cells are others then: the cursor would stand on another pair.
    const unit = (/** @type {string} */ value) =>
      change({ words: value === 'words', cursor: null, sight: null });
    const units = segments(
      t.by,
      [
        ['tokens', t.units.tokens],
        ['words', t.units.words, t.wordsHelp],
      ],
      unit,
    );
    const values = segments(
      t.values,
      VALUES.map((name) => [name, t.valueChoices[name], t.valueHelp[name]]),
      (value) => set('values', value),
    );
    node.replaceChildren(
      element('h3', {}, t.shown),
      source.node,
      overRow,
      row(t.by, units.node),
      row(t.values, values.node),
      why,
    );
    return { source, over, overRow, units, values };
  }

  return {
    node,
    /** @param {Scene} scene */
    update({ t, state, data, language: now }) {
      if (!made || now !== language) made = build(t);
      language = now;
      const { source, over, overRow, units, values } = made;
      source.update(state.source);
      overRow.hidden = state.source !== 'mean' && state.source !== 'max';
      over.value = state.over;
      const noWords = data.tokens === null;
      units.update(state.words && !noWords ? 'words' : 'tokens', noWords ? ['words'] : []);
      const refused = valuesRefusal(state, data);
      values.update(refused ? 'none' : state.values, refused ? ['norm', 'share'] : []);
      setText(why, [noWords ? t.noWords : '', refused ? t[refused] : ''].filter(Boolean).join(' '));
      why.hidden = !why.textContent;
    },
  };
}
