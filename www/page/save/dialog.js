import { percent } from '../../format/display.js';
import { element, setText } from '../../ui/dom.js';
import { packedHeads } from './compose.js';
import { chosen, MAX_NUMBERS, numbersOf, packedFiles } from './heads.js';
import { gatheredVectors, packedVectors, vectorPlaces } from './vectors.js';
import { errorText, sizeText } from './captions.js';
import { layerName } from '../../rooms/maps/source-name.js';
import { withPeriod } from '../../words/as-sentence.js';
/** @import { Strings } from '../../words/languages.js' */
/** @import { PackedFile, SavedHeads } from '../frame/payload.js' */
/** @import { OpenMaps, Which } from './heads.js' */

/**
 * What the reader saves. `most`: how many weights of each row are kept, or null for all of them. `files`: the
 * open files, or one of q and k in place of weights.
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
  /** The vectors of a choice; they are cached. @type {Map<Which, ReturnType<typeof gatheredVectors>>} */
  const vectors = new Map();
  /** @type {Answer | null} */
  let answer = null;
  /** The number of estimates, to recognize outdated ones. */
  let estimates = 0;
  dialogs += 1;
  const id = `save-${dialogs}`;

  /**
   * A group of choices. One without a text is not there; the first is selected.
   *
   * @param {string} legend @param {string} name @param {[string, string | false | null | undefined][]} choices
   */
  const choice = (legend, name, choices) =>
    element(
      'fieldset',
      {},
      element('legend', {}, legend),
      ...choices.flatMap(([value, text], place) => {
        if (!text) return [];
        const more = { checked: place === 0, onchange: showEstimate };
        const input = element('input', { type: 'radio', name: `${id}-${name}`, value, ...more });
        return [element('label', {}, input, text)];
      }),
    );
  /** What can be kept in place of all weights. @type {[string, string][]} */
  const keptOf = reading.keys > LARGEST[0] ? LARGEST.map((n) => [String(n), words.largest({ n })]) : [];
  if (reading.kind === 'qk') keptOf.push(['vectors', words.vectors]);
  const fields = [
    ...(layers * heads > 1 || hasFiles
      ? [
          choice(words.what, 'what', [
            ['shown', words.shown],
            ['chosen', state && state.chosen.length > 0 && words.chosen({ n: state.chosen.length })],
            ['layer', state && layers > 1 && words.layer({ layer: layerName(reading, state.layer) })],
            ['all', words.all({ heads: String(layers * heads) })],
            ['files', hasFiles && words.files[reading.kind]],
            ['model', liveSize !== null && words.model({ size: sizeText(liveSize - size, t.language) })],
          ]),
        ]
      : []),
    ...(keptOf.length > 0 ? [choice(words.weights, 'most', [['', words.allWeights], ...keptOf])] : []),
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
    const { specs, shape } = chosen(openMaps, which);
    const count = shape.reduce((all, side) => all * side, 1);
    const places = vectorPlaces(openMaps, which);
    answer = null;
    save.disabled = true;
    setText(status, words.computing);
    for (const name of ['most', 'bits'])
      for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (
        dialog.querySelectorAll(`[name="${id}-${name}"]`)
      ))
        input.disabled = which === 'files' || which === 'model' || (input.value === 'vectors' && !places);
    const most = value('most', '');
    if (which === 'model') return showModel(shape);
    if (which === 'files') return showFiles(estimate, shape);
    const isCurrent = () => estimate === estimates;
    const tooMany = (/** @type {number} */ numbers) =>
      setText(status, words.tooMany({ numbers: String(numbers), most: String(MAX_NUMBERS) }));
    const onProgress = (/** @type {number} */ share) =>
      isCurrent() && setText(status, words.working({ share: percent(share) }));
    try {
      if (most === 'vectors' && places) {
        const all = await cached(vectors, which, () =>
          gatheredVectors(openMaps, places, which, onProgress, MAX_NUMBERS),
        );
        if (!isCurrent()) return undefined;
        if ('tooMany' in all) return tooMany(all.tooMany);
        setText(status, words.computing);
        const wanted = { which, bits, shape };
        const { files, error } = await packedVectors(openMaps, wanted, all, onProgress, isCurrent);
        return show({ which, bits, most: null, shape, heads: null, files, error }, words.weightError);
      }
      if (count > MAX_NUMBERS) return tooMany(count);
      const numbers = await cached(gathered, which, () => numbersOf(openMaps, specs, onProgress));
      if (!isCurrent()) return undefined;
      setText(status, words.computing);
      const choice = { which, bits, most: Number(most) || null, shape };
      const { heads, error } = await packedHeads(openMaps, choice, numbers, undefined, isCurrent);
      return show({ ...choice, heads, error }, words.error);
    } catch (error) {
      return isCurrent() ? setText(status, t.save.failed({ reason: withPeriod(error) })) : undefined;
    }

    /** @param {Answer} found @param {(values: { error: string }) => string} errorIn */
    function show(found, errorIn) {
      if (!isCurrent()) return;
      if (!Number.isFinite(found.error)) return void setText(status, words.notRounded);
      const error =
        found.error > 0 || bits < 32 ? errorIn({ error: errorText(found.error, t.language) }) : words.exactly;
      accept(found, error);
    }
  }

  /** Offers what is found, with its size. @param {Answer} found @param {string} said */
  function accept(found, said) {
    const packed = [found.heads, ...(found.files ?? [])];
    const bytes = packed.reduce((sum, each) => sum + (each?.data?.length ?? 0), 0);
    const own = found.which === 'model' ? (liveSize ?? size) : size;
    answer = found;
    save.disabled = false;
    setText(status, `${words.size({ size: sizeText(own + bytes, t.language) })} ${said}`);
  }

  /** Shows the size with the model, which computes the heads. @param {SavedHeads['shape']} shape */
  function showModel(shape) {
    accept({ which: 'model', bits: 32, most: null, shape, heads: null, error: 0 }, words.live);
  }

  /** Shows the size of the open files. @param {number} estimate @param {SavedHeads['shape']} shape */
  async function showFiles(estimate, shape) {
    setText(status, words.packing);
    const files = await packedFiles(openMaps).catch((error) => withPeriod(error));
    if (estimate !== estimates) return;
    if (typeof files === 'string') return void setText(status, t.save.failed({ reason: files }));
    if (!files) return void setText(status, words.filesTooLarge);
    accept({ which: 'files', bits: 32, most: null, shape, heads: null, files, error: 0 }, words.exactly);
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

/**
 * What a choice has, which is made once unless it fails.
 *
 * @template T
 * @param {Map<Which, Promise<T>>} all @param {Which} which @param {() => Promise<T>} make
 */
function cached(all, which, make) {
  const found = all.get(which) ?? make();
  all.set(which, found);
  found.catch(() => all.delete(which));
  return found;
}
