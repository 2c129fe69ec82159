import { html, useLayoutEffect, useRef } from '../../../../ui/html.js';
import { SENTENCE } from '../settings.js';
import { Caret } from './caret.js';
/** @import { Example } from '../../state.js' */
/** @import { MapsModel } from '../../types.js' */
/** @import { Writer } from './writer.js' */

/** @typedef {{ model: MapsModel, writer: Writer }} TextProps */

/** From this length on, a text without tokens is small. */
const LONG = 80;

/**
 * The facts of the model and how to edit its text.
 *
 * @param {TextProps & { isWrong: boolean, facts: string }} props
 */
export function TextFacts({ model: { state, t }, writer, isWrong, facts }) {
  const words = t.maps.live;
  /** The button is disabled then, so the focus goes to where the next text is typed. */
  const clear = (/** @type {any} */ { currentTarget }) => {
    writer.type('');
    currentTarget.getRootNode().querySelector('.editor, .caret')?.focus();
  };
  return html`<span
      ><i class=${isWrong ? 'dot bad' : 'dot'} aria-hidden="true"></i
      >${state.model === null ? words.facts : facts}</span
    >
    <span class="live-tools">
      <button
        type="button"
        class="link"
        aria-expanded=${String(writer.isEditing)}
        onClick=${() => writer.edit(!writer.isEditing)}
      >
        ${writer.isEditing ? words.done : words.edit}
      </button>
      <button type="button" class="link" disabled=${state.text === ''} onClick=${clear}>
        ${words.clear}
      </button>
      <button
        type="button"
        class="link"
        hidden=${state.text === SENTENCE}
        onClick=${() => writer.type(SENTENCE)}
      >
        ${words.first}
      </button>
    </span>`;
}

/**
 * What can be opened without a file.
 *
 * @param {{ model: MapsModel, open: (what: Example) => void }} props
 */
export function Examples({ model: { state, data, t }, open }) {
  const words = t.maps.live;
  return html`<p class="examples">
    ${
      (state.text === null || state.model !== null) &&
      html`<button type="button" class="link" onClick=${() => open('small')}>${words.small}</button>`
    }
    ${
      !(data?.isSample && state.text === null) &&
      html`<button type="button" class="link" onClick=${() => open('sample')}>${words.sample}</button>`
    }
  </p>`;
}

/**
 * The whole text as a field, while it is edited, and what there is to say about it.
 *
 * @param {TextProps & { said: string, children?: unknown }} props
 */
export function TextBar({ model, writer, said, children }) {
  const words = model.t.maps.live;
  const text = model.state.text ?? '';
  return html`<section class="live-bar" aria-label=${words.heading}>
    ${writer.isEditing && html`<${Editor} ...${{ text, words, writer }} />`}
    <${Said} said=${said}>${children}<//>
  </section>`;
}

/** What there is to say about the text or a model. @param {{ said: string, children?: unknown }} props */
export function Said({ said, children }) {
  return html`<p class="live-said" role="status">${said}</p>
    ${children}`;
}

/**
 * What comes behind the tokens: the text that has none yet, the place to write, and what may come next. It is
 * not seen while tokens are about to be shown, which move it.
 *
 * @param {TextProps & { unread: { text: string } | null, isSeen: boolean, children?: unknown }} props
 */
export function AfterText({ model, writer, unread, isSeen, children }) {
  return html`<div class=${isSeen ? 'next' : 'next unseen'}>
    ${
      unread &&
      unread.text !== '' &&
      html`<span class=${unread.text.length > LONG ? 'unread long' : 'unread'}>${unread.text}</span>`
    }
    <${Caret} key="caret" words=${model.t.maps.live} writer=${writer} />${children}
  </div>`;
}

/**
 * The whole text as a field.
 *
 * @param {{ text: string, words: MapsModel['t']['maps']['live'], writer: Writer }} props
 */
function Editor({ text, words, writer }) {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useLayoutEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(text.length, text.length);
  }, []);
  return html`<textarea
    ref=${field}
    class="editor"
    aria-label=${words.text}
    rows="3"
    spellcheck=${false}
    value=${text}
    onInput=${(/** @type {any} */ { currentTarget }) => writer.type(currentTarget.value)}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && writer.edit(false)}
  ></textarea>`;
}
