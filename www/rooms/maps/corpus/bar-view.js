import { html, useLayoutEffect, useRef } from '../../../ui/html.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { Store } from './store.js' */

/**
 * The open text of a store, with the ways to the texts beside it and to all of them.
 *
 * @param {object} props
 * @param {Strings['corpus']} props.words
 * @param {Store} props.store
 * @param {number} props.text - its number
 * @param {boolean} props.isAverage - whether the mean over all texts as long as it is open
 * @param {(text: number | null) => void} props.choose
 * @param {(node: HTMLElement | null) => void} props.arrive - gives the focus to a control of a view that has just come
 */
export function Bar({ words, store, text, isAverage, choose, arrive }) {
  const back = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => arrive(back.current), []);
  const tokens = store.lengths[text];
  const same = store.lengths.filter((length) => length === tokens).length;
  const found = store.sequences?.opened(text);
  const step = (/** @type {1 | -1} */ by, /** @type {string} */ label) => {
    const to = besideIn(store, text, by);
    return html`<button
      type="button"
      class="icon"
      aria-label=${label}
      title=${label}
      disabled=${to === null}
      onClick=${() => choose(to)}
    >
      ${by < 0 ? '‹' : '›'}
    </button>`;
  };
  return html`<nav class="corpus-bar" aria-label=${words.texts}>
    ${!isAverage && step(-1, words.previous)}
    <span class="where" role="status">
      ${found ? words.sequenceOf({ ...found.sequence, intervals: Number(store.sequences?.intervals) }) : isAverage ? words.textAverage({ n: same, tokens }) : words.textOf({ text, n: store.layout.texts })}
    </span>
    ${!isAverage && step(1, words.next)}
    <button type="button" class="link" ref=${back} onClick=${() => choose(null)}>
      ${found ? words.allSequences : words.all}
    </button>
    ${found && html`<span class="stored">${words.storedOnly({ n: found.stored, cells: found.n * found.n })}</span>`}
  </nav>`;
}

/**
 * The text before or behind another one; null if there is none.
 *
 * @param {Store} store @param {number} text @param {1 | -1} by
 */
function besideIn({ beside, lengths }, text, by) {
  if (beside) return beside(text, by);
  let at = text + by;
  // Texts without tokens, and those that are not computed, have no heads.
  while (lengths[at] <= 0) at += by;
  return at in lengths ? at : null;
}
