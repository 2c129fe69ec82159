import * as engine from '../../../engine/attention.js';
import formulaSheet from '../../../figure/formula.css.js';
import { element } from '../../../ui/dom.js';
import { compute } from '../compute/compute.js';
import { freshState } from '../state/state.js';
import { sheetOf } from './sheet.js';
import dialogSheet from './dialog.css.js';
import paperSheet from './paper.css.js';
/** @import { Model, State } from '../../../types.js' */

/**
 * The lessons whose worksheets stories use. The matrices of stories come from a trained model and are too
 * wide to compute by hand.
 *
 * @type {Record<string, string>}
 */
const BY_HAND = {
  first: 'words',
  ahead: 'scale-mask',
  scaling: 'scale-mask',
  'two-heads': 'heads',
  order: 'positions',
};

/**
 * Shows the worksheet of a lesson with the numbers of a state.
 *
 * @param {State} state
 * @param {Pick<Model, 't' | 'language'>} words
 */
export function worksheet(state, words) {
  const other = BY_HAND[state.lesson];
  const shown = other ? freshState(other, state) : state;
  const model = compute(engine, { ...shown, rows: { ...shown.rows, show: 'all' } });
  showWorksheet({ ...model, ...words }, other ? state.lesson : undefined);
}

/**
 * Shows the worksheet of a lesson, blank or with the answers, and prints it. The sheet is a separate document
 * in a frame, so that nothing else is printed.
 *
 * @param {Model} model - with all rows shown
 * @param {string} [story] - the story whose worksheet this is, if it is that of another lesson
 */
function showWorksheet(model, story) {
  const words = model.t.worksheet;
  const sheet = dialogSheet();
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  let hasAnswers = false;
  const frame = element('iframe', { title: words.heading });
  function fill() {
    const page = frame.contentDocument;
    if (!page) return;
    page.adoptedStyleSheets = [paperSheet(page), formulaSheet(page)];
    page.title = `${model.t.lessons[model.lesson.id].title}: ${hasAnswers ? words.withAnswers : words.heading}`;
    page.documentElement.lang = model.language;
    page.body.replaceChildren(sheetOf(model, hasAnswers, story));
  }
  const choice = (/** @type {string} */ text, /** @type {boolean} */ answers) =>
    element(
      'label',
      {},
      element('input', {
        type: 'radio',
        name: 'worksheet',
        checked: answers === hasAnswers,
        onchange: () => {
          hasAnswers = answers;
          fill();
        },
      }),
      text,
    );
  const print = () => frame.contentWindow?.print();
  const heading = element('h2', { id: 'worksheet-heading' }, words.heading);
  const dialog = element(
    'dialog',
    { class: 'worksheet-dialog', 'aria-labelledby': 'worksheet-heading' },
    element(
      'div',
      { class: 'bar' },
      heading,
      element(
        'fieldset',
        { 'aria-label': words.cells },
        choice(words.blank, false),
        choice(words.answers, true),
      ),
      element('button', { type: 'button', class: 'primary', onclick: print }, words.print),
      element('button', { type: 'button', onclick: () => dialog.close() }, words.close),
    ),
    frame,
  );
  dialog.addEventListener('close', () => dialog.remove());
  // Firefox replaces the document of a new frame when it is loaded.
  frame.addEventListener('load', fill);
  document.body.append(dialog);
  fill();
  dialog.showModal();
}
