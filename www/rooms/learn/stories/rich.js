/**
 * Marks in sentences: `_met_` is a word of the figure's sentence, `_met@7_` the word at that index, and
 * `*Jane*` an important one. Pointing at a word of the figure highlights its mark, and the other way round.
 */

const MARK = /_([^_@]+)(?:@(\d+))?_|\*([^*@]+)(?:@(\d+))?\*/g;

/** Replaces characters that the stage does not accept in the name of a part. @param {string} text */
const slug = (text) => text.replaceAll(/\W+/gu, '_');

/** Converts marks to those of the stage. @param {string} text */
export function marked(text) {
  return text.replaceAll(MARK, (_, word, place, term, at) =>
    word === undefined ? `[term_${at ?? slug(term)}:${term}]` : `[word_${place ?? slug(word)}:${word}]`,
  );
}

/** Removes marks. @param {string} text */
export function unmarked(text) {
  return text.replaceAll(MARK, '$1$3');
}

/**
 * The name of the part of a sentence that marks a word of the figure, or null.
 *
 * @param {string} sentence - with the marks of the stage
 * @param {string} word
 * @param {number} place
 */
export function partOf(sentence, word, place) {
  const names = [String(place), slug(word)].flatMap((each) => [`word_${each}`, `term_${each}`]);
  return names.find((name) => sentence.includes(`[${name}:`)) ?? null;
}
