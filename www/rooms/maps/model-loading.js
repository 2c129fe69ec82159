import { NO_CORRECTIONS, fileOf, freshState, sameShape } from './state.js';
/** @import { Strings } from '../../words/languages.js' */
/** @import { Corrections, MapsState, Opened, Reading } from './types.js' */

/**
 * The interpretation of files.
 *
 * @typedef {object} Understanding
 * @property {(opened: Opened) => any[]} understand - the possible interpretations, best first
 * @property {(opened: Opened, candidate: any, corrections: Corrections) => { reading: Reading } | { refused: (t: Strings) => string }} readingOf
 * @property {(opened: Opened) => (t: Strings) => string} rejectionReason - why there is no interpretation
 */

/**
 * The reading and the state of files that were just opened: the first wanted view whose file has the same
 * shape, with its corrections. Otherwise the initial view, with the language and colors of the first wanted
 * one. The sample has the first wanted view that can be read.
 *
 * @param {Opened} opened
 * @param {any[]} candidates - at least one
 * @param {Understanding['readingOf']} readingOf
 * @param {MapsState[]} wanted - at least one
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
  const answer = readingOf(opened, candidates[0], NO_CORRECTIONS);
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
