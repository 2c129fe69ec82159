import { AS_UNDERSTOOD } from '../state.js';
import { correctedAxes, optionsOf } from './corrections.js';
import { extentOf, MOST_CELLS, layersOf, lengthIn, lengthOf, refusalOf } from './extent.js';
import { shownName } from './names.js';
import { tokenRangesOf } from './padding.js';
import { withHeads } from './split.js';
import { sinksOf, withSink } from './sinks.js';
import { tokensFor, listsFor, tokenLists } from './tokens.js';
/** @import { Axis, Opened, Part } from '../types.js' */
/** @import { Candidate, Corrections, Item, Outcome, Say, Stack } from './types.js' */

/**
 * A candidate with the reader's corrections as a reading, and what is to be said about it; or why it cannot
 * be read so, with the figures.
 *
 * @param {Opened} opened - for the tokens
 * @param {Candidate} understood
 * @param {Corrections} [corrections] - may be hostile: they come out of links
 * @returns {Outcome}
 */
export function readingOf(opened, understood, corrections = AS_UNDERSTOOD) {
  const candidate = withHeads(understood, corrections.heads);
  if ('refused' in candidate) return candidate;
  const all = correctedAxes(candidate, corrections);
  if ('refused' in all) return all;
  const { axes, kAxes, vAxes } = all;
  const { kind, stack, k, v, cross } = candidate;
  const extent = extentOf(candidate, all);
  const { layers, heads, kvHeads, size, steps } = extent;
  const refused = refusalOf(candidate, all, extent);
  if (refused) return { refused };
  const options = optionsOf(candidate, corrections, extent);
  if ('refused' in options) return options;
  const sinks = sinksOf(candidate, extent);
  // Of the keys, a column of the weights may be a sink.
  const tokenCount = extent.keys - Number(sinks.column && sinks.added === 0);

  const notes = readingNotes(candidate, corrections, axes);
  const generated = steps.length > 1;
  const still = generated && steps[0][1] === extent.keys;
  if (generated) notes.push((t) => t.maps.reading[still ? 'below' : 'assembled'](steps.length));
  const cached = (extent.queries === 1 || options.causal === 'lower_right') && !cross;
  const before = generated
    ? still
      ? 0
      : steps[0][1] - steps[0][0]
    : cached
      ? tokenCount - extent.queries
      : 0;
  const offset = before + Number(sinks.column);
  const lists = listsFor(tokenLists(opened), [...stack.layers.flat(), ...(k?.layers.flat() ?? [])]);
  const whole = tokensFor(lists, {
    queries: extent.queries,
    keys: tokenCount,
    offset: before,
    generated,
    cross,
  });
  const batch = corrections.batch ?? 0;
  // Weights that are read in slices are read as they are.
  const isHeld = kind === 'qk' || extent.queries * extent.keys <= MOST_CELLS;
  const isText = isHeld && !generated && !cross && extent.queries === extent.keys;
  const kept = isText
    ? tokenRangesOf(opened, candidate, { batch, count: tokenCount, tokens: whole.tokens })
    : null;
  const { queries, keys } = kept ? { queries: kept[1], keys: kept[1] } : extent;
  const given = kept ? { ...whole, ...cut(whole, kept) } : whole;
  if (kept) notes.push((t) => t.maps.reading.padding(tokenCount - kept[1]));
  const named = sinks.column ? { ...given, ...withSink(given, queries, kept ? keys : tokenCount) } : given;
  if (sinks.column) notes.push((t) => t.maps.reading.sinkColumn);
  notes.push(...sinks.notes);
  const inBatch = v?.layers[0][0].shape.every(
    (length, at) => vAxes[at] !== 'fixed' || length === 1 || length > batch,
  );
  const isShared = (/** @type {number} */ vHeads) =>
    kind === 'qk' ? vHeads === kvHeads : heads % vHeads === 0;
  const fits =
    v !== null &&
    inBatch &&
    layersOf(v, vAxes) === layers &&
    isShared(lengthIn(v, vAxes, 'head') * (candidate.split?.[1] ?? 1)) &&
    lengthIn(v, vAxes, 'key') === extent.keys;
  if (v && !fits) notes.push((t) => t.maps.reading.valuesLeft[kind](shapeText(v.layers[0][0].shape)));
  const parts = (/** @type {Stack | null} */ each, /** @type {Axis[]} */ its) =>
    each ? partsOf(each, its, batch).map((part) => partly(part, kept, candidate.split)) : [];
  return {
    reading: {
      kind,
      layers,
      heads,
      kvHeads,
      queries,
      keys: keys + sinks.added,
      offset,
      weights: kind === 'weights' ? parts(stack, axes) : [],
      q: kind === 'qk' ? parts(stack, axes) : [],
      k: parts(k, kAxes),
      v: fits ? parts(v, vAxes) : [],
      qk: options,
      tokens: named.tokens,
      queryTokens: named.queryTokens,
      sinks: sinks.scores,
      reach:
        generated && !still ? steps.flatMap(([length, there]) => Array.from({ length }, () => there)) : null,
    },
    size,
    notes: [...notes, ...named.notes],
  };
}

