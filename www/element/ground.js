/**
 * The ground behind an element: many pages have a dark background without a `color-scheme`, and dark digits
 * on it cannot be read.
 */

/** A ground of a smaller luminance is dark. Black and white text have the same contrast at this luminance. */
const DARK = 0.18;

/**
 * The theme of the first ancestor with a painted background, or null if there is none: then the browser
 * paints the ground, according to the `color-scheme` of the page. It is also null if the page sets another
 * `color-scheme` nearer to the element than the background. A gradient counts with the mean luminance of its
 * colors; other images have no known color.
 *
 * @param {Element} element
 * @returns {'light' | 'dark' | null}
 */
export function themeOfGround(element) {
  /** The scheme above the element, which itself may have that of an earlier ground. @type {string | null} */
  let scheme = null;
  for (const each of ancestorsOf(element)) {
    const { backgroundColor, backgroundImage, colorScheme } = getComputedStyle(each);
    if (each !== element) scheme ??= colorScheme;
    const luminance = luminanceOfGradient(backgroundImage) ?? luminanceOf(backgroundColor);
    if (luminance === null) continue;
    if (each !== element && scheme !== colorScheme) return null;
    return luminance < DARK ? 'dark' : 'light';
  }
  return null;
}

/**
 * Calls back when an attribute of an ancestor changes, because each site has its own for the theme, and when
 * a transition of a background ends.
 *
 * @param {Element} element
 * @param {() => void} changed
 * @returns {() => void} stops watching
 */
export function watchGround(element, changed) {
  const mutations = new MutationObserver(changed);
  for (const each of ancestorsOf(element))
    if (each !== element) mutations.observe(each, { attributes: true });
  const { ownerDocument } = element;
  const ended = (/** @type {Event} */ event) => {
    if (event instanceof TransitionEvent && event.propertyName === 'background-color') changed();
  };
  ownerDocument.addEventListener('transitionend', ended);
  return () => {
    mutations.disconnect();
    ownerDocument.removeEventListener('transitionend', ended);
  };
}

/** An element and its ancestors, out of all shadow roots. @param {Element} element */
function* ancestorsOf(element) {
  /** @type {Element | null} */
  let each = element;
  while (each) {
    yield each;
    const root = each.getRootNode();
    each = each.assignedSlot ?? each.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
}

/**
 * The mean luminance of the colors of a computed gradient; null for other images, and without opaque colors.
 *
 * @param {string} image
 * @returns {number | null}
 */
export function luminanceOfGradient(image) {
  if (!/^[\w-]+-gradient\(/.test(image)) return null;
  const colors = image.match(/\b(rgba?|color|oklab|oklch|lab|lch)\([^)]*\)/g) ?? [];
  const luminances = colors.map(luminanceOf).filter((each) => each !== null);
  return luminances.length > 0 ? luminances.reduce((sum, each) => sum + each, 0) / luminances.length : null;
}

/**
 * The relative luminance of a computed color (WCAG 2.2), or null if less than half of it is opaque. A
 * computed color is `rgb()`, `rgba()`, `color()` or a lightness with two more numbers.
 *
 * @param {string} color
 * @returns {number | null}
 */
export function luminanceOf(color) {
  const [, kind, list] = /^([\w-]+)\((.*)\)$/.exec(color) ?? [];
  if (!kind) return null;
  const numbers = list.match(/(?<![\w-])-?(\d+\.?\d*|\.\d+)(e-?\d+)?/g)?.map(Number) ?? [];
  const [first, second, third, alpha = 1] = numbers;
  if (third === undefined || alpha < 0.5) return null;
  if (/^ok(lab|lch)$/.test(kind)) return first ** 3;
  if (/^(lab|lch)$/.test(kind)) return ((first + 16) / 116) ** 3;
  const scale = kind === 'color' ? 1 : 255;
  const isLinear = list.startsWith('srgb-linear');
  const [red, green, blue] = [first, second, third].map((value) => {
    const channel = value / scale;
    if (isLinear) return channel;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
