/**
 * What the pixels of a heatmap depend on besides its figure.
 *
 * @typedef {{ theme: 'light' | 'dark', ratio: number, font: string }} Appearance
 */

/** Listeners for changes of the page's appearance. @type {Set<() => void>} */
const watchers = new Set();
/** Ends the listening that all heatmaps of a page share. @type {(() => void) | null} */
let unwatch = null;

/**
 * Calls back when the page's theme, the screen's resolution or the system's contrast changes.
 *
 * @param {() => void} changed
 * @returns {() => void} ends it
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
  // A query for one resolution only says that it no longer holds, so the next one has to be asked for.
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
  // However a page switches its theme, it does so on its root: an attribute, a class or a style.
  const mutations = new MutationObserver(changed);
  mutations.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] });
  return () => {
    stop.abort();
    mutations.disconnect();
  };
}

/**
 * The look that is in force for an element with our style: the light or the dark colours were chosen by the style sheet, and what it chose is
 * read back, so that there is one place that decides.
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
