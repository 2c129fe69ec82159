import { percent } from '../../format/display.js';
import { element, setText } from '../../ui/dom.js';
import { chosen, MOST, numbersOf } from './heads.js';
import { rounded } from './rounding.js';
import { errorText, sizeText } from './said.js';
/** @import { Strings } from '../words/en.js' */
/** @import { SavedHeads } from '../frame/payload.js' */
/** @import { Held } from './heads.js' */

/** @typedef {{ which: 'shown' | 'all', bits: 8 | 16 | 32, numbers: Float32Array, shape: SavedHeads['shape'] }} Answer */

let dialogs = 0;

/**
 * A dialog for the heads to save and the number of bits. It shows the size and the error of each choice,
 * measured on these numbers.
 *
 * @param {Strings} t
 * @param {Held} held
 * @param {number} around - the size of the file without the numbers, in bytes
 * @returns {Promise<Answer | null>} null: the reader does not want to
 */
export function askHeads(t, held, around) {
  const words = t.save.dialog;
  const { layers, heads } = held.data.reading;
  /** The numbers of a choice; they are cached. @type {Map<'shown' | 'all', Promise<Float32Array>>} */
  const gathered = new Map();
  /** @type {Answer | null} */
  let answer = null;
  let turn = 0;
  dialogs += 1;
  const id = `save-${dialogs}`;

  /** @param {string} legend @param {string} name @param {[string, string][]} choices */
  const choice = (legend, name, choices) =>
    element(
      'fieldset',
      {},
      element('legend', {}, legend),
      ...choices.map(([value, text], place) =>
        element(
          'label',
          {},
          element('input', {
            type: 'radio',
            name: `${id}-${name}`,
            value,
            checked: place === 0,
            onchange: weigh,
          }),
          text,
        ),
      ),
    );
  const fields = [
    ...(layers * heads > 1
      ? [
          choice(words.what, 'what', [
            ['shown', words.shown],
            ['all', words.all(String(layers * heads))],
          ]),
        ]
      : []),
    choice(words.bits, 'bits', [
      ['32', words.exact],
      ['16', words.bits16],
      ['8', words.bits8],
    ]),
  ];
  const said = element('p', { role: 'status' });
  const save = element(
    'button',
    { type: 'button', class: 'primary', disabled: true, onclick: () => dialog.close('save') },
    words.save,
  );
  const cancel = element('button', { type: 'button', onclick: () => dialog.close() }, words.cancel);
  const heading = element('h2', { id }, words.heading);
  const dialog = element(
    'dialog',
    { class: 'save-dialog', 'aria-labelledby': id },
    heading,
    ...fields,
    said,
    element('div', { class: 'row' }, cancel, save),
  );

  /** @param {string} name @param {string} otherwise */
  const value = (name, otherwise) =>
    /** @type {HTMLInputElement | null} */ (dialog.querySelector(`[name="${id}-${name}"]:checked`))?.value ??
    otherwise;

  /** Shows the size and error of the current choice. */
  async function weigh() {
    const request = (turn += 1);
    const which = /** @type {Answer['which']} */ (value('what', 'shown'));
    const bits = /** @type {Answer['bits']} */ (Number(value('bits', '32')));
    const { specs, shape } = chosen(held, which);
    const count = shape.reduce((all, side) => all * side, 1);
    answer = null;
    save.disabled = true;
    if (count > MOST) return setText(said, words.tooMany(String(count), String(MOST)));
    try {
      const tell = (/** @type {number} */ share) =>
        request === turn && setText(said, words.working(percent(share)));
      if (!gathered.has(which)) gathered.set(which, numbersOf(held, specs, tell));
      const numbers = await /** @type {Promise<Float32Array>} */ (gathered.get(which));
      if (request !== turn) return undefined;
      const { bytes, error } = rounded(numbers, bits);
      if (!Number.isFinite(error)) return setText(said, words.notRounded);
      answer = { which, bits, numbers, shape };
      save.disabled = false;
      return setText(
        said,
        `${words.size(sizeText(around + (bytes.length * 4) / 3))} ${bits === 32 ? words.exactly : words.error(errorText(error))}`,
      );
    } catch (error) {
      gathered.delete(which);
      return request === turn
        ? setText(said, t.save.failed(error instanceof Error ? error.message : String(error)))
        : undefined;
    }
  }

  return new Promise((done) => {
    dialog.addEventListener('close', () => {
      turn += 1;
      dialog.remove();
      done(dialog.returnValue === 'save' ? answer : null);
    });
    document.body.append(dialog);
    dialog.showModal();
    void weigh();
  });
}
