import { icon } from '../../../ui/icons.js';
import { element, setText } from '../../../ui/dom.js';
import { choices } from '../../../ui/row.js';
import { freshClause, rangeOf, withClause, withPiece } from '../edit.js';
import { slider } from '../slider.js';
/** @import { MaskModel, Refusal } from '../types.js' */

/** A longer list is changed as text. */
const MOST_NUMBERS = 6;

/**
 * The clauses of the mask as cards: a slider for each number, the alignment, and a button that takes the clause away. All of them write into the text.
 *
 * @param {typeof import('../../../engine/masks.js')} engine
 * @param {(text: string, phase: 'drag' | 'commit') => Refusal | null} type
 * @param {(make: (text: string) => string) => void} write - says above the maps what cannot be written
 */
export function clausesView(engine, type, write) {
  const heading = element('h3');
  const list = element('ul', { class: 'clauses' });
  const adding = element('div', { class: 'adding' });
  const node = element('section', { class: 'clauses-view' }, heading, list, adding);
  /** @type {MaskModel | null} */
  let model = null;
  let built = '';
  let spoken = '';
  /** @type {(() => void)[]} */
  let updates = [];

  const state = () => /** @type {MaskModel} */ (model).state;
  /** @param {number} index */
  const clauseAt = (index) => /** @type {MaskModel} */ (model).parsed.clauses[index];

  /** @param {MaskModel} now */
  function build(now) {
    updates = [];
    const focused = /** @type {ShadowRoot} */ (node.getRootNode()).activeElement;
    const at = Array.from(list.children).findIndex(
      (item) => focused?.matches('select') && item.contains(focused),
    );
    list.replaceChildren(...now.parsed.clauses.map((_, index) => card(now, index)));
    // Another alignment may bring a number along: who chose it is still in the same place.
    list.children[at]?.querySelector('select')?.focus();
  }

  /** @param {MaskModel} now @param {number} index */
  function card({ t, parsed: { clauses } }, index) {
    const words = t.masks;
    const clause = clauses[index];
    const remove = element(
      'button',
      {
        type: 'button',
        class: 'icon',
        'aria-label': words.remove(clause.name),
        title: words.remove(clause.name),
        onclick: () => {
          // The button goes with its card: who pressed it by keyboard goes on where clauses are added.
          adding.querySelector('select')?.focus();
          write((text) => engine.maskWithout(text, index));
        },
      },
      icon('close'),
    );
    const numbers =
      clause.name === 'cells'
        ? []
        : clause.arguments.slice(0, MOST_NUMBERS).map((argument, at) => {
            const label =
              /** @type {Record<string, string>} */ (words.arguments)[argument.name] ?? argument.name;
            const made = slider(
              clause.arguments.filter((each) => each.name === argument.name).length > 1
                ? `${label} ${at + 1}`
                : label,
              {
                change: (value, phase) =>
                  type(withPiece(state().text, clauseAt(index).arguments[at], value), phase),
                notWhole: words.errors.notWhole,
              },
            );
            updates.push(() => {
              const { value } = clauseAt(index).arguments[at];
              made.show(value, rangeOf(argument.name, value, state()));
            });
            return made.node;
          });
    const item = element(
      'li',
      {},
      element(
        'div',
        { class: 'clause-head' },
        element('code', { title: words.clauseHelp[/** @type {'all'} */ (clause.name)] }, clause.name),
        ...alignment(t, index),
        remove,
      ),
      ...numbers,
    );
    updates.push(() =>
      item.classList.toggle('decides', /** @type {MaskModel} */ (model).deciding.includes(index)),
    );
    return item;
  }

  /** @param {MaskModel['t']} t @param {number} index */
  function alignment({ masks: words }, index) {
    if (clauseAt(index).alignment === null) return [];
    const select = choices(
      words.alignment,
      [
        ['upper_left', words.upperLeft],
        ['lower_right', words.lowerRight],
        ['offset', words.offset],
      ],
      (value) => {
        write((text) =>
          engine.maskAligned(text, index, value === 'offset' ? 0 : /** @type {'upper_left'} */ (value)),
        );
      },
    );
    updates.push(() => {
      select.value = (clauseAt(index).alignment ?? '').replace(/\W.*/, '');
    });
    return [select];
  }

  /** @param {MaskModel} now */
  function adder({ t: { masks: words } }) {
    const names = engine.maskClauses().map(({ name }) => name);
    const join = choices(
      words.join,
      [
        ['and', words.and],
        ['or', words.or],
        ['and not', words.andNot],
      ],
      () => {},
    );
    const clause = choices(
      words.add,
      names.map((name) => [name, name]),
      () => {},
    );
    const add = element(
      'button',
      {
        type: 'button',
        class: 'play',
        onclick: () => {
          write(
            (text) =>
              engine.maskExpression(
                withClause(text, /** @type {'and'} */ (join.value), freshClause(clause.value, state())),
              ).text,
          );
        },
      },
      words.addButton,
    );
    const help = element('p', { class: 'help' });
    const explain = () => setText(help, words.clauseHelp[/** @type {'all'} */ (clause.value)]);
    clause.addEventListener('change', explain);
    clause.value = 'global';
    explain();
    return [join, clause, add, help];
  }

  return {
    node,
    /** @param {MaskModel} now */
    update(now) {
      model = now;
      const shape = JSON.stringify([
        now.language,
        now.parsed.clauses.map(({ name, arguments: all, alignment: at }) => [
          name,
          all.map((each) => each.name),
          at === null,
        ]),
      ]);
      // A card stays as long as its kind does, so that a slider is not taken from under the finger.
      if (shape !== built) build(now);
      built = shape;
      if (now.language !== spoken) adding.replaceChildren(...adder(now));
      spoken = now.language;
      setText(heading, now.t.masks.clauses);
      for (const each of updates) each();
    },
  };
}
