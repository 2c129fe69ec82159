/** Up to this width of the room, in CSS pixels, the heads or the map are shown (maps.css). */
const NARROW = 700;
/** Where the heads and the map begin below one line of text, and what is below them, in CSS pixels. */
const [ABOVE, BELOW] = [316, 40];

/**
 * The height for the heads and for the map so that a reader sees both without scrolling, in CSS pixels. It
 * does not depend on where they are, because they would change their size with each line of text. On a narrow
 * room, where one of them is shown at a time, there is no limit.
 *
 * @param {Element} node - in the room
 */
export function heightAtOnce(node) {
  const { host } = /** @type {ShadowRoot} */ (node.getRootNode());
  return (host?.clientWidth ?? 0) <= NARROW ? Infinity : innerHeight - ABOVE - BELOW;
}
