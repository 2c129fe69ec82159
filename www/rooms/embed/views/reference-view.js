import { element } from '../../../ui/dom.js';
import { FIGURES } from '../state.js';
/** @import { EmbedModel } from '../heed-embed.js' */

const PROPERTIES = /** @type {const} */ (['state', 'link', 'view', 'data']);
const METHODS = /** @type {const} */ (['undo', 'redo', 'reset']);
const EVENTS = /** @type {const} */ (['heed-ready', 'heed-select', 'heed-change', 'heed-error']);
const COLOURS = /** @type {const} */ ([
  '--heed-paper',
  '--heed-panel',
  '--heed-ink',
  '--heed-soft',
  '--heed-line',
  '--heed-faint',
  '--heed-accent',
  '--heed-focus',
  '--heed-wrong',
  '--heed-sans',
  '--heed-serif',
  '--heed-mono',
  '--heed-theme',
]);

/** What the element of the figure can do and tells, beside its attributes, as tables. */
export function referenceView() {
  const node = element('section', { class: 'reference' });
  let built = '';

  /** @param {string} heading @param {readonly string[]} names @param {Record<string, string>} words @param {[string, string]} columns */
  function part(heading, names, words, columns) {
    const rows = names.map((name) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, element('code', {}, name)),
        element('td', {}, words[name] ?? ''),
      ),
    );
    const head = element(
      'thead',
      {},
      element('tr', {}, ...columns.map((text) => element('th', { scope: 'col' }, text))),
    );
    return element(
      'details',
      {},
      element('summary', {}, heading),
      element('table', {}, head, element('tbody', {}, ...rows)),
    );
  }

  return {
    node,
    /** @param {EmbedModel} model */
    update({ state, shown, t: { embed: words }, language }) {
      const now = `${language} ${state.figure} ${shown !== null}`;
      if (now === built) return;
      built = now;
      const { tag } = FIGURES[state.figure];
      const { names } = words;
      const heading = element('h3', {}, words.reference, ' ', element('code', {}, `<${tag}>`));
      const opens = [...node.querySelectorAll('details')].map((each) => each.open);
      node.replaceChildren(
        heading,
        part(words.parts.properties, PROPERTIES, words.properties, [names.name, names.meaning]),
        part(
          words.parts.methods,
          METHODS.map((name) => `${name}()`),
          words.methods,
          [names.name, names.meaning],
        ),
        part(words.parts.events, EVENTS, words.events, [names.name, names.meaning]),
        part(words.parts.colours, COLOURS, words.colours, [names.name, names.meaning]),
      );
      node.querySelectorAll('details').forEach((each, place) => {
        each.open = opens[place] ?? each.open;
      });
    },
  };
}
