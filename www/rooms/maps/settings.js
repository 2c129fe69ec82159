import { choice, custom, flag, int, real, text } from '../../state/fields.js';
import { group, tuple } from '../../state/compound-fields.js';
import { BrokenLink, choice as chosen, integer, number } from '../../state/fragment-values.js';
import { labelsIn, initialOf, attributesOf } from '../../state/attributes.js';
import { settings } from '../../state/settings.js';
import { MODEL, OF_TEXT, TEXT } from './live/settings.js';
import { isSuggested } from './first-head.js';
import { chosenField } from './chosen/settings.js';
import { corpusField } from './corpus/settings.js';
import { MERGED } from './head/groups.js';
import { gridField } from './image/settings.js';
import { scatterField } from './scatter/settings.js';
/** @import { Field } from '../../state/fields.js' */
/** @import { Parameters } from '../../state/fragment-frame.js' */
/** @import { Axis, Corrections, MeasureName, Numbers } from './types.js' */

/** @typedef {{ layer: number, head: number }} Head */
/** @typedef {{ name: string, layers: number, heads: number, queries: number, keys: number }} File */

/** The measures of a head, in order. @type {readonly MeasureName[]} */
export const MEASURES = Object.freeze([
  'entropy',
  'normalised_entropy',
  'sink_share',
  'previous_token',
  'next_token',
  'induction',
  'duplicate_token',
  'mean_distance',
  'diagonal_share',
  'causal_share',
]);

/** What tensors of weights contain; `kind` in the metadata. @type {readonly Numbers[]} */
export const NUMBERS = Object.freeze(['weights', 'scores', 'difference']);

/** The least and the most frames of sound in a second. */
export const RATES = /** @type {const} */ ([0.001, 1e6]);

/** What picks keys. */
export const PICKS = /** @type {const} */ (['file', 'best', 'window', 'h2o', 'snapkv']);

/** The limits of a state; the engine rejects larger numbers. */
export const BOUNDS = Object.freeze({
  layers: 4096,
  heads: 4096,
  side: 2 ** 24,
  leaveOut: 8,
  candidates: 4096,
  batch: 2 ** 24,
  name: 255,
  cell: 512,
});

const AXES = /** @type {const} */ (['layer', 'head', 'query', 'key', 'feature', 'fixed']);
export const PAIRS = /** @type {const} */ (['half', 'interleaved']);

/** The corrections of the reader. Null leaves a matter to the page. */
export const CORRECTIONS = asAttributes({
  candidate: int(0, BOUNDS.candidates - 1).optional(),
  part: choice(/** @type {const} */ (['encoder', 'decoder', 'cross'])).optional(),
  heads: int(1, BOUNDS.heads).optional().link('split'),
  batch: int(0, BOUNDS.batch - 1).optional(),
  average: flag().optional(),
  tokens: choice(/** @type {const} */ (['plain', 'byte_level', 'sentencepiece', 'wordpiece'])).optional(),
  scale: real().optional().link('multiply'),
  causal: choice(/** @type {const} */ (['none', 'upper_left', 'lower_right'])).optional(),
  window: int(1, BOUNDS.side).optional(),
  softcap: custom({ read: (text) => positive(number(text)) }).optional(),
  axes: custom({
    read: (text) => text.split(',').map((axis) => /** @type {Axis} */ (chosen(axis, AXES))),
  }).optional(),
  rope: custom({ read: readRope, write: writeRope }).optional(),
});
/** @type {Readonly<Corrections>} */
export const NO_CORRECTIONS = Object.freeze(/** @type {any} */ (initialOf(CORRECTIONS)));

const measure = choice(MEASURES);
const cell = tuple({ query: BOUNDS.side - 1, key: BOUNDS.side - 1 })
  .upTo({ query: indexIn('queries', BOUNDS.side), key: indexIn('keys', BOUNDS.side) })
  .optional();

