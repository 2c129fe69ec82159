import { isOn } from '../../../element/attributes.js';
import { element, setText } from '../../../ui/dom.js';
import { field } from '../../../ui/field.js';
import { observed, withAttribute } from '../model.js';
import { FIGURES } from '../state.js';
import { SWITCHES } from '../written.js';
/** @import { EmbedModel } from '../heed-embed.js' */
/** @import { EmbedState } from '../state.js' */

/**
 * The attributes of the element: what each means, and a field to try it in.
 *
 * @param {(next: (state: EmbedState) => EmbedState) => void} change
 */
export function attributesView(change) {
  const node = element('section', { class: 'attributes' });
  /** @type {EmbedModel | null} */
  let model = null;
  /** @type {((model: EmbedModel) => void)[]} */
  let updates = [];
  let built = '';

  /** @param {string} name @param {string | null} text */
  function take(name, text) {
    const { state, shown } = /** @type {EmbedModel} */ (model);
    if (!shown) return null;
    const next = withAttribute(state, shown, name, text);
    if ('wrong' in next) return next.wrong;
    change((was) => ({ ...was, of: next.of }));
    return null;
  }

  /** @param {string} name @param {EmbedModel} now */
  function control(name, { state: { figure }, shown }) {
    if (!shown?.names.includes(name)) return element('code', { class: 'name' }, name);
    if (SWITCHES[FIGURES[figure].tag]?.includes(name)) {
      const box = element('input', { type: 'checkbox', onchange: () => take(name, box.checked ? '' : null) });
      updates.push((now) => {
        box.checked = isOn(now.shown?.texts.get(name) ?? null);
      });
      return element('label', { class: 'switch' }, name, box);
    }
    const made = field(name, (text) => take(name, text === '' ? null : text));
    updates.push((now) => made.show(now.shown?.texts.get(name) ?? ''));
    return made.node;
  }

  /** @param {EmbedModel} now */
  function build(now) {
    const {
      t: { embed: words },
      state: { figure },
    } = now;
    const { tag } = FIGURES[figure];
    /** @type {Record<string, string>} */
    const meanings = { ...words.attributes, ...words.of[figure] };
    const all = observed(tag);
    // Those with a field come first; the others have their controls beside the figure.
    const names = [...(now.shown?.names ?? []), ...all.filter((name) => !now.shown?.names.includes(name))];
    const heading = element('h3');
    setText(heading, words.attributesOf(`<${tag}>`));
    node.replaceChildren(
      heading,
      ...names.map((name) =>
        element(
          'div',
          { class: 'attribute' },
          control(name, now),
          element('p', { class: 'meaning' }, meanings[name] ?? ''),
        ),
      ),
    );
  }

  return {
    node,
    /** @param {EmbedModel} now */
    update(now) {
      model = now;
      const names = now.shown ? `${now.language} ${now.state.figure} ${now.shown.names}` : '';
      if (names !== built) {
        updates = [];
        if (now.shown) build(now);
        else node.replaceChildren();
      }
      built = names;
      for (const update of updates) update(now);
    },
  };
}
