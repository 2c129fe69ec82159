import * as engine from '../../../engine/attention.js';
import formulaSheet from '../../../figure/formula.css.js';
import { element } from '../../../ui/dom.js';
import { html, render, useLayoutEffect, useRef, useState } from '../../../ui/html.js';
import { compute } from '../compute/compute.js';
import { freshState } from '../state/state.js';
import { OUTLINES } from '../stories/options.js';
import { Sheet } from './sheet.js';
import dialogSheet from './dialog.css.js';
import paperSheet from './paper.css.js';
/** @import { Model, State } from '../../../types.js' */

/**
 * Shows the worksheet of a lesson with the numbers of a state.
 *
 * @param {State} state
 * @param {Pick<Model, 't' | 'language'>} words
 */
export function worksheet(state, words) {
  const other = OUTLINES[state.lesson]?.worksheet;
  const shown = other ? freshState(other, state) : state;
  const model = compute(engine, { ...shown, rows: { ...shown.rows, show: 'all' } });
  const sheet = dialogSheet();
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  const host = element('div');
  document.body.append(host);
  const story = other ? state.lesson : undefined;
  const props = { model: { ...model, ...words }, story, close: () => host.remove() };
  render(html`<${Dialog} ...${props} />`, host);
}

/**
 * Shows a worksheet, blank or with the answers, and prints it. The sheet is a separate document in a frame,
 * so that nothing else is printed.
 *
 * @param {{ model: Model, story?: string, close: () => void }} props
 */
function Dialog({ model, story, close }) {
  const words = model.t.worksheet;
  const [hasAnswers, setAnswers] = useState(false);
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const frame = useRef(/** @type {HTMLIFrameElement | null} */ (null));
  function fill() {
    const page = frame.current?.contentDocument;
    if (!page) return;
    page.adoptedStyleSheets = [paperSheet(page), formulaSheet(page)];
    page.title = `${model.t.lessons[model.lesson.id].title}: ${hasAnswers ? words.withAnswers : words.heading}`;
    page.documentElement.lang = model.language;
    render(html`<${Sheet} ...${{ model, hasAnswers, story }} />`, page.body);
  }
  useLayoutEffect(fill);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const choice = (/** @type {string} */ text, /** @type {boolean} */ answers) =>
    html`<label>
      <input
        type="radio"
        name="worksheet"
        checked=${answers === hasAnswers}
        onChange=${() => setAnswers(answers)}
      />${text}
    </label>`;
  // Firefox replaces the document of a new frame when it is loaded.
  return html`<dialog
    class="worksheet-dialog"
    aria-labelledby="worksheet-heading"
    ref=${dialog}
    onClose=${close}
  >
    <div class="bar">
      <h2 id="worksheet-heading">${words.heading}</h2>
      <fieldset aria-label=${words.cells}>
        ${choice(words.blank, false)}${choice(words.answers, true)}
      </fieldset>
      <button type="button" class="primary" onClick=${() => frame.current?.contentWindow?.print()}>
        ${words.print}
      </button>
      <button type="button" onClick=${() => dialog.current?.close()}>${words.close}</button>
    </div>
    <iframe title=${words.heading} ref=${frame} onLoad=${fill}></iframe>
  </dialog>`;
}
