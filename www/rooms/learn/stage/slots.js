/**
 * Which heatmap shows which matrix, from step to step. A matrix that was shown before stays in its heatmap;
 * the others take heatmaps that are free, because a new one takes longer than to draw one anew.
 *
 * @param {ReadonlyMap<string, number>} before - the number of the heatmap of each matrix of the step before
 * @param {string[]} ids - the matrices to show
 * @returns {Map<string, number>}
 */
export function slotsFor(before, ids) {
  const kept = new Set(ids.map((id) => before.get(id)));
  const free = [...before.values()].filter((slot) => !kept.has(slot));
  let next = Math.max(-1, ...before.values()) + 1;
  return new Map(ids.map((id) => [id, before.get(id) ?? free.shift() ?? next++]));
}
