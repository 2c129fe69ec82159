import { COLOR_MAPS } from '../../../state/look.js';
import { Row, Segments, Select } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { isStory } from '../lessons/stories.js';
/** @import { Model, State } from '../../../types.js' */

/** Readers who want more decimals choose all digits. */
const MAX_DECIMALS = 10;

/**
 * The display settings: digits, colors, tables. A story has colors only.
 *
 * @param {{ model: Model, show: (patch: Partial<State>) => void }} props
 */
export function Display({ model: { state, lesson, t }, show }) {
  const { digits, digitsAuto, digitsFull, decimals, map, mapNames, tables, off, on } = t.controls;
  const names = /** @type {Record<string, string>} */ (mapNames);
  const digitChoices = [
    ['auto', digitsAuto],
    ...Array.from({ length: MAX_DECIMALS + 1 }, (_, n) => [String(n), decimals({ n })]),
    ['full', digitsFull],
  ];
  const mapChoices = COLOR_MAPS.map((name) => [name, names[name]]);
  const tableChoices = [
    ['', off],
    ['all', on],
  ];
  const chooseDigits = (/** @type {string} */ value) =>
    show({ digits: value === 'auto' || value === 'full' ? value : Number(value) });
  const chooseMap = (/** @type {State['map']} */ value) => show({ map: value });
  const chooseTables = (/** @type {string} */ value) => show({ tables: value === 'all' ? 'all' : [] });
  // Neither is chosen if the reader opened single tables.
  const shownTables = state.tables === 'all' ? 'all' : state.tables.length === 0 ? '' : null;
  const hasMatrices = !isStory(lesson.id);
  return html`<section class="display">
    ${
      hasMatrices &&
      html`<${Row} label=${digits}>
        <${Select}
          label=${digits}
          value=${String(state.digits)}
          choices=${digitChoices}
          choose=${chooseDigits}
        />
      <//>`
    }
    <${Row} label=${map}>
      <${Select} label=${map} value=${state.map} choices=${mapChoices} choose=${chooseMap} />
    <//>
    ${
      hasMatrices &&
      html`<${Row} label=${tables}>
        <${Segments} label=${tables} value=${shownTables} choices=${tableChoices} choose=${chooseTables} />
      <//>`
    }
  </section>`;
}
