import { Icon } from '../../../ui/controls.js';
import { html, useMemo } from '../../../ui/html.js';
import { groups as intoGroup, itemAt, moves } from '../groups.js';
/** @import { MaskMatrix } from '../../../engine/masks.js' */
/** @import { Item, Path } from '../groups.js' */
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MaskModel } from '../types.js' */
/** @import { Drop } from './use-drop.js' */
/** @import { Groups } from './use-groups.js' */

/** The side of a thumbnail in CSS pixels, and its largest number of rows and columns. */
export const THUMBNAIL_SIDE = 36;

/**
 * The thumbnail of a clause or a group. It is dragged to move the item; a click shows buttons that do the
 * same.
 *
 * @param {object} props
 * @param {MaskModel} props.model
 * @param {Groups} props.groups
 * @param {Drop} props.drop
 * @param {Path} props.path
 * @param {string} props.name
 * @param {MaskMatrix | undefined} props.matrix
 * @param {number} [props.side] - in CSS pixels
 */
export function Handle({ model, groups, drop, path, name, matrix, side = THUMBNAIL_SIDE }) {
  const words = model.t.masks;
  const isOpen = isSame(groups.moving, path);
  const paths = useMemo(() => matrix && thumbnailPaths(matrix), [matrix]);
  return html`<button
    type="button"
    class="handle"
    data-focus=${`handle ${path.join('.')}`}
    draggable=${true}
    aria-label=${words.move({ name })}
    aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
    aria-expanded=${String(isOpen)}
    title=${words.moveHelp}
    onClick=${() => groups.showMoving(isOpen ? null : path)}
    onDragStart=${(/** @type {DragEvent} */ event) => drop.begin(event, path, name)}
    onDragEnd=${drop.end}
  >
    ${
      paths &&
      html`<svg
        class="thumbnail"
        width=${side}
        height=${side}
        viewBox="0 0 ${matrix?.cols} ${matrix?.rows}"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path class="removed" d=${paths.removed} />
        <path class="allowed" d=${paths.allowed} />
      </svg>`
    }
  </button>`;
}

/**
 * The buttons that move an item, for readers who do not drag.
 *
 * @param {{ model: MaskModel, groups: Groups, item: Item, path: Path }} props
 */
export function MoveButtons({ model, groups, item, path }) {
  if (!isSame(groups.moving, path)) return null;
  const words = model.t.masks;
  const button = (/** @type {-1 | 1} */ by) =>
    html`<button type="button" class="icon" onClick=${() => move(model.t, groups, path, by)}>
      <${Icon} name=${by < 0 ? 'up' : 'down'} /> ${by < 0 ? words.moveUp : words.moveDown}
    </button>`;
  const group = () => groups.apply(intoGroup(path), { focus: 'plus' });
  return html`<div class="move-buttons">
    ${button(-1)} ${button(1)}
    ${
      item.join === null &&
      html`<button type="button" class="icon" onClick=${group}>${words.intoGroup}</button>`
    }
  </div>`;
}

/**
 * Moves an item by one place, and says where it is now.
 *
 * @param {Strings} t @param {Groups} groups @param {Path} path @param {-1 | 1} by
 */
export function move(t, groups, path, by) {
  const said = (/** @type {Item} */ root, /** @type {Path} */ to) => {
    const group = itemAt(root, to.slice(0, -1));
    const place = Number(to.at(-1)) + 1;
    return t.masks.moved({
      name: nameOf(t, itemAt(root, to)),
      place,
      count: group?.items.length ?? 1,
      group: nameOf(t, group),
    });
  };
  groups.apply(moves(path, by), { focus: 'handle', keepsMoving: isSame(groups.moving, path), said });
}

/** The name of a clause or a group, for labels. @param {Strings} t @param {Item} [item] @returns {string} */
export function nameOf(t, item) {
  if (!item?.join) return item?.text ?? '';
  const operands = item.items.map((each) => 'not '.repeat(each.not) + nameOf(t, each));
  return `${t.masks.joins[item.join]}: ${operands.join(', ')}`;
}

/** @param {Path | null} a @param {Path} b */
const isSame = (a, b) => a !== null && a.length === b.length && a.every((each, at) => each === b[at]);

/**
 * The cells of a thumbnail as two SVG paths in units of cells: those that the mask allows too, and those that
 * only the part allows.
 *
 * @param {MaskMatrix} matrix - see `maskThumbnails`
 * @returns {{ allowed: string, removed: string }}
 */
export function thumbnailPaths({ rows, cols, data }) {
  const paths = ['', '', ''];
  for (let row = 0; row < rows; row += 1) {
    let start = 0;
    while (start < cols) {
      const value = data[row * cols + start];
      let end = start + 1;
      while (end < cols && data[row * cols + end] === value) end += 1;
      paths[value] += `M${start} ${row}h${end - start}v1h${start - end}z`;
      start = end;
    }
  }
  return { allowed: paths[2], removed: paths[1] };
}
