/**
 * The maximum height above a lesson that is taken into account, in CSS pixels: the reader scrolls to a lesson
 * that is further down the page.
 */
const MAX_ABOVE = 100;
/** The height reserved for the legend below the matrices, in CSS pixels. */
const LEGEND = 40;
/** Narrower figures are scrolled and fold no matrices, in CSS pixels. */
const NARROW = 900;

/** The height available for an element on the first screen, in CSS pixels. @param {HTMLElement} node */
export function heightLeft(node) {
  const { top } = node.getBoundingClientRect();
  const root = /** @type {ShadowRoot} */ (node.getRootNode());
  const host = root.host?.getBoundingClientRect().top ?? 0;
  return innerHeight - Math.min(top + scrollY, top - host + MAX_ABOVE) - LEGEND;
}

/** Whether an element is wide enough to fit all matrices to the first screen. @param {HTMLElement} node */
export const isFitted = (node) => node.clientWidth > NARROW;
