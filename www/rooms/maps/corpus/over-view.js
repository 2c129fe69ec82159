import { html } from '../../../ui/html.js';
import { columnValue } from '../overview/figures.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MapsModel, MeasureName } from '../types.js' */
/** @import { Store } from './store.js' */
/** @import { Summary } from './summary.js' */

/** @import { Over } from '../overview/measures-view.js' */

/**
 * The measures of the open head over the texts.
 *
 * @param {Omit<Parameters<typeof OverTexts>[0], 'name'> & { text: number | null }} props - `text` is open
 * @returns {Over}
 */
export const overTexts = ({ text, ...props }) => ({
  note: text === null ? props.words.onAll : props.words.onText({ text }),
  of: (name) => html`<${OverTexts} ...${{ ...props, name }} />`,
});

/**
 * A measure of the open head over the texts: its mean, and its spread.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {Strings['corpus']} props.words
 * @param {Store} props.store
 * @param {Summary} props.summary
 * @param {MeasureName} props.name
 */
export function OverTexts({ model: { state, language }, words, store, summary, name }) {
  const { heads, measures } = store.layout;
  const at = measures.indexOf(name);
  if (at < 0) return null;
  const place = (state.layer * heads + state.head) * measures.length + at;
  const [mean, spread, n] = [summary.mean[place], summary.spread[place], summary.count[place]];
  if (!(n > 0)) return html`<span class="over">${words.overNone}</span>`;
  const value = columnValue(mean, language);
  return html`<span class="over">
    ${
      Number.isNaN(spread)
        ? words.overOne({ value })
        : words.over({ value, spread: columnValue(spread, language), n })
    }
  </span>`;
}
