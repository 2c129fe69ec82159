/** The width of the window from which the heads and the map are side by side, in CSS pixels. */
const SIDE_BY_SIDE = 900;
/** Where the heads and the map begin below one line of text, and what is below them, in CSS pixels. */
const [ABOVE, BELOW] = [316, 40];

/**
 * The height for the heads and for the map so that a reader sees both without scrolling, in CSS pixels. It
 * does not depend on where they are, because they would change their size with each line of text. On a narrow
 * screen, where one of them is shown at a time, there is no limit.
 */
export const heightAtOnce = () => (innerWidth < SIDE_BY_SIDE ? Infinity : innerHeight - ABOVE - BELOW);
