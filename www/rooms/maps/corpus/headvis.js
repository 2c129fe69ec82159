/** An export of HeadVis as a store of texts. The sequences of a head are read when they are viewed. */
import { safetensors } from '../../../format/safetensors.js';
import { SOURCES_KEY, UNCHECKED_KEY } from '../source-name.js';
import { exportOf, jsonOf, metricsOf, MOST_SEQUENCES, sequencesOf, weightsOf } from './headvis-format.js';
import { StoreError } from './layout.js';
/** @import { StoreBytes } from './bytes.js' */
/** @import { Sequence } from './headvis-format.js' */
/** @import { Store } from './store.js' */

/** The most bytes of one file, which is read as a whole. */
const MOST_BYTES = 2 ** 28;
/** The largest number of a text in links. */
const MOST_NUMBER = 2 ** 31 - 2;

/**
 * The sequence that was opened last: of how many of its head, how many weights are stored, and its tokens.
 *
 * @typedef {{ sequence: Sequence, count: number, stored: number, n: number }} OpenSequence
 */

/**
 * The sequences of the heads of a store. A number of a text stands for one sequence of one head.
 *
 * @typedef {object} Sequences
 * @property {number} intervals
 * @property {Record<string, { name: string, formula: string, says: string }>} metrics
 * @property {number} first - the place of the head that is shown first: a layer, times heads, and a head
 * @property {number} without - how many heads have no metric
 * @property {(place: number) => Promise<Sequence[]>} of - rejected with a `StoreError`
 * @property {(place: number, at: number) => number} number
 * @property {(text: number) => { place: number, at: number }} placeOf
 * @property {(text: number) => OpenSequence | null} opened
 */

/** Where the files are in what was dropped; null if they are not there. @param {StoreBytes} bytes */
export async function headVisIn(bytes) {
  for (const base of ['', '/data'])
    for (const name of ['config.json', 'scatter_data.json'])
      if (await bytes.getRange(`${base}/${name}`, { offset: 0, length: 1 }).catch(() => undefined))
        return base;
  return null;
}

/**
 * @param {string} name @param {StoreBytes} bytes @param {string} base - where its files are
 * @returns {Promise<Store>}
 * @throws {StoreError} if a file of it is missing, damaged or contradicts another one
 */
export async function openHeadVis(name, bytes, base) {
  const read = async (/** @type {string} */ file) => {
    const path = `${base}/${file}`;
    if ((await bytes.getRange(path, { offset: MOST_BYTES, length: 1 }).catch(() => undefined))?.length)
      throw new StoreError('hvLarge', { name: file, most: MOST_BYTES });
    return bytes.get(path);
  };
  const said = exportOf(jsonOf(await read('config.json'), 'config.json'));
  const layers = [...new Set(said.heads.map(([layer]) => layer))].sort((a, b) => a - b);
  const heads = 1 + said.heads.reduce((most, [, head]) => Math.max(most, head), 0);
  const places = layers.length * heads;
  if (places * Math.max(MOST_SEQUENCES, said.metrics.length) > MOST_NUMBER)
    throw new StoreError('hvGrid', { layers: layers.length, heads });
  const measures = metricsOf(await read('scatter_data.json'), said, { layers, heads });
  const each = said.metrics.length;
  const isMeasured = (/** @type {number} */ place) =>
    !measures.subarray(place * each, (place + 1) * each).every(Number.isNaN);
  const placeIn = ([layer, head] = said.heads[0]) => layers.indexOf(layer) * heads + head;

  /** The head that was read last. @type {{ place: number, list: Promise<Sequence[]> } | null} */
  let last = null;
  /** @type {OpenSequence & { text: number } | null} */
  let open = null;
  const fileOf = (/** @type {number} */ place) => {
    const [layer, head] = [layers[Math.floor(place / heads)], place % heads];
    return `heads/${said.pattern.replaceAll('{layer}', String(layer)).replaceAll('{head}', String(head))}`;
  };
  const of = (/** @type {number} */ place) => {
    if (last?.place !== place) {
      const file = fileOf(place);
      const list = read(file).then((found) => sequencesOf(jsonOf(found, file), file));
      last = { place, list };
    }
    return last.list;
  };
  const number = (/** @type {number} */ place, /** @type {number} */ at) => place * MOST_SEQUENCES + at;
  const placeOf = (/** @type {number} */ text) => ({
    place: Math.floor(text / MOST_SEQUENCES),
    at: text % MOST_SEQUENCES,
  });

  return {
    name,
    layout: {
      ...{ model: said.model, texts: number(places, 0), block: 1, tokens: 0, layers, heads, keyHeads: 0 },
      ...{ headSize: 0, sinks: 0, keep: 'sequences', measures: said.metrics, metadata: {} },
    },
    ...{ lengths: new Int32Array(0), measures, done: said.heads.length, missing: 0 },
    text: () => Promise.resolve(''),
    async heads(text) {
      const { place, at } = placeOf(text);
      const file = fileOf(place);
      const list = await of(place);
      const sequence = list[at];
      if (!sequence) throw new StoreError('hvNoSequence', { name: file, at, n: list.length });
      const { tokens, weights, stored } = weightsOf(sequence, file);
      const n = tokens.length;
      open = { text, sequence, count: list.length, stored, n };
      const [layer, head] = [layers[Math.floor(place / heads)], place % heads];
      const metadata = {
        model: said.model,
        tokens: JSON.stringify(tokens),
        [SOURCES_KEY]: JSON.stringify([{ of: 'head', layer, head }]),
        [UNCHECKED_KEY]: 'true',
      };
      return new File(
        [safetensors([['attention', [1, 1, n, n], weights]], metadata)],
        `${name}, layer ${layer}, head ${head}, sequence ${sequence.id}.safetensors`,
      );
    },
    beside(text, by) {
      const to = placeOf(text).at + by;
      return open?.text === text && to >= 0 && to < open.count ? text + by : null;
    },
    sequences: {
      ...{ intervals: said.intervals, of, number, placeOf },
      metrics: Object.fromEntries(
        said.metrics.map((metric) => {
          const formula = (said.descriptions[metric] ?? metric).replace(/\.\s*$/, '');
          return [metric, { name: metric.replaceAll('_', ' '), formula, says: '' }];
        }),
      ),
      first: placeIn(said.heads.find((head) => isMeasured(placeIn(head)))),
      without: said.heads.filter((head) => !isMeasured(placeIn(head))).length,
      opened: (text) => (open?.text === text ? open : null),
    },
  };
}
