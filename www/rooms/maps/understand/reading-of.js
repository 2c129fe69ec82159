import { NO_CORRECTIONS } from '../state.js';
import { correctedAxes, optionsOf } from './corrections.js';
import { extentOf, MOST_CELLS, layersOf, lengthIn, lengthOf, refusalOf } from './extent.js';
import { shownName } from './names.js';
import { unpaddedRange } from './padding.js';
import { withHeads } from './split.js';
import { sinksOf, withSink } from './sinks.js';
import { tokensFor, listsFor, tokenLists } from './tokens.js';
/** @import { Axis, Opened, Part } from '../types.js' */
/** @import { Strings } from '../../../words/languages.js' */
/** @import { Candidate, Corrections, Item, Message, Outcome, Stack } from './types.js' */

/**
 * The reading of a candidate with the reader's corrections and notes about it, or the reason why it cannot be
 * read.
 *
 * @param {Opened} opened - for the tokens
 * @param {Candidate} understood
 * @param {Corrections} [corrections] - untrusted, because they may come from a link
 * @returns {Outcome}
 */
export function readingOf(opened, understood, corrections = NO_CORRECTIONS) {
  const candidate = withHeads(understood, corrections.heads);
  if ('refused' in candidate) return candidate;
  const all = correctedAxes(candidate, corrections);
  if ('refused' in all) return all;
  const { axes, kAxes, vAxes } = all;
  const { kind, numbers, stack, k, v, cross } = candidate;
  const extent = extentOf(candidate, all);
  const { layers, heads, kvHeads, size, steps } = extent;
  const refused = refusalOf(candidate, all, extent);
  if (refused) return { refused };
  const options = optionsOf(candidate, corrections, extent);
  if ('refused' in options) return options;
  const sinks = sinksOf(candidate, extent);
  // One of the keys may be the column of a sink, which is not a token.
  const tokenCount = extent.keys - Number(sinks.column && sinks.added === 0);

  const notes = readingNotes(candidate, corrections, axes);
  const generated = steps.length > 1;
  // With a static cache, all steps have the same number of keys.
  const isStatic = generated && steps[0][1] === extent.keys;
  if (generated) notes.push((t) => t.maps.reading[isStatic ? 'below' : 'assembled']({ steps: steps.length }));
  const isCached = (extent.queries === 1 || options.causal === 'lower_right') && !cross;
  let before = 0;
  if (generated && !isStatic) before = steps[0][1] - steps[0][0];
  else if (!generated && isCached) before = tokenCount - extent.queries;
  const offset = before + Number(sinks.column);
  const lists = listsFor(tokenLists(opened), [...stack.layers.flat(), ...(k?.layers.flat() ?? [])]);
  const whole = tokensFor(lists, {
    queries: extent.queries,
    keys: tokenCount,
    offset: before,
    generated,
  });
  const batch = corrections.batch ?? 0;
  // Padding is not removed from weights that are read in slices.
  const isInMemory = kind === 'qk' || extent.queries * extent.keys <= MOST_CELLS;
  const isText = isInMemory && !generated && !cross && extent.queries === extent.keys;
  const range = isText
    ? unpaddedRange(opened, candidate, { batch, count: tokenCount, tokens: whole.tokens })
    : null;
  const { queries, keys } = range ? { queries: range[1], keys: range[1] } : extent;
  const unpadded = range ? { ...whole, ...tokensIn(whole, range) } : whole;
  if (range) notes.push((t) => t.maps.reading.padding({ n: tokenCount - range[1] }));
  const named = sinks.column
    ? { ...unpadded, ...withSink(unpadded, queries, range ? keys : tokenCount) }
    : unpadded;
  if (sinks.column) notes.push((t) => t.maps.reading.sinkColumn);
  notes.push(...sinks.notes);
  const valuesFit = (/** @type {Stack} */ values) => {
    const { shape } = values.layers[0][0];
    const hasBatch = shape.every((length, at) => vAxes[at] !== 'fixed' || length === 1 || length > batch);
    const vHeads = lengthIn(values, vAxes, 'head') * (candidate.split?.[1] ?? 1);
    return (
      hasBatch &&
      layersOf(values, vAxes) === layers &&
      (kind === 'qk' ? vHeads === kvHeads : heads % vHeads === 0) &&
      lengthIn(values, vAxes, 'key') === extent.keys
    );
  };
  const fits = v !== null && valuesFit(v);
  if (v && !fits)
    notes.push((t) => t.maps.reading.valuesLeft[kind]({ shape: shapeText(v.layers[0][0].shape) }));
  const parts = (/** @type {Stack | null} */ each, /** @type {Axis[]} */ its) =>
    each ? partsOf(each, its, batch).map((part) => withRanges(part, range, candidate.split)) : [];
  return {
    reading: {
      kind,
      ...(numbers !== 'weights' && { numbers }),
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
        generated && !isStatic ? steps.flatMap(([length, seen]) => Array.from({ length }, () => seen)) : null,
    },
    size,
    notes: [...notes, ...named.notes],
  };
}

