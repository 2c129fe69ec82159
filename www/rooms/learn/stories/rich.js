/**
 * Sentences with marks: `_met_` is a word of the sentence that is talked about, `_met@7_` the word at that
 * place, and `*Jane*` one that matters. A marked word belongs to the words of the figure: pointing at one
 * highlights the other.
 */

const MARK = /_([^_@]+)(?:@(\d+))?_|\*([^*@]+)(?:@(\d+))?\*/g;

/** The name of a part without what the stage does not take. @param {string} text */
const slug = (text) => text.replaceAll(/\W+/gu, '_');

/** The sentence with the marks of the stage. @param {string} text */
export function marked(text) {
  return text.replaceAll(MARK, (_, word, place, term, at) =>
    word === undefined ? `[term_${at ?? slug(term)}:${term}]` : `[word_${place ?? slug(word)}:${word}]`,
  );
}

/** The same as plain text. @param {string} text */
export function unmarked(text) {
  return text.replaceAll(MARK, '$1$3');
}

/**
 * The part of a sentence that a word of the figure belongs to, or null.
 *
 * @param {string} sentence - with the marks of the stage
 * @param {string} word
 * @param {number} place
 */
export function partOf(sentence, word, place) {
  const names = [String(place), slug(word)].flatMap((each) => [`word_${each}`, `term_${each}`]);
  return names.find((name) => sentence.includes(`[${name}:`)) ?? null;
}
