import * as engine from '../../../engine/masks.js';
import { Icon, Segments, Select } from '../../../ui/controls.js';
import { html, useState } from '../../../ui/html.js';
import { freshClause } from '../edit.js';
import { adds, joins, removes } from '../groups.js';
import { Clause } from './clause-view.js';
import { Handle, move, MoveButtons, nameOf } from './handle-view.js';
/** @import { Item, Path } from '../groups.js' */
/** @import { MaskModel } from '../types.js' */
/** @import { ListProps } from './clauses-view.js' */

/** The side of the thumbnail of a group, in CSS pixels. */
const GROUP_SIDE = 30;

/**
 * `levels` is how many levels of groups are shown, this one included.
 *
 * @typedef {ListProps & { item: Item, path: Path, levels: number }} GroupProps
 */

/**
 * A group of clauses and groups, of which all or any must allow a pair.
 *
 * @param {GroupProps} props
 */
export function Group({ item, path, levels, ...shared }) {
  const { model, groups, drop, thumbnails } = shared;
  const words = model.t.masks;
  const isChosen = path.join('.') === groups.chosen.join('.');
  const isMarked = isChosen && (path.length > 0 || item.items.some(({ join }) => join));
  const name = nameOf(model.t, item);
  const choose = (/** @type {any} */ event) => {
    // Controls choose their group themselves, if they do.
    if (event.target.closest('button, select, input, label')) return;
    event.stopPropagation();
    if (!isChosen) groups.choose(path);
  };
  return html`<div
    class="group ${isMarked ? 'chosen' : ''} ${drop.classOf(path, null)}"
    role="group"
    aria-label=${name}
    data-path=${path.join('.')}
    onClick=${choose}
  >
    <div class="group-head">
      ${
        path.length > 0 &&
        html`<${Handle}
          ...${shared}
          path=${path}
          name=${name}
          matrix=${thumbnails[item.part]}
          side=${GROUP_SIDE}
        />`
      }
      ${item.not > 0 && html`<span class="not">${'not '.repeat(item.not)}</span>`}
      <${Segments}
        label=${words.join}
        value=${item.join}
        choices=${[
          ['and', words.joins.and],
          ['or', words.joins.or],
        ]}
        choose=${(/** @type {'and' | 'or'} */ join) => groups.apply(joins(path, join))}
      />
      <span class="operator">${item.join}</span>
      ${
        path.length > 0 &&
        html`<button
          type="button"
          class="icon"
          aria-label=${words.remove({ clause: name })}
          title=${words.remove({ clause: name })}
          onClick=${() => groups.apply(removes(path), { focus: 'plus' })}
        >
          <${Icon} name="close" />
        </button>`
      }
    </div>
    <${MoveButtons} ...${shared} item=${item} path=${path} />
    <ul class="clauses">
      ${item.items.map(
        (each, index) =>
          html`<${Operand}
            ...${shared}
            key=${keyOf(model, each, index)}
            item=${each}
            path=${[...path, index]}
            levels=${levels}
          />`,
      )}
    </ul>
    <${Adding} ...${shared} name=${name} path=${path} isChosen=${isChosen} />
  </div>`;
}

/**
 * A key that keeps a row while the name of its clause stays, so that a slider is not replaced during a drag.
 *
 * @param {MaskModel} model @param {Item} item @param {number} index
 */
const keyOf = ({ parsed }, { clause, join }, index) =>
  `${index} ${clause === null ? join : parsed.clauses[clause].name}`;

/** An operand of a group. @param {GroupProps} props */
function Operand({ item, path, levels, ...shared }) {
  const { model, groups, drop, thumbnails } = shared;
  const isDecisive = item.clause !== null && model.deciding.includes(item.clause);
  const onKey = (/** @type {any} */ event) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    // Alt with an arrow opens a list.
    if (!by || !event.altKey || event.target.localName === 'select') return;
    event.preventDefault();
    event.stopPropagation();
    move(model.t, groups, path, by);
  };
  const row = () =>
    html`<div class="clause-row">
      <${Handle}
        ...${shared}
        path=${path}
        name=${nameOf(model.t, item)}
        matrix=${thumbnails[item.part]}
        side=${GROUP_SIDE}
      />
      <button type="button" class="link" onClick=${() => groups.choose(path)}>
        ${nameOf(model.t, item)}
      </button>
      <${MoveButtons} ...${shared} item=${item} path=${path} />
    </div>`;
  const content = () => {
    if (!item.join) return html`<${Clause} ...${shared} item=${item} path=${path} />`;
    if (levels <= 1) return row();
    return html`<${Group} ...${shared} item=${item} path=${path} levels=${levels - 1} />`;
  };
  return html`<li
    class="${isDecisive ? 'decides' : ''} ${item.join ? 'nested' : ''} ${drop.classOf(path.slice(0, -1), path.at(-1) ?? 0)}"
    data-path=${path.join('.')}
    onKeyDown=${onKey}
  >
    ${content()}
  </li>`;
}

/**
 * The foot of a group: buttons that open a form, in which a clause is added to this group.
 *
 * @param {ListProps & { name: string, path: Path, isChosen: boolean }} props
 */
function Adding({ model, actions, groups, name, path, isChosen }) {
  const words = model.t.masks;
  const [clause, setClause] = useState('global');
  const adding = isChosen ? groups.adding : null;
  const open = (/** @type {'clause' | 'group' | 'not'} */ kind) => () =>
    groups.choose(path, adding === kind ? null : kind);
  const add = () => {
    const kind = adding ?? 'clause';
    const text = freshClause(clause, actions.state());
    groups.apply(
      adds(path, text, kind),
      kind === 'group' ? { adding: 'clause', focus: 'select' } : { adding: kind },
    );
  };
  const button = (/** @type {'clause' | 'group' | 'not'} */ kind) =>
    html`<button
      type="button"
      class="plus"
      data-focus=${kind === 'clause' ? `plus ${path.join('.')}` : null}
      aria-expanded=${String(adding === kind)}
      aria-label="${words.plus[kind]} (${name})"
      onClick=${open(kind)}
    >
      ${words.plus[kind]}
    </button>`;
  return html`<div class="foot">${button('clause')} ${button('group')} ${button('not')}</div>
    ${
      adding &&
      html`<div class="adding">
        <span data-focus=${`select ${path.join('.')}`}>
          <${Select}
            label=${words.add}
            value=${clause}
            choices=${engine.maskClauses().map(({ name: each }) => [each, each])}
            choose=${setClause}
          />
        </span>
        <button type="button" class="play" onClick=${add}>${words.addButton}</button>
        <p class="help">${words.clauseHelp[/** @type {'all'} */ (clause)]}</p>
      </div>`
    }`;
}