/** The settings of the Models room. */
export const maps = settings(
  { room: 'maps' },
  {
    /** The name of the file and its shape; null for the sample and for a text. */
    file: custom({ read: () => null, take: takeFile, put: putFile })
      .optional()
      .subject()
      .with({ isUndoable: false }),
    text: TEXT,
    model: MODEL,
    /** The store of texts, and the open text. */
    corpus: corpusField,
    /** The reader's corrections of the reading. */
    corrections: group(CORRECTIONS).is(NO_CORRECTIONS).undoable(),
    layer: indexOf('layer', ({ file, text }) => (file ? 0 : text === null ? 5 : 2)).with({
      parameter: 'head',
      isWritten: isHeadWritten,
    }),
    head: indexOf('head', ({ file, text }) => (file ? 0 : text === null ? 10 : 2)).link(null),
    /** The head that the page opened by itself; null if a head was requested. */
    suggested: custom({ read: () => /** @type {Head | null} */ (null) })
      .is(({ file }) => (file ? { layer: 0, head: 0 } : null))
      .link(null),
    /** The heads that are shown together. */
    chosen: chosenField(BOUNDS).undoable(),
    /** One head, a combination, or each chosen head in its own color. */
    source: choice(/** @type {const} */ (['head', 'mean', 'max', 'rollout', 'each'])).undoable(),
    /** The range of mean and max. */
    over: choice(/** @type {const} */ (['heads', 'layers', 'all', 'chosen'])).undoable(),
    /** What is done to the weights: `contacts` are those of a protein. */
    values: choice(/** @type {const} */ (['none', 'norm', 'share', 'contacts'])).undoable(),
    view: choice(/** @type {const} */ (['map', 'lines', 'table', 'picked', 'image'])).attribute(null),
    /** Of a layer that erases: its exact map, the one without the erase term, or their difference. */
    erase: choice(/** @type {const} */ (['exact', 'without', 'difference']))
      .undoable()
      .attribute(null),
    /** What picks keys: what the file has, or a policy with a budget. */
    picks: choice(PICKS).undoable().attribute(null),
    budget: int(1, 2 ** 18)
      .is(32)
      .undoable()
      .attribute(null),
    scale: choice(/** @type {const} */ (['auto', 'unit', 'largest', 'log', 'percentile', 'row'])).undoable(),
    /** For a large head: the value of a pixel that covers many cells. */
    pooling: choice(/** @type {const} */ (['max', 'mean', 'mass'])).attribute(null),
    sort: choice(/** @type {readonly ('layer' | MeasureName)[]} */ (['layer', ...MEASURES])),
    order: choice(/** @type {const} */ (['up', 'down'])),
    /** The measure in the labels of the thumbnails. */
    measure,
    /** What tokens are merged into: words, or longer parts of the text. */
    words: custom({ read: readMerged, write: (merged) => (merged === true ? '1' : String(merged)) })
      .is(false)
      .undoable()
      .attribute(null),
    /** Whether the overview is sorted by similarity to the open head. */
    alike: flag().attribute(null),
    /** The first token of the second sentence of a pair; 0: there is no pair. Null for the one found. */
    pair: int(0, BOUNDS.side - 1)
      .optional()
      .undoable()
      .attribute(null),
    /** Where the patches of a picture are among the tokens. */
    grid: gridField,
    /** The points of all heads by two measures. */
    scatter: scatterField(MEASURES),
    /** The comparison; slot 1 is the second file. */
    compare: tuple({ slot: 1, layer: BOUNDS.layers - 1, head: BOUNDS.heads - 1 })
      .optional()
      .undoable(),
    leaveOut: int(0, BOUNDS.leaveOut).is(0).undoable().attribute(null),
    /** The viewport: the first row and column, and the CSS pixels of a cell. Null for the whole map. */
    sight: tuple({
      ...{ row: real(-BOUNDS.side, BOUNDS.side), col: real(-BOUNDS.side, BOUNDS.side) },
      cell: real(Number.MIN_VALUE, BOUNDS.cell),
    }).optional(),
    cursor: custom({
      ...cell.kind,
      // The page clamps states to the open files.
      clamp: undefined,
      read: (text, state) => (text === 'none' ? null : cell.kind.read(text, state)),
      write: (value, state) => (value ? cell.kind.write(value, state) : 'none'),
    })
      .is(({ file, text }) => (file || text !== null ? null : { query: 11, key: 2 }))
      .after('head'),
    /** Of keys that are sound: how many frames a second has. */
    frameRate: real(...RATES)
      .optional()
      .link('rate'),
    /** The least weight of a line. */
    threshold: real(0, 1).is(0.1).attribute(null),
    /** The range of a measure. */
    filter: tuple({ measure, least: real(), most: real() }).optional().undoable(),
    ...OF_TEXT,
  },
);

/** The attributes that are not part of the state. */
const FILE_FIELDS = {
  src: text(),
  tokens: custom({ read: labelsIn, parse: labelsIn }).optional(),
  kind: choice(NUMBERS),
};
const fileFields = Object.fromEntries(
  Object.entries(FILE_FIELDS).map(([name, field]) => [
    name,
    /** @type {Field<any>} */ (field).with({ effect: (state) => state }),
  ]),
);
/** The attributes of `<heed-heads>`. Files are not part of the state: `src` is fetched separately. */
export const ATTRIBUTES = { ...attributesOf(fileFields), ...maps.attributes };
/** What they follow from. */
export const FIELDS = { ...fileFields, ...maps.fields };

