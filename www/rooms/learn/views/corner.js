/**
 * Finds the largest free rectangle of a figure, so that the explanation of a cell is beside the matrices.
 */

/** The margin around the rectangle, in CSS pixels. */
const MARGIN = 14;
/** The size that a sentence and a sum need, and the size above which more is of no use, in CSS pixels. */
const LEAST = { width: 220, height: 84 };
const ENOUGH = { width: 440, height: 210 };
/** The selector of elements that occupy a figure. */
const OBSTACLES =
  'heed-map, .folded, .head > *, .note, .figures, .sharing, .cache, svg, .cosine, .scheme, .tools';

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/**
 * Moves an element to the largest free rectangle of a figure. If there is none, the element stays where it is
 * in the page.
 *
 * @param {HTMLElement} placed
 * @param {HTMLElement} frame - the containing block; it contains the figure
 * @param {HTMLElement} figure
 * @param {boolean} isWide - a narrow figure has no free rectangle
 */
export function placeInCorner(placed, frame, figure, isWide) {
  const place = isWide ? cornerOf(frame, figure) : null;
  placed.classList.toggle('in-corner', place !== null);
  const { left = 0, top = 0, right = 0, bottom = 0 } = place ?? {};
  const size = { left, top, width: right - left, height: bottom - top };
  for (const [name, length] of Object.entries(size))
    placed.style.setProperty(name, place ? `${Math.round(length)}px` : '');
  // An element that scrolls must be focusable, so that keys can scroll it.
  if (place && placed.scrollHeight > placed.clientHeight) placed.tabIndex = 0;
  else placed.removeAttribute('tabindex');
}

/**
 * @param {HTMLElement} frame
 * @param {HTMLElement} figure
 * @returns {Box | null} from the upper left of the frame
 */
function cornerOf(frame, figure) {
  const origin = frame.getBoundingClientRect();
  const within = (/** @type {Element} */ each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return new DOMRect(left - origin.left, top - origin.top, width, height);
  };
  const obstacles = [...figure.querySelectorAll(OBSTACLES)]
    .filter((each) => each.checkVisibility())
    .map((each) => grown(within(each), MARGIN));
  const { top, bottom } = within(figure);
  // Below the first screen it would not be visible when it is needed.
  const screen = innerHeight - (origin.top + scrollY);
  return freeBox({ left: 0, top, right: origin.width, bottom: Math.min(bottom, screen) }, obstacles);
}

/** @param {DOMRect} box @param {number} by */
const grown = ({ x, y, width, height }, by) => new DOMRect(x - by, y - by / 2, width + 2 * by, height + by);

/**
 * The most useful rectangle within `area` that no obstacle overlaps, or null if none is large enough.
 *
 * @param {Box} area
 * @param {Box[]} obstacles
 * @returns {Box | null}
 */
function freeBox(area, obstacles) {
  const lefts = [area.left, ...obstacles.map(({ right }) => right)].filter((x) => x >= area.left);
  const rights = [area.right, ...obstacles.map(({ left }) => left)].filter((x) => x <= area.right);
  /** @type {{ box: Box | null, use: number }} */
  let best = { box: null, use: 0 };
  for (const left of lefts)
    for (const right of rights) {
      if (right - left < LEAST.width) continue;
      const inColumn = obstacles
        .filter((each) => each.left < right && each.right > left)
        .sort((a, b) => a.top - b.top);
      let top = area.top;
      for (const next of [...inColumn, { top: area.bottom, bottom: area.bottom }]) {
        const height = Math.min(next.top, area.bottom) - top;
        const use = Math.min(right - left, ENOUGH.width) * Math.min(height, ENOUGH.height);
        if (height >= LEAST.height && use > best.use)
          best = { box: { left, top, right, bottom: top + height }, use };
        top = Math.max(top, next.bottom);
      }
    }
  return best.box;
}
