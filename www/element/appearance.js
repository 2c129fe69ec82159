/**
 * What the pixels of a heatmap depend on besides its figure.
 *
 * @typedef {{ theme: 'light' | 'dark', ratio: number, font: string }} Appearance
 */

/** Listeners for changes of the page's appearance. @type {Set<() => void>} */
const watchers = new Set();
/** Removes the listeners that all heatmaps of a page share. @type {(() => void) | null} */
let unwatch = null;

/**
 * Calls back when the page's theme, the screen's resolution or the system's contrast changes.
 *
 * @param {() => void} changed
 * @returns {() => void} stops watching
 */
export function watchAppearance(changed) {
  watchers.add(changed);
  unwatch ??= listen(() => watchers.forEach((each) => each()));
  return () => {
    watchers.delete(changed);
    if (watchers.size > 0) return;
    unwatch?.();
    unwatch = null;
  };
}

/** @param {() => void} changed */
function listen(changed) {
  const stop = new AbortController();
  const { signal } = stop;
  for (const query of [
    '(prefers-color-scheme: dark)',
    '(forced-colors: active)',
    '(prefers-contrast: more)',
  ]) {
    matchMedia(query).addEventListener('change', changed, { signal });
  }
  // A query for one resolution fires only when it stops matching, so each change needs a new query.
  const watchRatio = () => {
    const again = () => {
      watchRatio();
      changed();
    };
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', again, {
      signal,
      once: true,
    });
  };
  watchRatio();
  // Pages switch their theme by an attribute, a class or a style of the root element.
  const mutations = new MutationObserver(changed);
  mutations.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] });
  return () => {
    stop.abort();
    mutations.disconnect();
  };
}

/**
 * The current appearance of an element. The style sheet chooses the light or dark colors; its choice is read
 * back from the caret's color, so that the theme is decided in one place.
 *
 * @param {Element} map
 * @returns {Appearance}
 */
export function appearanceOf(map) {
  const { caretColor, fontFamily } = getComputedStyle(map);
  return {
    theme: caretColor === 'rgb(255, 255, 255)' ? 'dark' : 'light',
    ratio: globalThis.devicePixelRatio || 1,
    font: fontFamily,
  };
}
