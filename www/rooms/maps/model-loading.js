import { AS_UNDERSTOOD, fileOf, freshState, sameShape } from './state.js';
/** @import { Strings } from '../../page/words/en.js' */
/** @import { Corrections, MapsState, Opened, Reading } from './types.js' */

/**
 * How files are understood.
 *
 * @typedef {object} Understanding
 * @property {(opened: Opened) => any[]} understand - what they may be taken for, best first
 * @property {(opened: Opened, candidate: any, corrections: Corrections) => { reading: Reading } | { refused: (t: Strings) => string }} readingOf
 * @property {(opened: Opened) => (t: Strings) => string} rejectionReason - why nothing is understood
 */

/**
 * How files that were just opened are read and viewed: as a view of heads of the same shape, with its
 * corrections, else as the room opens. The sample is viewed as the wanted state says, if it can be read so.
 *
 * @param {Opened} opened
 * @param {any[]} candidates - at least one
 * @param {Understanding['readingOf']} readingOf
 * @param {MapsState[]} wanted - views, the first that fits is kept; the look of the first of all is kept in
 *   any case
 * @param {boolean} isSample
 * @returns {{ reading: Reading, state: MapsState } | { refused: (t: Strings) => string }}
 */
export function initialView(opened, candidates, readingOf, wanted, isSample) {
  for (const state of wanted) {
    const candidate = candidates[state.corrections.candidate ?? 0];
    const answer =
      (state.file || isSample) && candidate ? readingOf(opened, candidate, state.corrections) : null;
    if (!answer || 'refused' in answer) continue;
    if (isSample) return { reading: answer.reading, state };
    const file = fileOf(fileNameOf(opened, answer.reading), answer.reading);
    if (sameShape(file, state.file)) return { reading: answer.reading, state: { ...state, file } };
  }
  const answer = readingOf(opened, candidates[0], AS_UNDERSTOOD);
  if ('refused' in answer) return answer;
  const { reading } = answer;
  return {
    reading,
    state: freshState(wanted[0], isSample ? null : fileOf(fileNameOf(opened, reading), reading)),
  };
}

/** The name of the file that heads are read from. @param {Opened} opened @param {Reading} reading */
export function fileNameOf({ files }, { weights, q }) {
  const [part] = [...weights, ...q];
  return files.find(({ id }) => id === part?.file)?.name ?? '';
}
