import { percent } from '../../format/display.js';
import { element, setText } from '../../ui/dom.js';
import { packedHeads } from './compose.js';
import { chosen, MAX_NUMBERS, numbersOf, packedFiles } from './heads.js';
import { errorText, sizeText } from './captions.js';
import { layerName } from '../../rooms/maps/source-name.js';
import { withPeriod } from '../../words/as-sentence.js';
/** @import { Strings } from '../../words/languages.js' */
/** @import { PackedFile, SavedHeads } from '../frame/payload.js' */
/** @import { OpenMaps, Which } from './heads.js' */

/**
 * What the reader saves. `most`: how many weights of each row are kept, or null for all of them.
 *
 * @typedef {{ which: Which, bits: 8 | 16 | 32, most: number | null, shape: SavedHeads['shape'],
 *   heads: SavedHeads | null, files?: PackedFile[], error: number }} Answer
 */

/** How many of the largest weights of each row can be kept. */
const LARGEST = [32, 8];

let dialogs = 0;

/**
 * A dialog for the heads to save, their weights and the number of bits. It shows the size and the error of
 * each choice,
 * measured on these numbers.
 *
 * @param {Strings} t
 * @param {OpenMaps} openMaps
 * @param {number} size - the size of the file without the numbers, in bytes
 * @param {number | null} liveSize - of the file with the small model; null if there is none to save
 * @returns {Promise<Answer | null>} null if the reader cancels
 */
export function askHeads(t, openMaps, size, liveSize) {
  const words = t.save.dialog;
  const { reading } = openMaps.data;
  const { layers, heads } = reading;
  const { state } = openMaps;
  // Those of a running model, and the sample, are no files of the reader.
  const hasFiles = Boolean(state?.file) && !openMaps.data.isSample;
  /** The numbers of a choice; they are cached. @type {Map<Which, Promise<Float32Array>>} */
  const gathered = new Map();
  /** @type {Answer | null} */
  let answer = null;
  /** The number of estimates, to recognize outdated ones. */
  let estimates = 0;
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
            onchange: showEstimate,
          }),
          text,
        ),
      ),
    );
  const fields = [
    ...(layers * heads > 1 || hasFiles
      ? [
          choice(words.what, 'what', [
            ['shown', words.shown],
            ...(state && state.chosen.length > 0
              ? [/** @type {[string, string]} */ (['chosen', words.chosen({ n: state.chosen.length })])]
              : []),
            ...(state && layers > 1
              ? [
                  /** @type {[string, string]} */ ([
                    'layer',
                    words.layer({ layer: layerName(reading, state.layer) }),
                  ]),
                ]
              : []),
            ['all', words.all({ heads: String(layers * heads) })],
            ...(hasFiles ? [/** @type {[string, string]} */ (['files', words.files[reading.kind]])] : []),
            ...(liveSize === null
              ? []
              : [
                  /** @type {[string, string]} */ ([
                    'model',
                    words.model({ size: sizeText(liveSize - size, t.language) }),
                  ]),
                ]),
          ]),
        ]
      : []),
    ...(reading.keys > LARGEST[0]
      ? [
          choice(words.weights, 'most', [
            ['', words.allWeights],
            ...LARGEST.map((n) => /** @type {[string, string]} */ ([String(n), words.largest({ n })])),
          ]),
        ]
      : []),
    choice(words.bits, 'bits', [
      ['32', words.exact],
      ['16', words.bits16],
      ['8', words.bits8],
    ]),
  ];
  const status = element('p', { role: 'status' });
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
    status,
    element('div', { class: 'row' }, cancel, save),
  );

  /** @param {string} name @param {string} fallback */
  const value = (name, fallback) =>
    /** @type {HTMLInputElement | null} */ (dialog.querySelector(`[name="${id}-${name}"]:checked`))?.value ??
    fallback;

  /** Shows the size and error of the current choice. */
  async function showEstimate() {
    const estimate = (estimates += 1);
    const which = /** @type {Answer['which']} */ (value('what', 'shown'));
    const bits = /** @type {Answer['bits']} */ (Number(value('bits', '32')));
    const most = Number(value('most', '')) || null;
    const { specs, shape } = chosen(openMaps, which);
    const count = shape.reduce((all, side) => all * side, 1);
    answer = null;
    save.disabled = true;
    setText(status, words.computing);
    for (const name of ['most', 'bits'])
      for (const input of dialog.querySelectorAll(`[name="${id}-${name}"]`))
        /** @type {HTMLInputElement} */ (input).disabled = which === 'files' || which === 'model';
    if (which === 'model') return showModel(shape);
    if (which === 'files') return showFiles(estimate, shape);
    if (count > MAX_NUMBERS)
      return setText(status, words.tooMany({ numbers: String(count), most: String(MAX_NUMBERS) }));
    try {
      const onProgress = (/** @type {number} */ share) =>
        estimate === estimates && setText(status, words.working({ share: percent(share) }));
      if (!gathered.has(which)) {
        const all = numbersOf(openMaps, specs, onProgress);
        gathered.set(which, all);
        all.catch(() => gathered.delete(which));
      }
      const numbers = await /** @type {Promise<Float32Array>} */ (gathered.get(which));
      if (estimate !== estimates) return undefined;
      setText(status, words.computing);
      const choice = { which, bits, most, shape };
      const { heads: packed, error } = await packedHeads(
        openMaps,
        choice,
        numbers,
        undefined,
        () => estimate === estimates,
      );
      if (estimate !== estimates) return undefined;
      if (!Number.isFinite(error)) return setText(status, words.notRounded);
      answer = { ...choice, heads: packed, error };
      save.disabled = false;
      return setText(
        status,
        `${words.size({ size: sizeText(size + packed.data.length, t.language) })} ${bits === 32 ? words.exactly : words.error({ error: errorText(error, t.language) })}`,
      );
    } catch (error) {
      return estimate === estimates
        ? setText(status, t.save.failed({ reason: withPeriod(error) }))
        : undefined;
    }
  }

  /** Shows the size with the model, which computes the heads. @param {SavedHeads['shape']} shape */
  function showModel(shape) {
    answer = { which: 'model', bits: 32, most: null, shape, heads: null, error: 0 };
    save.disabled = false;
    setText(status, `${words.size({ size: sizeText(liveSize ?? size, t.language) })} ${words.live}`);
  }

  /** Shows the size of the open files. @param {number} estimate @param {SavedHeads['shape']} shape */
  async function showFiles(estimate, shape) {
    setText(status, words.packing);
    const files = await packedFiles(openMaps).catch((error) => withPeriod(error));
    if (estimate !== estimates) return;
    if (typeof files === 'string') return void setText(status, t.save.failed({ reason: files }));
    if (!files) return void setText(status, words.filesTooLarge);
    const bytes = files.reduce((sum, { data }) => sum + (data?.length ?? 0), size);
    answer = { which: 'files', bits: 32, most: null, shape, heads: null, files, error: 0 };
    save.disabled = false;
    setText(status, `${words.size({ size: sizeText(bytes, t.language) })} ${words.exactly}`);
  }

  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      estimates += 1;
      dialog.remove();
      resolve(dialog.returnValue === 'save' ? answer : null);
    });
    document.body.append(dialog);
    dialog.showModal();
    void showEstimate();
  });
}
