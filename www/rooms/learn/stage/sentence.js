import { html } from '../../../ui/html.js';

/**
 * A sentence in which some words belong to a part of the figure:
 * `A score is [q:one query] times [k:one key].` Pointing at these words highlights the part, and pointing at
 * the part highlights the words. The parts of a matrix figure are `q` (a row of the left operand), `k` (a
 * column of the right operand) and `r` (the result); a custom figure may have others.
 *
 * @typedef {string | { part: string, text: string }} Said
 */

const PART = /\[(\w+):([^\]]*)\]/g;

/** @param {string} sentence @returns {Said[]} */
export function parsed(sentence) {
  /** @type {Said[]} */
  const said = [];
  let from = 0;
  for (const found of sentence.matchAll(PART)) {
    if (found.index > from) said.push(sentence.slice(from, found.index));
    said.push({ part: found[1], text: found[2] });
    from = found.index + found[0].length;
  }
  if (from < sentence.length) said.push(sentence.slice(from));
  return said;
}

/** The sentence as plain text, as it is announced. @param {string} sentence */
export function plain(sentence) {
  return sentence.replaceAll(PART, '$2');
}

/** `W_O` as it is written elsewhere, with an index. @param {string} text */
function indexed(text) {
  return text
    .split(/([A-Z]_[A-Z])\b/)
    .map((each, index) => (index % 2 === 0 ? each : html`<i>${each[0]}</i><sub>${each[2]}</sub>`));
}

/**
 * @param {object} props
 * @param {string} props.sentence
 * @param {string[]} props.lit - the highlighted parts
 * @param {(part: string | null) => void} props.light
 * @param {string} [props.kind] - `asks` for a question below the sentence
 */
export function Sentence({ sentence, lit, light, kind = '' }) {
  return html`<p class=${`say ${kind}`}>
    ${parsed(sentence).map((each) =>
      typeof each === 'string'
        ? indexed(each)
        : html`<mark
            class=${`${each.part}${lit.includes(each.part) ? ' lit' : ''}`}
            onPointerEnter=${() => light(each.part)}
            onPointerLeave=${() => light(null)}
            tabindex="0"
            onFocus=${() => light(each.part)}
            onBlur=${() => light(null)}
            >${indexed(each.text)}</mark
          >`,
    )}
  </p>`;
}
