import { html, useLayoutEffect, useRef, useState } from '../../../ui/html.js';
import { LIMITS, SENTENCE } from './settings.js';
/** @import { LiveProps } from './next-view.js' */

/**
 * What is open and how to edit it: the facts of the model, its text as a field, and what is wrong with it.
 *
 * @param {LiveProps & { open: (what: 'sample' | 'small') => void }} props
 */
export function LiveBar({ model, live, writer, open }) {
  const { state, t } = model;
  const words = t.maps.live;
  const [isEditing, setEditing] = useState(false);
  if (state.text === null)
    return html`<button type="button" class="link" onClick=${() => open('small')}>${words.small}</button>`;
  return html`<section class="live-bar" aria-label=${words.heading}>
    <p class="facts">
      <b class="model-name">${words.name}</b>
      <span class=${live.problem ? 'dot wrong' : 'dot'} aria-hidden="true"></span>
      <span>${words.facts}</span>
    </p>
    <div class="live-tools">
      <button
        type="button"
        class="play"
        aria-expanded=${String(isEditing)}
        onClick=${() => setEditing(!isEditing)}
      >
        ${isEditing ? words.done : words.edit}
      </button>
      <button type="button" class="play" disabled=${state.text === ''} onClick=${() => writer.type('')}>
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
      <button type="button" class="link" onClick=${() => open('sample')}>${words.sample}</button>
    </div>
    ${isEditing && html`<${Editor} ...${{ text: state.text, words, writer, end: () => setEditing(false) }} />`}
    <p class="live-said" role="status">${said({ model, live })}</p>
  </section>`;
}

/**
 * What there is to say about the text: that it is empty, too long, or cannot be run.
 *
 * @param {Pick<LiveProps, 'model' | 'live'>} props
 */
function said({ model: { state, t }, live }) {
  const words = t.maps.live;
  if (live.problem) return live.problem(t);
  if (live.model === null) return words.loading;
  if (state.text === '') return words.empty;
  const { pass, model } = live;
  if (pass && pass.left > 0)
    return words.tooLong({ positions: String(model.facts.positions), left: pass.left });
  return '';
}

/**
 * The whole text as a field.
 *
 * @param {{ text: string, words: LiveProps['model']['t']['maps']['live'], writer: LiveProps['writer'], end: () => void }} props
 */
function Editor({ text, words, writer, end }) {
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
    maxlength=${LIMITS.text}
    rows="3"
    spellcheck=${false}
    value=${text}
    onInput=${(/** @type {any} */ { currentTarget }) => writer.type(currentTarget.value)}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && end()}
  ></textarea>`;
}