/**
 * Whether the file does not say if a query sees later keys: the reader is asked. Queries that are fewer than
 * the keys are of a cache or of another text.
 *
 * @param {Candidate} candidate
 * @param {Corrections} corrections
 */
export const asksCausal = ({ kind, causal, cross }, corrections) =>
  kind === 'qk' && causal === null && corrections.causal === null && !cross;

/** A shape as it is written: (6, 12, 17, 17). @param {number[]} shape */
export const shapeText = (shape) => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

/**
 * The notes about axes, batches and the numbers of layers.
 *
 * @param {Candidate} candidate
 * @param {Corrections} corrections
 * @param {Axis[]} axes
 */
function readingNotes({ stack, unsure, unread, early }, corrections, axes) {
  const [{ shape }] = stack.layers[0];
  /** @type {Say[]} */
  const notes = [];
  if (unsure && !corrections.axes)
    notes.push((t) => t.maps.reading.unsure(shapeText(shape), axesText(axes, t)));
  if (unread.length > 0) notes.push((t) => t.maps.reading.unreadMask(unread.map(shownName).join(' and ')));
  if (early && !corrections.rope) notes.push((t) => t.maps.reading.beforeRope);
  const batch = axes.findIndex((axis, at) => axis === 'fixed' && shape[at] > 1);
  if (batch !== -1) notes.push((t) => t.maps.reading.batchOf(shape[batch], corrections.batch ?? 0));
  const { numbers } = stack;
  if (numbers && numbers.some((number, layer) => number !== layer)) {
    const [words, list] = [
      numbers.length === 1 ? /** @type {const} */ ('numberedOne') : /** @type {const} */ ('numbered'),
      numbersText(numbers),
    ];
    notes.push((t) => t.maps.reading[words](list));
  }
  const { heads } = stack;
  if (heads?.some((number, head) => number !== head))
    notes.push((t) => t.maps.reading.numberedHeads(numbersText(heads)));
  return notes;
}

/** A few numbers in full, many by their ends. @param {number[]} numbers */
const numbersText = (numbers) =>
  numbers.length > 8
    ? `${numbers.slice(0, 3).join(', ')} … ${numbers[numbers.length - 1]}`
    : numbers.join(', ');

/**
 * What axes are, in words: (layer, head, query, key).
 *
 * @param {Axis[]} axes @param {import('../../../page/words/en.js').Strings} t
 */
const axesText = (axes, t) => `(${axes.map((axis) => t.maps.reading.axes[axis]).join(', ')})`;

/**
 * Tokens without padding.
 *
 * @param {{ tokens: string[], queryTokens: string[] }} named @param {[number, number]} kept
 */
const cut = ({ tokens, queryTokens }, [first, length]) => ({
  tokens: tokens.slice(first, first + length),
  queryTokens: queryTokens.slice(first, first + length),
});

/**
 * A part of which not all is read.
 *
 * @param {Part} part
 * @param {[first: number, length: number] | null} kept
 * @param {Candidate['split']} split
 * @returns {Part}
 */
function partly(part, kept, split) {
  const heads = split?.[part.axes.includes('query') ? 0 : 1];
  return {
    ...part,
    ...(kept ? { ranges: { query: kept, key: kept } } : {}),
    ...(heads ? { split: heads } : {}),
  };
}

/** @param {Stack} stack @param {Axis[]} axes @param {number} batch @returns {Part[]} */
function partsOf({ layers, heads }, axes, batch) {
  return layers.flatMap((each, layer) => {
    let query = 0;
    return each.map((item, head) => {
      const part = partOf(item, axes, batch, layer, query);
      if (heads) return { ...part, head };
      query += lengthOf(item.shape, axes, 'query');
      return part;
    });
  });
}

/**
 * @param {Item} item
 * @param {Axis[]} axes
 * @param {number} batch
 * @param {number} layer
 * @param {number} query
 * @returns {Part}
 */
function partOf({ file, tensor, shape, cut }, axes, batch, layer, query) {
  const at = axes.map((axis, i) => (axis === 'fixed' && shape[i] > 1 ? batch : 0));
  if (!cut) return { file, tensor, axes: [...axes], at, layer, query };
  return {
    file,
    tensor,
    axes: axes.toSpliced(cut.axis, 0, 'fixed'),
    at: at.toSpliced(cut.axis, 0, cut.place),
    layer,
    query,
  };
}
