/**
 * Undo and redo over states: a past, the present and a future. Pure: each function gives a new history.
 *
 * @template T
 * @typedef {{ past: T[], present: T, future: T[] }} History
 */

/** How many states are kept. Each is a few hundred bytes. */
const DEPTH = 200;

/**
 * @template T
 * @param {T} present
 * @returns {History<T>}
 */
export function history(present) {
  return { past: [], present, future: [] };
}

/**
 * A new present; the old one can be undone to. What had been undone is gone.
 *
 * @template T
 * @param {History<T>} before
 * @param {T} present
 * @returns {History<T>}
 */
export function push(before, present) {
  return { past: [...before.past, before.present].slice(-DEPTH), present, future: [] };
}

/**
 * The present changed in what is not worth an undo of its own, such as the cursor.
 *
 * @template T
 * @param {History<T>} before
 * @param {T} present
 * @returns {History<T>}
 */
export function replace(before, present) {
  return { ...before, present };
}

/**
 * @template T
 * @param {History<T>} before
 * @returns {History<T>}
 */
export function undo(before) {
  const { past, present, future } = before;
  if (past.length === 0) return before;
  return { past: past.slice(0, -1), present: past[past.length - 1], future: [present, ...future] };
}

/**
 * @template T
 * @param {History<T>} before
 * @returns {History<T>}
 */
export function redo(before) {
  const { past, present, future } = before;
  if (future.length === 0) return before;
  return { past: [...past, present], present: future[0], future: future.slice(1) };
}
