import { unfitTokens } from '../../engine/maps.js';
import { canAlign } from './head/aligned.js';
import { interpreted } from './reading/interpreted.js';
import { NO_CORRECTIONS, fileOf, freshState, sameShape } from './state.js';
/** @import { Found, Interpretation, MapsData, MapsState, Message, Opened, Reading, Wanted } from './types.js' */

/**
 * The reading of files, or why there is none.
 *
 * @param {Interpretation} found @returns {Found | { refused: Message }}
 */
export const outcomeOf = ({ outcome, rejection }) =>
  outcome ?? { refused: /** @type {Message} */ (rejection) };

/**
 * The reading and the state of files that were just opened: the first wanted view whose file has the same
 * shape, with its corrections. Otherwise the initial view, with the language and colors of the first wanted
 * one. The sample has the first wanted view that can be read.
 *
 * @param {Opened} opened
 * @param {MapsState[]} wanted - at least one
 * @param {boolean} isSample
 * @param {boolean} [isAverage]
 * @returns {{ reading: Reading, state: MapsState } | { refused: Message }}
 */
export function initialView(opened, wanted, isSample, isAverage = false) {
  for (const state of wanted) {
    const answer = state.file || isSample ? interpreted(opened, state.corrections).outcome : null;
    if (!answer || 'refused' in answer) continue;
    if (isSample) return { reading: answer.reading, state };
    const file = fileOf(fileNameOf(opened, answer.reading), answer.reading);
    if (!sameShape(file, state.file)) continue;
    // A policy that was chosen for another file does not hide the picks that this one has.
    const hasOwn = Boolean(answer.reading.selected?.length) && state.file?.name !== file.name;
    return {
      reading: answer.reading,
      state: { ...state, file, ...(hasOwn && { picks: /** @type {const} */ ('file') }) },
    };
  }
  const corrections = isAverage ? { ...NO_CORRECTIONS, average: true } : NO_CORRECTIONS;
  const answer = outcomeOf(interpreted(opened, corrections));
  if ('refused' in answer) return answer;
  const { reading } = answer;
  const fresh = freshState(wanted[0], isSample ? null : fileOf(fileNameOf(opened, reading), reading));
  return { reading, state: { ...fresh, corrections } };
}

/**
 * The reading and the state of files that were just opened, or why they cannot be shown. `isTokens`: they
 * have only tokens, which belong to the open files.
 *
 * @param {Opened} opened
 * @param {Wanted} wanted
 * @returns {{ reading: Reading, state: MapsState, isTokens: boolean } | { refused: Message } | { other: { queries: number, keys: number } }}
 */
export function chosenView(opened, { views, isSample, isAverage, present, beside }) {
  const own = interpreted(opened, NO_CORRECTIONS);
  const isTokens =
    own.candidates.length === 0 && present.length > 0 && opened.files.some(({ tokens }) => tokens.length > 0);
  if (isTokens || !beside) {
    // The last view is that of the open files.
    const { corrections } = views[views.length - 1];
    const unfit = isTokens ? unfitTokens(present, opened.files, corrections) : null;
    if (unfit) return { refused: unfit };
    const all = isTokens ? { files: [...present, ...opened.files], refused: [] } : opened;
    const view = initialView(all, views, isSample, isAverage);
    return 'refused' in view ? view : { ...view, isTokens };
  }
  const answer = outcomeOf(own);
  if ('refused' in answer) return answer;
  const { reading } = answer;
  const { queries, keys } = reading;
  const isOther = queries !== beside.queries || keys !== beside.keys;
  if (isOther && !(beside.canAlign && canAlign(reading))) return { other: { queries, keys } };
  return { reading, state: views[0], isTokens };
}

/** Files with more heads have thumbnails of half the resolution, which are also smaller on the screen. */
const MANY = 512;

/**
 * How all heads are measured.
 *
 * @param {Reading} reading
 * @param {MapsData['tokens']} tokens
 * @param {number} side - the resolution of thumbnails
 */
export function measuring({ layers, heads, keys }, tokens, side) {
  const ids = tokens?.ids.length === keys ? tokens.ids : null;
  return { side: Math.round(layers * heads > MANY ? side / 2 : side), tokens: ids, sink: 1, reach: 1 };
}

/** The name of the file that heads are read from. @param {Opened} opened @param {Reading} reading */
export function fileNameOf({ files }, { weights, q }) {
  const [part] = [...weights, ...q];
  return files.find(({ id }) => id === part?.file)?.name ?? '';
}
