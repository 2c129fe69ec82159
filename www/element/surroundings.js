/** What an element learns from the page around it, and the keys that it keeps from it. */
import { beginWork } from '../ui/idle.js';

/**
 * The settings of the page and the screen that the pixels of a heatmap depend on.
 *
 * @typedef {{ theme: 'light' | 'dark', ratio: number, font: string }} Appearance
 */

/** @type {Set<() => void>} */
const callbacks = new Set();
/** Removes the listeners that all heatmaps of a page share. @type {(() => void) | null} */
let unlisten = null;

/**
 * Calls back when the page's theme, the screen's resolution or the system's contrast changes.
 *
 * @param {() => void} changed
 * @returns {() => void} stops watching
 */
export function watchAppearance(changed) {
  callbacks.add(changed);
  unlisten ??= listen(() => callbacks.forEach((callback) => callback()));
  return () => {
    callbacks.delete(changed);
    if (callbacks.size > 0) return;
    unlisten?.();
    unlisten = null;
  };
}

/** @param {() => void} changed */
function listen(changed) {
  const controller = new AbortController();
  const { signal } = controller;
  for (const query of [
    '(prefers-color-scheme: dark)',
    '(forced-colors: active)',
    '(prefers-contrast: more)',
  ]) {
    matchMedia(query).addEventListener('change', changed, { signal });
  }
  // A query for one resolution fires only when it stops matching, so each change needs a new query.
  const watchRatio = () =>
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
      'change',
      () => {
        watchRatio();
        changed();
      },
      { signal, once: true },
    );
  watchRatio();
  // Pages switch their theme by an attribute, a class or a style of the root element.
  const mutations = new MutationObserver(changed);
  mutations.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] });
  return () => {
    controller.abort();
    mutations.disconnect();
  };
}

/**
 * The current appearance of an element. The style sheet chooses the light or dark colors. Its choice is read
 * from the color of the caret, so that the theme is decided in one place.
 *
 * @param {Element} element
 * @returns {Appearance}
 */
export function appearanceOf(element) {
  const { caretColor, fontFamily } = getComputedStyle(element);
  return {
    theme: caretColor === 'rgb(255, 255, 255)' ? 'dark' : 'light',
    ratio: globalThis.devicePixelRatio || 1,
    font: fontFamily,
  };
}

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

/** The distance from the viewport at which a figure starts, so that it is ready when it is scrolled to. */
const MARGIN = '600px';

/**
 * Calls back once, when an element is near the viewport and not hidden.
 *
 * @param {Element} target
 * @param {() => void} call
 * @returns {() => void} stops waiting
 */
export function whenNear(target, call) {
  // Whether it is near is known after the next frame.
  const known = beginWork();
  const observer = new IntersectionObserver(
    (entries) => {
      known();
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      call();
    },
    { rootMargin: MARGIN },
  );
  observer.observe(target);
  return () => {
    known();
    observer.disconnect();
  };
}

/** Keys that move within a field, a list or a slider. */
const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);
const PAGES = new Set(['PageUp', 'PageDown']);
/** Keys that change a text besides characters. */
const EDITS = new Set(['Backspace', 'Delete', 'Enter']);
/** Types of inputs that are pressed rather than typed into. */
const PRESSED = new Set(['button', 'checkbox', 'color', 'file', 'image', 'reset', 'submit']);

/**
 * Keeps the keys that a figure uses from the page around it, such as slides that an arrow key moves: those
 * that the figure has handled, and so prevented, and those that the focused control handles. All other keys
 * reach the page.
 *
 * @param {ShadowRoot} root
 */
export function keepUsedKeys(root) {
  root.addEventListener('keydown', (event) => {
    if (event instanceof KeyboardEvent && (event.defaultPrevented || isForControl(event)))
      event.stopPropagation();
  });
}

/** Whether the focused control handles a key. @param {KeyboardEvent} event */
function isForControl(event) {
  const [control] = event.composedPath();
  if (!(control instanceof HTMLElement)) return false;
  const isTyped = event.getModifierState('AltGraph') || !(event.altKey || event.ctrlKey || event.metaKey);
  if (!isTyped) return false;
  const { key } = event;
  if (control.isContentEditable || control instanceof HTMLTextAreaElement)
    return isText(key) || MOVES.has(key) || PAGES.has(key);
  if (control instanceof HTMLSelectElement)
    return isCharacter(key) || key === 'Enter' || MOVES.has(key) || PAGES.has(key);
  if (control instanceof HTMLInputElement) return isForInput(key, control);
  if (control instanceof HTMLAnchorElement) return key === 'Enter';
  return control.matches('button, summary') && (key === 'Enter' || key === ' ');
}

/** @param {string} key @param {HTMLInputElement} input */
function isForInput(key, { type, value }) {
  if (type === 'range') return MOVES.has(key) || PAGES.has(key);
  if (type === 'radio') return key === ' ' || key.startsWith('Arrow');
  if (PRESSED.has(type)) return key === ' ' || key === 'Enter';
  // There is nowhere to move in an empty field.
  return isText(key) || (value !== '' && MOVES.has(key)) || (type === 'number' && key.startsWith('Arrow'));
}

/** @param {string} key */
const isCharacter = (key) => [...key].length === 1;

/** @param {string} key */
const isText = (key) => isCharacter(key) || EDITS.has(key);
