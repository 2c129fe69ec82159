import { CHOICES } from '../../../state/choices.js';
import { element, segments } from '../../../ui/dom.js';
import { choices, row } from '../../../ui/row.js';
import { isStory } from '../lessons/stories.js';
/** @import { Model, State } from '../../../types.js' */

/** More decimals than these are asked for as "every digit". */
const MOST_DECIMALS = 10;

/**
 * How the numbers are shown: digits, colors, tables. A story has colors only. Nothing here changes a number.
 *
 * @param {(patch: Partial<State>) => void} view
 */
export function displayView(view) {
  const node = element('section', { class: 'display' });
  /** @type {((state: State) => void)[]} */
  let updates = [];
  /** The rows that a story does not need. @type {HTMLElement[]} */
  let ofMatrices = [];
  let built = '';

  /** @param {Model} model */
  function build({ t }) {
    const words = t.controls;
    const names = /** @type {Record<string, string>} */ (words.mapNames);
    const decimals = Array.from(
      { length: MOST_DECIMALS + 1 },
      (_, n) => /** @type {[string, string]} */ ([String(n), words.decimals(n)]),
    );
    const digits = choices(
      words.digits,
      [['auto', words.digitsAuto], ...decimals, ['full', words.digitsFull]],
      (value) => {
        view({ digits: value === 'auto' || value === 'full' ? value : Number(value) });
      },
    );
    const map = choices(
      words.map,
      CHOICES.map.map((name) => [name, names[name]]),
      (value) => view({ map: /** @type {State['map']} */ (value) }),
    );
    const tables = segments(
      words.tables,
      [
        ['', words.off],
        ['all', words.on],
      ],
      (value) => view({ tables: value === 'all' ? 'all' : [] }),
    );
    updates = [
      (state) => {
        digits.value = String(state.digits);
      },
      (state) => {
        map.value = state.map;
      },
      (state) => tables.update(state.tables === 'all' ? 'all' : state.tables.length === 0 ? '' : null),
    ];
    ofMatrices = [row(words.digits, digits), row(words.tables, tables.node)];
    node.replaceChildren(ofMatrices[0], row(words.map, map), ofMatrices[1]);
  }

  return {
    node,
    /** @param {Model} model */
    update(model) {
      if (model.language !== built) build(model);
      built = model.language;
      for (const each of ofMatrices) each.hidden = isStory(model.lesson.id);
      for (const each of updates) each(model.state);
    },
  };
}
