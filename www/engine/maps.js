/**
 * The functions of the Models room: tensors from files, maps of heads, their measures, and their pixels.
 *
 * Large data stays in the memory of the wasm, behind handles, which the caller frees with `free`. A call that
 * takes ownership of a handle frees it, also on an error; calling `free` again is allowed. After a failure of
 * the engine all handles are invalid, and calls on them throw an error.
 *
 * The bindings have the types and the comments of all classes and functions.
 */
import { engineError } from './instance.js';
import { bindings, exposed, handle } from './maps-instance.js';

export { isReady, load, program, reload } from './maps-instance.js';

/**
 * @typedef {bindings.NeededBytes} NeededBytes
 * @typedef {bindings.TensorListing} TensorListing
 * @typedef {bindings.TensorPick} TensorPick
 * @typedef {bindings.TensorValues} TensorValues
 * @typedef {bindings.TensorSingles} TensorSingles
 * @typedef {bindings.TensorFileError} TensorFileError
 * @typedef {bindings.AttentionRule} AttentionRule
 * @typedef {bindings.Axis} Axis
 * @typedef {bindings.ListedFile} ListedFile
 * @typedef {bindings.ModelPart} ModelPart
 * @typedef {bindings.NamedTensors} NamedTensors
 * @typedef {bindings.Numbers} Numbers
 * @typedef {bindings.Padding} Padding
 * @typedef {bindings.Part} Part
 * @typedef {bindings.Reading} Reading
 * @typedef {bindings.Interpretation} Interpretation
 * @typedef {bindings.Choice} Candidate
 * @typedef {bindings.Found} Found
 * @typedef {bindings.Text} Text
 * @typedef {bindings.Note | bindings.Refusal | bindings.Rejection} Message - the key of a text, with its values
 * @typedef {{ causal: bindings.ReadingRule['causal'] | null, tokens: TokenScheme | null }} Chosen - the notation
 *   of the tokens does not affect the interpretation
 * @typedef {Omit<Required<bindings.Corrections>, 'causal'> & Chosen} Corrections - null for the default
 * @typedef {bindings.OverviewOptions} OverviewOptions
 * @typedef {bindings.HeadOverview} HeadOverview
 * @typedef {bindings.MeasureName} MeasureName
 * @typedef {bindings.ViewInfo} ViewInfo
 * @typedef {bindings.TokenScheme} TokenScheme
 * @typedef {bindings.TokensRead} TokensRead
 * @typedef {bindings.MapPaintOptions} MapPaintOptions
 * @typedef {bindings.MapScale} MapScale
 * @typedef {bindings.ViewOptions & { minus: HeadMap | null }} ViewOptions - `minus` must have the same shape
 * @typedef {bindings.KeptPolicy} Policy
 * @typedef {bindings.Columns} Columns
 * @typedef {bindings.SignedFigures} SignedFigures
 * @typedef {bindings.EraseFigures} EraseFigures
 * @typedef {bindings.LargePooling} LargePooling
 * @typedef {bindings.OutstandingCell} OutstandingCell
 * @typedef {bindings.SomeQueries} SomeQueries
 * @typedef {import('./instance.js').Places} Places
 */

/** @typedef {bindings.OpeningFile} OpeningFile */
export const OpeningFile = handle(bindings.OpeningFile, 'the file');
/** @typedef {bindings.TensorFile} TensorFile */
export const TensorFile = handle(bindings.TensorFile, 'the file');
/** @typedef {bindings.TensorReading} TensorReading */
export const TensorReading = handle(bindings.TensorReading, 'the part');
/** @typedef {bindings.FileCheck} FileCheck */
export const FileCheck = handle(bindings.FileCheck, 'the check');
/** @typedef {bindings.HeadMap} HeadMap */
export const HeadMap = handle(bindings.HeadMap, 'the map');
/** @typedef {bindings.MapView} MapView */
export const MapView = handle(bindings.MapView, 'the view');
/** @typedef {bindings.LargeHead} LargeHead */
export const LargeHead = handle(bindings.LargeHead, 'the head');
/** @typedef {bindings.MaskRanges} MaskRanges */
export const MaskRanges = handle(bindings.MaskRanges, 'the mask');
/** @typedef {bindings.LinearHead} LinearHead */
export const LinearHead = handle(bindings.LinearHead, 'the head');
/** @typedef {bindings.CompressedHead} CompressedHead */
export const CompressedHead = handle(bindings.CompressedHead, 'the head with entries');
/** @typedef {bindings.PickedKeys} PickedKeys */
export const PickedKeys = handle(bindings.PickedKeys, 'the picks');
/** @typedef {bindings.PickedRanges} PickedRanges */
export const PickedRanges = handle(bindings.PickedRanges, 'the picks of rows');
/** @typedef {bindings.KeptRows} KeptRows */
export const KeptRows = handle(bindings.KeptRows, 'the rows');
/** @typedef {bindings.KeptKeys} KeptKeys */
export const KeptKeys = handle(bindings.KeptKeys, 'the kept keys');
/** @typedef {bindings.RecallCurve} RecallCurve */
export const RecallCurve = handle(bindings.RecallCurve, 'the curve');
handle(bindings.RowPools, 'the pools');
const Combining = handle(bindings.Combining, 'what is combined');
const MapList = handle(bindings.MapList, 'the list of maps');
const Rollout = handle(bindings.Rollout, 'the rollout');

