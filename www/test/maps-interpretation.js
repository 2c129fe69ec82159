/** The interpretation of listings as tests ask for it: candidates, readings and texts. */
import { interpret, load } from '../engine/maps.js';
import { candidateName, say, tensorList } from '../rooms/maps/reading/messages.js';
import { sentence as readingSentence } from '../rooms/maps/reading/sentence.js';
import { NO_CORRECTIONS } from '../rooms/maps/state.js';
/** @import { Candidate, Corrections, Message, Opened, Reading } from '../rooms/maps/types.js' */
/** @import { Strings } from '../words/languages.js' */

await load();

/** @typedef {(t: Strings) => string} Text */
/** @typedef {Candidate & { name: string, at: number, from: Opened }} Found */

/** The possible interpretations, the most likely first. @param {Opened} from @returns {Found[]} */
export const understand = (from) =>
  interpret(from.files).candidates.map((candidate, at) => ({
    ...candidate,
    name: candidateName(candidate),
    at,
    from,
  }));

/** @type {(message: Message) => Text} */
const said = (message) => (t) => say(message, t);

/** @param {Opened} from @param {Found} candidate @param {Corrections} corrections */
function outcomeOf({ files }, { at }, corrections) {
  const { outcome } = interpret(files, { ...corrections, candidate: at });
  if (!outcome) throw new Error(`There is no candidate ${at}.`);
  return outcome;
}

/**
 * The reading of a candidate, or why there is none.
 *
 * @param {Opened} from
 * @param {Found} candidate
 * @param {Corrections} [corrections]
 * @returns {{ reading: Reading, size: number | null, notes: Text[] } | { refused: Text }}
 */
export function readingOf(from, candidate, corrections = NO_CORRECTIONS) {
  const outcome = outcomeOf(from, candidate, corrections);
  if ('refused' in outcome) return { refused: said(outcome.refused) };
  const { reading, size, notes } = outcome;
  return { reading, size, notes: notes.map(said) };
}

/** @param {Found} candidate @param {Corrections} corrections */
export const asksCausal = (candidate, corrections) =>
  outcomeOf(candidate.from, candidate, corrections).asks.causal;

/** @param {Found | Reading} found @param {Strings} t @param {number | null} [size] */
export function sentence(found, t, size = null) {
  if (!('from' in found)) return readingSentence(found, t, size);
  const outcome = readingOf(found.from, found);
  return 'refused' in outcome ? outcome.refused(t) : readingSentence(outcome.reading, t, outcome.size);
}

/** The first tensors that are in no candidate. @param {Opened} from */
export function unusedTensors({ files }) {
  return interpret(files).unused.first;
}

/** The tensors that are in no candidate, as a text. @param {Opened} from @param {Strings} t */
export const unusedText = ({ files }, t) => tensorList(interpret(files).unused, t);

/** Why there is no interpretation. @param {Opened} from */
export function rejectionReason({ files }) {
  const { rejection } = interpret(files);
  if (!rejection) throw new Error('There is an interpretation.');
  return said(rejection);
}
