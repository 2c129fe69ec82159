/**
 * The height above a lesson that counts, at most, CSS pixels: the reader scrolls to a lesson that is further
 * down the page.
 */
const ABOVE = 100;
/** The height below its matrices, for the legend, CSS pixels. */
const BELOW = 40;
/** Narrower figures are scrolled and fold nothing, CSS pixels. */
const NARROW = 900;

/** The height that is left for an element on the first screen, CSS pixels. @param {HTMLElement} node */
export function heightLeft(node) {
  const { top } = node.getBoundingClientRect();
  const root = /** @type {ShadowRoot} */ (node.getRootNode());
  const host = root.host?.getBoundingClientRect().top ?? 0;
  return innerHeight - Math.min(top + scrollY, top - host + ABOVE) - BELOW;
}

/**
 * Whether an element is so wide that the whole of a lesson is fitted to the first screen.
 *
 * @param {HTMLElement} node
 */
export const isFitted = (node) => node.clientWidth > NARROW;
