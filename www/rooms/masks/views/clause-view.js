import * as engine from '../../../engine/masks.js';
import { Icon, Select } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { rangeOf, withPiece } from '../edit.js';
import { removes } from '../groups.js';
import { NumberEntry } from '../number-entry.js';
import { Handle, MoveButtons } from './handle-view.js';
/** @import { Item, Path } from '../groups.js' */
/** @import { MaskActions, MaskModel } from '../types.js' */
/** @import { ListProps } from './clauses-view.js' */

/** Arguments after these are edited as text only. */
const MOST_NUMBERS = 6;

/** A clause of a group. @param {ListProps & { item: Item, path: Path }} props */
export function Clause({ item, path, ...shared }) {
  const { model, actions, groups, thumbnails } = shared;
  const words = model.t.masks;
  const index = Number(item.clause);
  const { alignment, name, arguments: all } = model.parsed.clauses[index];
  const numbers = name === 'cells' ? [] : all.slice(0, MOST_NUMBERS);
  // The button is removed with its row, so the focus moves to the group.
  const remove = () => groups.apply(removes(path), { focus: 'plus' });
  const align = (/** @type {string} */ value) =>
    actions.write((text) =>
      engine.maskAligned(text, index, value === 'offset' ? 0 : /** @type {'upper_left'} */ (value)),
    );
  return html`<div class="clause-row">
    <${Handle} ...${shared} path=${path} name=${item.text} matrix=${thumbnails[item.part]} />
    <div>
      <div class="clause-head">
        ${item.not > 0 && html`<span class="not">${'not '.repeat(item.not)}</span>`}
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
          aria-label=${words.remove({ clause: name })}
          title=${words.remove({ clause: name })}
          onClick=${remove}
        >
          <${Icon} name="close" />
        </button>
      </div>
      ${numbers.map((_, at) => html`<${Argument} key=${at} ...${{ model, clause: index, at, actions }} />`)}
    </div>
    <${MoveButtons} ...${shared} item=${item} path=${path} />
  </div>`;
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
