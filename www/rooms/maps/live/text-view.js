import { html, useLayoutEffect, useRef } from '../../../ui/html.js';
import { number } from '../../../format/display.js';
import { localized } from '../../../format/separator.js';
import { bytesText } from '../overview/figures.js';
import { LIMITS, SENTENCE } from './settings.js';
/** @import { LiveProps } from './next-view.js' */

/**
 * The facts of the model and how to edit its text.
 *
 * @param {LiveProps} props
 */
export function LiveFacts({ model, live, writer }) {
  const { state, t } = model;
  const words = t.maps.live;
  return html`<span class=${live.problem ? 'dot wrong' : 'dot'} aria-hidden="true"></span>
    <span>${state.model === null ? words.facts : factsOf(live, state.model, t)}</span>
    <span class="live-tools">
      <button
        type="button"
        class="link"
        aria-expanded=${String(writer.isEditing)}
        onClick=${() => writer.edit(!writer.isEditing)}
      >
        ${writer.isEditing ? words.done : words.edit}
      </button>
      <button type="button" class="link" disabled=${state.text === ''} onClick=${() => writer.type('')}>
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
 * The facts of the reader's own model, with the memory that it takes.
 *
 * @param {LiveProps['live']} live
 * @param {string} name - of the model of the text, which may not be open
 * @param {LiveProps['model']['t']} t
 */
function factsOf({ model, bytes }, name, t) {
  if (model?.name !== name) return '';
  const { kind, layers, heads, parameters } = model.facts;
  const million = localized(number(parameters / 1e6, 1), t.language);
  return t.maps.live.ownFacts({
    kind,
    layers: String(layers),
    heads: String(heads),
    million,
    memory: bytesText(bytes, t.language),
  });
}

/**
 * What can be opened without a file.
 *
 * @param {{ model: LiveProps['model'], open: (what: 'sample' | 'small') => void }} props
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
 * @param {LiveProps} props
 */
export function LiveBar({ model, live, writer }) {
  const words = model.t.maps.live;
  const text = model.state.text ?? '';
  return html`<section class="live-bar" aria-label=${words.heading}>
    ${writer.isEditing && html`<${Editor} ...${{ text, words, writer }} />`}
    <p class="live-said" role="status">${said({ model, live, writer })}</p>
    ${
      isLong({ model, live }) &&
      html`<button type="button" class="play" onClick=${() => live.cancel()}>
        ${model.t.maps.overview.cancel}
      </button>`
    }
  </section>`;
}

/**
 * What there is to say about the text: that it is empty, too long, or cannot be run.
 *
 * @param {Pick<LiveProps, 'model' | 'live' | 'writer'>} props
 */
function said({ model, live, writer }) {
  const { state, t } = model;
  const words = t.maps.live;
  if (live.problem) return live.problem(t);
  if (live.model === null) return words.loading;
  if (live.isStopped) return t.maps.overview.stopped;
  const { facts } = live.model;
  if (isLong({ model, live }))
    return words.layersDone({ done: String(live.layers), all: String(facts.layers) });
  if (state.text === '') return words.empty;
  const { pass } = live;
  return [
    ...(writer.isCut ? [words.cut({ most: String(LIMITS.text) })] : []),
    ...(pass && pass.left > 0
      ? [words.tooLong({ positions: String(facts.positions), left: pass.left })]
      : []),
  ].join(' ');
}

/**
 * Whether a model of the reader is running, which may take long.
 *
 * @param {Pick<LiveProps, 'model' | 'live'>} props
 */
function isLong({ model: { state }, live }) {
  const { model, problem, isStopped, isBehind, layers } = live;
  return (
    state.model !== null &&
    model !== null &&
    !problem &&
    !isStopped &&
    isBehind &&
    layers < model.facts.layers
  );
}

/**
 * The whole text as a field.
 *
 * @param {{ text: string, words: LiveProps['model']['t']['maps']['live'], writer: LiveProps['writer'] }} props
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
