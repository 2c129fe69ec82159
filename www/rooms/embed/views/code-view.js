import { addressOf } from '../../names.js';
import { CopyButton } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { MAX_LENGTH } from '../../../state/packed-link.js';
import { SNIPPETS } from '../snippets.js';
import { embed, FIGURES } from '../settings.js';
import { isLinked } from '../state.js';
import { textOf } from '../../../words/languages.js';
/** @import { EmbedModel } from '../heed-embed.js' */
/** @import { Host } from '../state.js' */

/**
 * The code to paste, for each kind of page.
 *
 * @param {object} props
 * @param {EmbedModel} props.model
 * @param {(host: Host) => void} props.choose
 */
export function Code({ model, choose }) {
  const words = model.t.embed;
  const { state, shown } = model;
  const text = snippetOf(model);
  const isOpened = isSaved(model) && state.figure !== 'map' && shown;
  return html`<section class=${text === '' ? 'code empty' : 'code'}>
    <div class="head">
      <h3>${words.code}</h3>
      <${Setting}
        field=${embed.fields.host}
        label=${words.code}
        value=${state.host}
        texts=${words.hosts}
        isList=${false}
        isBare
        change=${choose}
      />
    </div>
    <div class="head"><${CopyButton} text=${text} words=${words} /></div>
    <pre class="snippet" tabindex="0" role="region" aria-label=${words.code} hidden=${text === ''}><code
      >${text}</code></pre>
    <p class="note">${noteOf(model)}</p>
    ${isOpened && html`<a href=${roomLink(model)}>${words.openRoom}</a>`}
  </section>`;
}

/**
 * Whether the figure is saved as a file by the browser. Only the heads of a model are saved by a command.
 *
 * @param {EmbedModel} model
 */
function isSaved({ state: { host, figure } }) {
  return host === 'file' && figure !== 'heads';
}

/** Whether the link is too long for a frame. @param {EmbedModel} model */
function isLong({ state, length }) {
  return isLinked(state) && length > MAX_LENGTH;
}

/** The text to paste; empty if there is none. @param {EmbedModel} model */
function snippetOf(model) {
  const { state, pasted } = model;
  const isFramedMap = isLinked(state) && state.figure === 'map';
  return pasted && !isSaved(model) && !isLong(model) && !isFramedMap ? SNIPPETS[state.host](pasted) : '';
}

/** The figure in its room. @param {EmbedModel} model */
function roomLink({ state, shown }) {
  const { room } = FIGURES[state.figure];
  const link = shown?.plain || addressOf(room).slice(1);
  return `#${link}`;
}

/** The notes about a kind of page. @param {EmbedModel} model */
function noteOf(model) {
  const {
    state,
    pasted,
    length,
    measured,
    t: { embed: words },
  } = model;
  const { host, figure } = state;
  if (isLong(model)) return words.tooLong({ length, most: MAX_LENGTH });
  if (isLinked(state) && figure === 'map') return words.notes.iframeMap;
  if (host === 'file') return words.notes[figure === 'heads' ? 'fileHeads' : 'file'];
  if (host === 'jupyter' && figure === 'heads') return words.notes.jupyterHeads;
  const isHeads = isLinked(state) && figure === 'heads';
  const note = isHeads
    ? words.notes.iframeHeads
    : textOf(words.notes[host], { script: pasted?.script ?? '' });
  return host === 'iframe' && measured
    ? `${words.notes.size({ height: measured.height, width: measured.width })} ${note}`
    : note;
}
