import { element, segments, setText } from '../../../ui/dom.js';
import { CHOICES } from '../state.js';
/** @import { MaskModel, MaskState } from '../types.js' */

/**
 * The mask as Python, to take home.
 *
 * @param {typeof import('../../../engine/masks.js')} engine
 * @param {(patch: Partial<MaskState>) => void} look
 */
export function codeView(engine, look) {
  const node = element('section', { class: 'code' });
  const heading = element('h3');
  const code = element('code');
  const pre = element('pre', { tabindex: 0, role: 'region' }, code);
  const said = element('span', { class: 'said', role: 'status' });
  let built = '';
  let written = { of: '', code: { numpy: '', sdpa: '', flex: '' } };
  /** @type {ReturnType<typeof segments> | null} */
  let tabs = null;

  /** @param {MaskModel} model */
  function build({ t: { masks: words } }) {
    tabs = segments(
      words.code,
      CHOICES.code.map((name) => [name, words.codes[/** @type {'numpy'} */ (name)]]),
      (value) => look({ code: /** @type {MaskState['code']} */ (value) }),
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
    node.replaceChildren(element('div', { class: 'head' }, heading, tabs.node, copy, said), pre);
  }

  return {
    node,
    /** @param {MaskModel} model */
    update(model) {
      const { text, queries, keys, code: chosen } = model.state;
      if (model.language !== built) build(model);
      built = model.language;
      const of = JSON.stringify([text, queries, keys]);
      if (of !== written.of) written = { of, code: engine.maskCode(text, queries, keys) };
      tabs?.update(chosen);
      if (code.textContent !== written.code[chosen]) setText(said, '');
      setText(code, written.code[chosen]);
    },
  };
}