export const openFile = exposed(bindings.openFile);
export const headMap = exposed(bindings.headMap);
export const weightsOf = exposed(bindings.weightsOf);
export const softmaxed = exposed(bindings.softmaxed);
export const kernelVectors = exposed(bindings.kernelVectors);
export const measureNames = exposed(bindings.measureNames);
export const overview = exposed(bindings.overview);
export const contacts = exposed(bindings.contacts);
export const valueWeighted = exposed(bindings.valueWeighted);
export const merged = exposed(bindings.merged);
export const paintMap = exposed(bindings.paintMap);
export const rowPools = exposed(bindings.rowPools);
export const pooled = exposed(bindings.pooled);
export const rowUnits = exposed(bindings.rowUnits);
export const rowSample = exposed(bindings.rowSample);
export const sampledOverview = exposed(bindings.sampledOverview);
export const linearHead = exposed(bindings.linearHead);
export const differential = exposed(bindings.differential);
export const signedFigures = exposed(bindings.signedFigures);
export const pickedKeys = exposed(bindings.pickedKeys);
export const pickedRanges = exposed(bindings.pickedRanges);
export const seenWeights = exposed(bindings.seenWeights);
export const keptKeys = exposed(bindings.keptKeys);
export const recallCurve = exposed(bindings.recallCurve);
export const unfitTokens = exposed(bindings.unfitTokens);
export const matrixSlices = exposed(bindings.matrixSlices);
const [compressed, interpreted, found, similar, viewed] = [
  exposed(bindings.compressedHead),
  exposed(bindings.interpret),
  exposed(bindings.texts),
  exposed(bindings.similarity),
  exposed(bindings.view),
];

/**
 * The interpretation of listed files, with the reader's corrections.
 *
 * @param {ListedFile[]} files @param {Partial<Corrections>} [corrections]
 */
export const interpret = (files, corrections = {}) => interpreted(files, corrections);

/**
 * The texts of files that hold several, which are the items of a batch or files with the same heads; empty if
 * they hold one. Texts that cannot be read with the corrections are left out.
 *
 * @param {ListedFile[]} files @param {Partial<Corrections>} [corrections]
 */
export const texts = (files, corrections = {}) => found(files, corrections);

/** Readable text for tokens, and an id for each. Without a scheme, it is detected. */
export const readTokens = /** @type {(tokens: string[], scheme?: TokenScheme | null) => TokensRead} */ (
  exposed(bindings.readTokens)
);

/** Starts to combine maps of one shape. NaN in one is NaN in the result. @param {'mean' | 'max'} kind */
export const combining = (kind) => new Combining(kind);

/** Starts a rollout over this number of tokens. @param {number} tokens */
export const rollout = (tokens) => new Rollout(tokens);

/**
 * Stacks the rows of generation steps, padded with zeros to this number of keys.
 *
 * @param {HeadMap[]} parts @param {number} keys
 */
export function stacked(parts, keys) {
  if (!Array.isArray(parts)) throw engineError('input', 'the parts must be an array');
  const list = new MapList();
  try {
    Array.from(parts, (part) => list.push(part));
    return list.stacked(keys);
  } finally {
    list.free();
  }
}

/**
 * The similarity of two heads, 0 to 1; null if no row can be compared.
 *
 * @param {HeadMap} a @param {HeadMap} b
 */
export const similarity = (a, b) => similar(a, b) ?? null;

/**
 * A head whose queries attend to single tokens and to entries, which stand for `m` tokens each.
 *
 * @param {object} of
 * @param {HeadMap} of.q
 * @param {HeadMap} of.k
 * @param {HeadMap} of.kCompressed - one row for each entry
 * @param {HeadMap | null} of.picks - (queries, places): the entries that each query picked, negative numbers are
 *   unused places; null if queries attend to all complete entries. Freed
 * @param {AttentionRule} of.rule - which tokens a query sees by themselves
 * @param {number} of.m
 * @param {number} of.layer
 * @param {number} of.group
 */
export const compressedHead = ({ q, k, kCompressed, picks, rule, m, layer, group }) =>
  compressed(q, k, kCompressed, picks ?? undefined, rule, m, layer, group);

/**
 * Makes a view of a map. It takes ownership of the map and the subtracted one.
 *
 * @param {HeadMap} map @param {ViewOptions} options
 */
export function view(map, options) {
  const { minus, ...rest } = options ?? {};
  if (minus === map)
    throw engineError('input', 'a map cannot be taken away from itself: it is taken over once');
  if (minus && !(minus instanceof HeadMap))
    throw engineError('input', 'the other map is not what it should be: pass what the engine gave');
  return viewed(map, rest, minus ?? undefined);
}
