import { addressOf } from '../../names.js';
import { element, segments, setText } from '../../../ui/dom.js';
import { MAX_LENGTH } from '../../../state/packed-link.js';
import { SNIPPETS } from '../snippets.js';
import { FIGURES, HOSTS } from '../state.js';
/** @import { EmbedModel } from '../heed-embed.js' */
/** @import { EmbedState, Host } from '../state.js' */

/**
 * What to paste, for each kind of page.
 *
 * @param {(next: (state: EmbedState) => EmbedState) => void} change
 */
export function codeView(change) {
  const node = element('section', { class: 'code' });
  const heading = element('h3');
  const note = element('p', { class: 'note' });
  const open = element('a');
  const code = element('code');
  const pre = element('pre', { class: 'snippet', tabindex: 0, role: 'region' }, code);
  const said = element('span', { class: 'said', role: 'status' });
  let built = '';
  /** @type {ReturnType<typeof segments> | null} */
  let tabs = null;

  /** @param {EmbedModel} model */
  function build({ t: { embed: words } }) {
    tabs = segments(
      words.code,
      HOSTS.map((id) => [id, words.hosts[id]]),
      (value) => change((state) => ({ ...state, host: /** @type {Host} */ (value) })),
    );
    const copy = element(
      'button',
      {
        type: 'button',
        class: 'play',
        onclick: async () => {
          const done = await navigator.clipboard.writeText(code.textContent ?? '').then(
            () => true,
            () => false,
          );
          setText(said, done ? words.copied : words.notCopied);
        },
      },
      words.copy,
    );
    setText(heading, words.code);
    pre.setAttribute('aria-label', words.code);
    setText(open, words.openRoom);
    node.replaceChildren(
      element('div', { class: 'head' }, heading, tabs.node),
      element('div', { class: 'head' }, copy, said),
      pre,
      note,
      open,
    );
  }

  return {
    node,
    focus: () => pre.focus(),
    /** @param {EmbedModel} model */
    update(model) {
      const {
        state,
        shown,
        pasted,
        length,
        language,
        t: { embed: words },
      } = model;
      if (language !== built) build(model);
      built = language;
      tabs?.update(state.host);
      // Only a model's file makes a file without a browser; any other figure is saved where it is shown.
      const isSaved = state.host === 'file' && state.figure !== 'heads';
      const isLong = state.host === 'iframe' && length > MAX_LENGTH;
      const text =
        pasted && !isSaved && !isLong && !(state.host === 'iframe' && state.figure === 'map')
          ? SNIPPETS[state.host](pasted)
          : '';
      if (code.textContent !== text) setText(said, '');
      setText(code, text);
      pre.hidden = text === '';
      node.classList.toggle('empty', text === '');
      setText(note, noteOf(model));
      open.hidden = !isSaved || state.figure === 'map' || !shown;
      if (shown && !open.hidden)
        open.href = `#${shown.plain || addressOf(FIGURES[state.figure].room, undefined, { language: null, theme: null }).slice(1)}`;
      if (isLong) setText(note, words.tooLong(length, MAX_LENGTH));
    },
  };
}

/** What is to be known of a host. @param {EmbedModel} model */
function noteOf({ state: { host, figure }, pasted, t: { embed: words } }) {
  if (host === 'iframe' && figure === 'map') return words.notes.iframeMap;
  if (host === 'iframe' && figure === 'heads') return words.notes.iframeHeads;
  if (host === 'file') return words.notes[figure === 'heads' ? 'fileHeads' : 'file'];
  return words.notes[host](pasted?.script ?? '');
}
