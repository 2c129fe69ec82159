/** Moving in the list of lessons by keyboard. */

/**
 * The lesson that a key moves to: arrows move to a neighbor in the column or in the column beside it, Home
 * and End to the first and the last lesson, and a letter to the next lesson whose name begins with it.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} items - in their order
 * @returns {HTMLElement | undefined}
 */
export function lessonsAt({ key, target, altKey, ctrlKey, metaKey }, items) {
  if (altKey || ctrlKey || metaKey) return undefined;
  const place = items.indexOf(/** @type {HTMLElement} */ (target));
  if (key === 'ArrowDown') return items[(place + 1) % items.length];
  if (key === 'ArrowUp') return items.at((place - 1) % items.length);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key === 'ArrowRight' || key === 'ArrowLeft')
    return place < 0 ? items[0] : beside(items[place], items, key === 'ArrowRight' ? 1 : -1);
  if (key.length !== 1 || key === ' ') return undefined;
  const after = [...items.slice(place + 1), ...items.slice(0, place + 1)];
  return after.find((each) => folded(each.textContent ?? '').startsWith(folded(key)));
}

/** A text without case and accents. @param {string} text */
const folded = (text) =>
  text
    .trim()
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();

/**
 * The nearest lesson of the column to the left or to the right.
 *
 * @param {HTMLElement} from @param {HTMLElement[]} items @param {1 | -1} by
 */
function beside(from, items, by) {
  const { left, top } = from.getBoundingClientRect();
  const distance = (/** @type {HTMLElement} */ each) => {
    const box = each.getBoundingClientRect();
    return [Math.abs(box.left - left), Math.abs(box.top - top)];
  };
  return items
    .filter((each) => (each.getBoundingClientRect().left - left) * by > 1)
    .sort((a, b) => distance(a)[0] - distance(b)[0] || distance(a)[1] - distance(b)[1])[0];
}
