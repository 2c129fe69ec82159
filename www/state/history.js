/**
 * Undo and redo over states: a past, the present and a future. The functions are pure and return a new
 * history.
 *
 * @template T
 * @typedef {{ past: T[], present: T, future: T[] }} History
 */

/** The maximum number of past states. Each takes a few hundred bytes. */
const MAX_PAST = 200;

/**
 * @template T
 * @param {T} present
 * @returns {History<T>}
 */
export function history(present) {
  return { past: [], present, future: [] };
}

/**
 * Adds a state that can be undone. The redo list is cleared.
 *
 * @template T
 * @param {History<T>} before
 * @param {T} present
 * @returns {History<T>}
 */
export function push(before, present) {
  return { past: [...before.past, before.present].slice(-MAX_PAST), present, future: [] };
}

/**
 * Replaces the present without an undo step, for changes such as the cursor's.
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
