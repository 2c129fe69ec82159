import { LIMITS } from '../lessons/own.js';
import { parseDraw, parseMatrix } from '../../../format/parse.js';
import { element, setText } from '../../../ui/dom.js';
import { field } from '../../../ui/field.js';
import { ownHeads } from './own-heads.js';
import { seedField } from '../../../ui/seed-field.js';
/** @import { Model, Own, State } from '../../../types.js' */

/** Matrices that may be pasted, in the order of the computation. */
const PASTED = ['embeddings', 'positions', 'wQ', 'wK', 'wV', 'wO'];

/**
 * "Your own": tokens, sizes, the seed and what is drawn from it, or pasted numbers. Each field is taken when
 * it is left; what does not fit is said below it, and the figure stays as it was.
 *
 * @param {(patch: Partial<State> | ((now: State) => Partial<State>)) => string | null} change - a function
 *   gets the state of now, which may not be drawn yet
 */
export function ownView(change) {
  const node = element('section', { class: 'own' });
  /** @type {((isReset: boolean) => void)[]} */
  let updates = [];
  let built = '';
  /** @type {State} */
  let state;

  /**
   * A field follows the state. What was refused in it is forgotten once another choice may have made it fit.
   *
   * @param {ReturnType<typeof field>} made @param {() => string} text
   */
  function follow(made, text) {
    updates.push((isReset) => {
      if (isReset) made.forget();
      made.show(text());
    });
  }

  /** @param {Partial<Own>} patch */
  const take = (patch) => change((now) => ({ own: { ...now.own, ...patch } }));
  /** New sizes leave no place for cells typed or pasted before. @param {Partial<Own>} patch */
  const resize = (patch) =>
    change((now) => ({ own: { ...now.own, ...patch }, edits: [], pasted: {}, cursor: null }));

  /** @param {Model} model */
  function build({ t }) {
    const words = t.own;
    updates = [];
    const tokens = field(t.controls.tokens, (text) => {
      const list = text.split(/\s+/u).filter((token) => token !== '');
      if (list.length === 0) return words.noTokens;
      if (list.length > LIMITS.tokens) return words.tooManyTokens(list.length, LIMITS.tokens);
      const longest = Math.max(...list.map((token) => token.length));
      if (longest > LIMITS.label) return words.longToken(longest, LIMITS.label);
      return list.length === state.own.tokens.length ? take({ tokens: list }) : resize({ tokens: list });
    });
    follow(tokens, () => state.own.tokens.join(' '));
    const sizes = element('div', { class: 'sizes' }, size(t, 'model'), size(t, 'key'), size(t, 'value'));
    const heads = ownHeads(t, () => state, change, follow);
    updates.push(heads.update);
    const seed = seedField(t, (value) => take({ seed: value }));
    follow(seed, () => String(state.own.seed));
    node.replaceChildren(
      element('h3', {}, words.heading),
      tokens.node,
      sizes,
      drawn(t, 'embeddings'),
      drawn(t, 'projections'),
      heads.node,
      seed.node,
      paste(t),
    );
  }

  /** @param {Model['t']} t @param {'model' | 'key' | 'value'} name */
  function size(t, name) {
    const several = {
      model: t.controls.model,
      key: t.figure.heads.own.keys,
      value: t.figure.heads.own.values,
    };
    const label = state.own.heads > 1 ? several[name] : t.controls[name];
    const made = field(
      label,
      (text) => {
        const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
        if (value < 1 || value > LIMITS.features)
          return t.own.size(label, text.slice(0, 20), LIMITS.features);
        return resize({ [name]: value });
      },
      { inputmode: 'numeric' },
    );
    follow(made, () => String(state.own[name]));
    return made.node;
  }

  /** @param {Model['t']} t @param {'embeddings' | 'projections'} name */
  function drawn(t, name) {
    const made = field(t.controls[name], (text) => {
      const oneHot = name === 'embeddings' && (text === 'one-hot' || text === t.controls.oneHot);
      if (!oneHot && 'error' in parseDraw(text)) return t.errors.badDraw({ text: text.slice(0, 20) });
      return take({ [name]: oneHot ? 'one-hot' : text });
    });
    follow(made, () => (state.own[name] === 'one-hot' ? t.controls.oneHot : state.own[name]));
    return made.node;
  }

  /** @param {Model['t']} t */
  function paste(t) {
    const words = t.controls;
    const select = element(
      'select',
      { 'aria-label': words.pasteInto },
      ...PASTED.map((id) => element('option', { value: id }, t.figure.names[id])),
    );
    const area = element('textarea', {
      rows: 3,
      'aria-label': words.paste,
      placeholder: words.pasteHint,
      spellcheck: 'false',
    });
    const problem = element('span', { class: 'problem', role: 'alert' });
    const use = () => {
      const parsed = parseMatrix(area.value);
      if ('error' in parsed) {
        const say = /** @type {(figures: any) => string} */ (
          t.errors[/** @type {'ragged'} */ (parsed.error)]
        );
        setText(problem, say(parsed.figures));
        return;
      }
      const refused = change((now) => ({ pasted: { ...now.pasted, [select.value]: parsed } }));
      setText(problem, refused ?? '');
      if (refused === null) area.value = '';
    };
    const button = element('button', { type: 'button', onclick: use }, words.pasteButton);
    return element(
      'details',
      { class: 'paste' },
      element('summary', {}, words.paste),
      select,
      area,
      button,
      problem,
    );
  }

  return {
    node,
    /** @param {Model} model */
    update(model) {
      node.hidden = model.lesson.id !== 'own';
      if (node.hidden) return;
      const isReset = state?.own !== model.state.own;
      ({ state } = model);
      const now = `${model.language} ${state.own.heads > 1}`;
      if (now !== built) build(model);
      built = now;
      for (const each of updates) each(isReset);
    },
  };
}
