import { DISPLAY } from '../../../state/display.js';
import { html } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { isStory } from '../lessons/index.js';
import { learn } from '../settings.js';
/** @import { Model, State } from '../../../types.js' */

/** The choices of digits. Readers who want more decimals choose all digits. */
const DIGITS = ['auto', ...Array.from({ length: 11 }, (_, decimals) => decimals), 'full'];

/**
 * The display settings: digits, colors, tables. A story has colors only.
 *
 * @param {{ model: Model, show: (patch: Partial<State>) => void }} props
 */
export function Display({ model: { state, lesson, t }, show }) {
  const { digits, digitsAuto, digitsFull, decimals, map, mapNames, tables, off, on } = t.controls;
  const named = { auto: digitsAuto, full: digitsFull };
  const hasMatrices = !isStory(lesson.id);
  return html`<section class="display">
    ${
      hasMatrices &&
      html`<${Setting}
        field=${learn.fields.digits}
        label=${digits}
        value=${state.digits}
        choices=${DIGITS}
        texts=${(/** @type {'auto' | 'full' | number} */ n) => (typeof n === 'number' ? decimals({ n }) : named[n])}
        change=${(/** @type {State['digits']} */ value) => show({ digits: value })}
      />`
    }
    <${Setting}
      field=${DISPLAY.map}
      label=${map}
      value=${state.map}
      texts=${mapNames}
      isList
      change=${(/** @type {State['map']} */ value) => show({ map: value })}
    />
    ${
      hasMatrices &&
      html`<${Setting}
        field=${learn.fields.tables}
        label=${tables}
        value=${state.tables === 'all' || (state.tables.length > 0 && 'some')}
        texts=${{ false: off, true: on }}
        change=${(/** @type {boolean} */ isOn) => show({ tables: isOn ? 'all' : [] })}
      />`
    }
  </section>`;
}