/**
 * Whether the reader should be asked if queries attend to later keys, because the files do not define it.
 *
 * @param {Candidate} candidate
 * @param {Corrections} corrections
 */
export const asksCausal = ({ kind, causal, cross }, corrections) =>
  kind === 'qk' && causal === null && corrections.causal === null && !cross;

/** A shape as Python prints it: (6, 12, 17, 17) or (17,). @param {number[]} shape */
export const shapeText = (shape) => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

/**
 * Notes about axes, masks, batches and the numbers of layers and heads.
 *
 * @param {Candidate} candidate
 * @param {Corrections} corrections
 * @param {Axis[]} axes
 */
function readingNotes({ stack, unsure, unread, early }, corrections, axes) {
  const [{ shape }] = stack.layers[0];
  /** @type {Message[]} */
  const notes = [];
  if (unsure && !corrections.axes)
    notes.push((t) => t.maps.reading.unsure({ shape: shapeText(shape), axes: axesText(axes, t) }));
  if (unread.length > 0)
    notes.push((t) => t.maps.reading.unreadMask({ clauses: unread.map(shownName).join(' and ') }));
  if (early && !corrections.rope) notes.push((t) => t.maps.reading.beforeRope);
  const batch = axes.findIndex((axis, at) => axis === 'fixed' && shape[at] > 1);
  if (batch !== -1)
    notes.push((t) => t.maps.reading.batchOf({ length: shape[batch], at: corrections.batch ?? 0 }));
  const { numbers, heads } = stack;
  if (numbers?.some((number, layer) => number !== layer))
    notes.push((t) =>
      numbers.length === 1
        ? t.maps.reading.numberedOne({ number: numbersText(numbers) })
        : t.maps.reading.numbered({ list: numbersText(numbers) }),
    );
  if (heads?.some((number, head) => number !== head))
    notes.push((t) => t.maps.reading.numberedHeads({ list: numbersText(heads) }));
  return notes;
}

/** @param {number[]} numbers */
const numbersText = (numbers) =>
  numbers.length > 8
    ? `${numbers.slice(0, 3).join(', ')} … ${numbers[numbers.length - 1]}`
    : numbers.join(', ');

/** The translated meanings of axes: (layer, head, query, key). @param {Axis[]} axes @param {Strings} t */
const axesText = (axes, t) => `(${axes.map((axis) => t.maps.reading.axes[axis]).join(', ')})`;

/** @param {{ tokens: string[], queryTokens: string[] }} named @param {[first: number, length: number]} range */
const tokensIn = ({ tokens, queryTokens }, [first, length]) => ({
  tokens: tokens.slice(first, first + length),
  queryTokens: queryTokens.slice(first, first + length),
});

/**
 * @param {Part} part
 * @param {[first: number, length: number] | null} range - the tokens without padding
 * @param {Candidate['split']} split
 * @returns {Part}
 */
function withRanges(part, range, split) {
  const heads = split?.[part.axes.includes('query') ? 0 : 1];
  return {
    ...part,
    ...(range && { ranges: { query: range, key: range } }),
    ...(heads && { split: heads }),
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
  const part = { file, tensor, axes: [...axes], at, layer, query };
  if (cut) {
    part.axes.splice(cut.axis, 0, 'fixed');
    part.at.splice(cut.axis, 0, cut.place);
  }
  return part;
}
