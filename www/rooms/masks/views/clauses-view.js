import * as engine from '../../../engine/masks.js';
import { Icon, Select } from '../../../ui/controls.js';
import { html, useState } from '../../../ui/html.js';
import { freshClause, rangeOf, withClause, withPiece } from '../edit.js';
import { NumberEntry } from '../number-entry.js';
/** @import { MaskActions, MaskModel } from '../types.js' */

/** Arguments after these are edited as text only. */
const MOST_NUMBERS = 6;

/**
 * The clauses of the mask as cards: a slider for each number, the alignment, and a button that removes the
 * clause. All controls edit the text.
 *
 * @param {{ model: MaskModel, actions: MaskActions }} props
 */
export function Clauses({ model, actions }) {
  // The key keeps a card while the name of its clause stays, so that a slider is not replaced during a drag.
  const card = (/** @type {{ name: string }} */ { name }, /** @type {number} */ index) =>
    html`<${Clause} key=${`${index} ${name}`} model=${model} index=${index} actions=${actions} />`;
  return html`<section class="clauses-view">
    <h3>${model.t.masks.clauses}</h3>
    <ul class="clauses">
      ${model.parsed.clauses.map(card)}
    </ul>
    <${NewClause} model=${model} actions=${actions} />
  </section>`;
}

/** @param {{ model: MaskModel, index: number, actions: MaskActions }} props */
function Clause({ model, index, actions }) {
  const words = model.t.masks;
  const clause = model.parsed.clauses[index];
  const { alignment, name } = clause;
  const numbers = name === 'cells' ? [] : clause.arguments.slice(0, MOST_NUMBERS);
  const remove = (/** @type {any} */ event) => {
    // The button is removed with its card, so the focus moves to the list of new clauses.
    event.currentTarget.closest('section').querySelector('.adding select').focus();
    actions.write((text) => engine.maskWithout(text, index));
  };
  const align = (/** @type {string} */ value) =>
    actions.write((text) =>
      engine.maskAligned(text, index, value === 'offset' ? 0 : /** @type {'upper_left'} */ (value)),
    );
  return html`<li class=${model.deciding.includes(index) ? 'decides' : ''}>
    <div class="clause-head">
      <code title=${words.clauseHelp[/** @type {'all'} */ (name)]}>${name}</code>
      ${
        alignment !== null &&
        html`<${Select}
          label=${words.alignment}
          value=${alignment.replace(/\W.*/, '')}
          choices=${[
            ['upper_left', words.upperLeft],
            ['lower_right', words.lowerRight],
            ['offset', words.offset],
          ]}
          choose=${align}
        />`
      }
      <button
        type="button"
        class="icon"
        aria-label=${words.remove(name)}
        title=${words.remove(name)}
        onClick=${remove}
      >
        <${Icon} name="close" />
      </button>
    </div>
    ${numbers.map((_, at) => html`<${Argument} key=${at} ...${{ model, clause: index, at, actions }} />`)}
  </li>`;
}

/** @param {{ model: MaskModel, clause: number, at: number, actions: MaskActions }} props */
function Argument({ model, clause, at, actions }) {
  const { parsed, state, t } = model;
  const all = parsed.clauses[clause].arguments;
  const { name, value } = all[at];
  const label = /** @type {Record<string, string>} */ (t.masks.arguments)[name] ?? name;
  const change = (/** @type {number} */ next, /** @type {'drag' | 'commit'} */ phase) =>
    actions.type(withPiece(state.text, all[at], next), phase);
  return html`<${NumberEntry}
    label=${all.filter((each) => each.name === name).length > 1 ? `${label} ${at + 1}` : label}
    value=${value}
    ends=${rangeOf(name, value, state)}
    change=${change}
    notWhole=${t.masks.errors.notWhole}
  />`;
}

/** @param {{ model: MaskModel, actions: MaskActions }} props */
function NewClause({ model, actions }) {
  const words = model.t.masks;
  const [join, setJoin] = useState(/** @type {'and' | 'or' | 'and not'} */ ('and'));
  const [clause, setClause] = useState('global');
  const add = () =>
    actions.write(
      (text) => engine.maskExpression(withClause(text, join, freshClause(clause, actions.state()))).text,
    );
  return html`<div class="adding">
    <${Select}
      label=${words.join}
      value=${join}
      choices=${[
        ['and', words.and],
        ['or', words.or],
        ['and not', words.andNot],
      ]}
      choose=${setJoin}
    />
    <${Select}
      label=${words.add}
      value=${clause}
      choices=${engine.maskClauses().map(({ name }) => [name, name])}
      choose=${setClause}
    />
    <button type="button" class="play" onClick=${add}>${words.addButton}</button>
    <p class="help">${words.clauseHelp[/** @type {'all'} */ (clause)]}</p>
  </div>`;
}
