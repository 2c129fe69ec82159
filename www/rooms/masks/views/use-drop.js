import { useRef, useState } from '../../../ui/html.js';
import { itemAt } from '../groups.js';
/** @import { Item, Path } from '../groups.js' */

/** @typedef {{ group: Path, index: number }} Place - in a group, before the operand with this index */
/** @typedef {ReturnType<typeof useDrop>} Drop */

/**
 * Dragging of clauses and groups to another place in the list.
 *
 * @param {Item} root
 * @param {(from: Path, to: Place) => void} put
 */
export function useDrop(root, put) {
  /** The path of the dragged item; null if none is dragged here. */
  const from = useRef(/** @type {Path | null} */ (null));
  const [place, setPlace] = useState(/** @type {Place | null} */ (null));

  const over = (/** @type {DragEvent} */ event) => {
    if (!from.current) return;
    event.preventDefault();
    const next = placeOf(root, event);
    if (JSON.stringify(next) !== JSON.stringify(place)) setPlace(next);
  };
  const leave = (/** @type {any} */ event) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setPlace(null);
  };
  const end = () => {
    from.current = null;
    setPlace(null);
  };
  const drop = (/** @type {DragEvent} */ event) => {
    const to = from.current && placeOf(root, event);
    if (!from.current || !to) return;
    event.preventDefault();
    put(from.current, to);
    end();
  };
  const begin = (/** @type {DragEvent} */ event, /** @type {Path} */ path, /** @type {string} */ name) => {
    from.current = path;
    // Some browsers drag nothing without data.
    event.dataTransfer?.setData('text/plain', name);
  };

  /**
   * The class of an operand beside which the item would be dropped, or of the group into which it would.
   *
   * @param {Path} group @param {number | null} index - of the operand; null for the group
   */
  function classOf(group, index) {
    if (!place || place.group.join('.') !== group.join('.')) return '';
    const { length } = itemAt(root, group)?.items ?? [];
    if (index === null) return 'drop-into';
    if (place.index === index) return 'drop-before';
    return place.index === length && index === length - 1 ? 'drop-after' : '';
  }

  return { begin, end, classOf, listeners: { onDragOver: over, onDragLeave: leave, onDrop: drop } };
}

/** The place under the pointer. @param {Item} root @param {DragEvent} event @returns {Place | null} */
function placeOf(root, event) {
  const target = /** @type {Element | null} */ (event.target)?.closest('[data-path]');
  const given = target?.getAttribute('data-path');
  if (!target || given === null || given === undefined) return null;
  const path = given === '' ? [] : given.split('.').map(Number);
  const item = itemAt(root, path);
  if (!item) return null;
  // Beside the rows of a group, the item is dropped at its end.
  if (item.join) return { group: path, index: item.items.length };
  const { top, height } = target.getBoundingClientRect();
  const index = path.at(-1) ?? 0;
  return { group: path.slice(0, -1), index: event.clientY < top + height / 2 ? index : index + 1 };
}
