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