/**
 * The last index of an axis of the open file.
 *
 * @param {'layers' | 'heads' | 'queries' | 'keys'} axis @param {number} most
 */
function indexIn(axis, most) {
  return (/** @type {{ file: File | null }} */ { file }) => (file?.[axis] ?? most) - 1;
}

/**
 * The layer or the head. If neither attribute is set, the page may suggest a head again.
 *
 * @param {'layer' | 'head'} name @param {(state: any) => number} initial
 * @returns {Field<number>}
 */
function indexOf(name, initial) {
  const most = BOUNDS[`${name}s`];
  const { kind } = int(0, most - 1).upTo(indexIn(`${name}s`, most));
  return custom({
    ...kind,
    // The page clamps states to the open files.
    clamp: undefined,
    read: /** @type {any} */ (tuple({ layer: BOUNDS.layers - 1, head: BOUNDS.heads - 1 }).kind.read),
    write: (_, { layer, head }) => `${layer}:${head}`,
  }).with({
    initial,
    set: (state, { layer, head }) => ({ ...state, layer, head, suggested: null }),
    effect: (state, value) => ({ ...state, [name]: value, suggested: null }),
    removed(state) {
      const fresh = freshOf(state);
      const next = { ...state, [name]: fresh[name] };
      const isFresh = next.layer === fresh.layer && next.head === fresh.head;
      return { ...next, suggested: isFresh ? fresh.suggested : null };
    },
  });
}

/**
 * If a link has no head, the page chooses one.
 *
 * @param {number} _ @param {any} state
 * @returns {boolean}
 */
function isHeadWritten(_, state) {
  const fresh = freshOf(state);
  const isFresh = state.layer === fresh.layer && state.head === fresh.head;
  return !isFresh || (state.file !== null && !isSuggested(state));
}

/**
 * The initial state of a file or a text.
 *
 * @param {{ file: File | null, text: string | null }} subjects
 * @returns {any}
 */
function freshOf({ file, text: written }) {
  return maps.fresh({}, { file, text: written });
}

/** @param {Parameters} values @returns {File | null} */
function takeFile(values) {
  const name = values.take('file');
  const shape = values.take('shape');
  if (name === null && shape === null) return null;
  if (name === null || shape === null || name.length > BOUNDS.name) throw new BrokenLink('file');
  const most = { layers: BOUNDS.layers, heads: BOUNDS.heads, queries: BOUNDS.side, keys: BOUNDS.side };
  const sizes = tuple(most).kind.read(shape, null);
  if (Math.min(...Object.values(sizes)) < 1) throw new BrokenLink(shape);
  return { name, ...sizes };
}

/** @param {URLSearchParams} out @param {File | null} file */
function putFile(out, file) {
  if (!file) return;
  out.set('file', file.name);
  out.set('shape', [file.layers, file.heads, file.queries, file.keys].join(':'));
}

/** @param {string} text @returns {NonNullable<Corrections['rope']>} */
function readRope(text) {
  if (text === 'none') return text;
  const [pairs, base, dim, ...rest] = text.split(':');
  if (dim === undefined || rest.length > 0) throw new BrokenLink(text);
  // What is left out stays as the file states it.
  return {
    ...(pairs && { pairs: chosen(pairs, PAIRS) }),
    ...(base && { base: positive(number(base)) }),
    ...(dim && { dim: dim === 'all' ? null : integer(dim, 2, BOUNDS.side) }),
  };
}

/** @param {NonNullable<Corrections['rope']>} rope */
function writeRope(rope) {
  if (rope === 'none') return rope;
  return [rope.pairs ?? '', rope.base ?? '', rope.dim === null ? 'all' : (rope.dim ?? '')].join(':');
}

/**
 * Of the corrections, the part of an encoder-decoder model is an attribute. It is not called `part`, which
 * names an element for the styles of a page.
 *
 * @template {Record<string, Field<any>>} F @param {F} fields @returns {F}
 */
function asAttributes(fields) {
  const all = Object.entries(fields).map(([name, field]) => [name, field.attribute(null)]);
  const part = fields.part.attribute('model-part').with({
    effect: (state, value) => ({
      ...state,
      corrections: { ...state.corrections, part: value, candidate: null },
    }),
  });
  return /** @type {F} */ ({ ...Object.fromEntries(all), part });
}

/** Words are 1 in links. @param {string} text @returns {false | typeof MERGED[number]} */
function readMerged(text) {
  const merged = MERGED.find((each) => text === (each === true ? '1' : each));
  if (!merged) throw new BrokenLink(text);
  return merged;
}

/** @param {number} value */
function positive(value) {
  if (!(value > 0)) throw new BrokenLink(String(value));
  return value;
}
