import { moved, panned, zoomed } from './sight.js';
/** @import { MapActions } from './pointer.js' */

/** The factor by which a key zooms, and the share of the visible cells by which it pans. */
const [STEP, SHARE] = [1.5, 0.25];

/**
 * Handles a key on a map. A key that has an effect sets `defaultPrevented`, which the page can read.
 *
 * @param {KeyboardEvent} event
 * @param {MapActions} actions
 */
export function pressKey(event, actions) {
  const frame = actions.frame();
  if (!frame || event.isComposing || event.altKey) return;
  const arrow = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  })[event.key];
  if (event.shiftKey && arrow)
    actions.see(panned(frame, arrow[0] * frame.width * SHARE, arrow[1] * frame.height * SHARE));
  else {
    const to = moved(event, actions.cursor(), frame);
    const by =
      event.ctrlKey || event.metaKey
        ? undefined
        : { '+': STEP, '=': STEP, '-': 1 / STEP, '−': 1 / STEP, 0: 0 }[event.key];
    if (to) actions.select(to, true);
    else if (by === undefined) return;
    else actions.see(by === 0 ? null : zoomed(frame, middleOf(frame, actions), by));
  }
  event.preventDefault();
}

/**
 * The cursor if it is visible, else the middle of the view.
 *
 * @param {import('./sight.js').Frame} frame @param {MapActions} actions
 */
function middleOf(frame, actions) {
  const { query, key } = actions.cursor();
  const at = { x: (key + 0.5 - frame.col) * frame.x, y: (query + 0.5 - frame.row) * frame.y };
  return at.x >= 0 && at.x <= frame.width && at.y >= 0 && at.y <= frame.height
    ? at
    : { x: frame.width / 2, y: frame.height / 2 };
}
