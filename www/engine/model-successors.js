/** Successor heads: heads that write what comes next in a list such as one, two, three. */
import { headPlaces } from './model-places.js';
import { run } from './model-run.js';
/** @import { LanguageModel } from './model.js' */
/** @import { Text } from './model-effects.js' */
/** @import { Watch } from './model-run.js' */

/** Lists in their order. The words of a list may be tokens of a text with a space before them, or without. */
const LISTS = [
  'zero one two three four five six seven eight nine ten eleven twelve',
  'first second third fourth fifth sixth seventh eighth ninth tenth',
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
  'January February March April May June July August September October November December',
  '0 1 2 3 4 5 6 7 8 9',
  'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z',
].map((list) => list.split(' '));

/**
 * How much each head writes directly for the successor of a token, on this text: the logit that it writes
 * at the token for the next word of its list, minus the mean of what it writes for the other words of the
 * list, in logits.
 *
 * A score is the mean over the tokens of the text that are in a list and have a successor. Only words that
 * are one token of the model count. Layers that come later may change what is written.
 *
 * - source: Gould et al., "Successor Heads", 2023, whose measure reads the parameters instead of a text
 *
 * @param {LanguageModel} model
 * @param {Text} text
 * @param {Watch} [watch]
 * @returns {Promise<{ layer: number, head: number, score: number }[] | null>} by layer, then head; null if no token of
 *   the text is in a list, or if the model has no tokenizer or no logits
 */
export async function successors(model, text, watch) {
  if (!model.facts.hasTokenizer || !model.facts.hasLogits) return null;
  const ids = Array.from(typeof text === 'string' ? model.encode(text) : text);
  const places = ids.map((id) => placeOf(model, id));
  const positions = [...ids.keys()].filter((at) => places[at] !== null);
  if (positions.length === 0) return null;
  const watched = [...new Set(positions.flatMap((at) => /** @type {Place} */ (places[at]).list))];
  const running = await run(model, { texts: [ids], watched, direct: true, positions }, watch);
  try {
    const scores = headPlaces(model.facts).map((place) => ({ ...place, score: 0 }));
    for (const { source, layer, head, position, watched: logits } of running.readouts()) {
      const place = places[position];
      const found = source === 'head' && scores.find((each) => each.layer === layer && each.head === head);
      if (!found || !place) continue;
      const written = place.list.map((id) => logits[watched.indexOf(id)]);
      const others = written.filter((_, at) => at !== place.next);
      const mean = others.reduce((sum, logit) => sum + logit, 0) / others.length;
      found.score += (written[place.next] - mean) / positions.length;
    }
    return scores;
  } finally {
    running.free();
  }
}

/** @typedef {{ list: number[], next: number }} Place - the ids of a list, and the index of the successor */

/**
 * The list of a token, if it has a successor there.
 *
 * @param {LanguageModel} model
 * @param {number} id
 * @returns {Place | null}
 */
function placeOf(model, id) {
  const [{ text, special }] = model.pieces([id]);
  const word = text.trim();
  const words = special ? undefined : LISTS.find((list) => list.includes(word));
  if (!words) return null;
  // A text has a space before each word that is written next.
  const tokens = words.map((each) => [...model.encode(` ${each}`)]);
  const start = model.encode('').length;
  const known = words
    .map((_, at) => ({ at, ids: tokens[at].slice(start) }))
    .filter(({ ids }) => ids.length === 1);
  const next = known.findIndex(({ at }) => at === words.indexOf(word) + 1);
  return next < 0 || known.length < 3 ? null : { list: known.map(({ ids: [only] }) => only), next };
}
