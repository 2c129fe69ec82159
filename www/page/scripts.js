import { isLanguage } from '../state/languages.js';
/** @import { RoomId } from '../rooms/names.js' */
/** @import { Language } from '../state/languages.js' */

/**
 * The scripts of each room, in the order in which they run, after the script that all rooms share.
 *
 * @type {Readonly<Record<RoomId, readonly string[]>>}
 */
export const ROOM_SCRIPTS = Object.freeze({
  learn: ['matrices', 'learn', 'whole'],
  masks: ['masks'],
  maps: ['program', 'maps'],
  contrast: ['matrices', 'contrast'],
  // It writes figures of other rooms as pages.
  embed: ['frame', 'save', 'snippets'],
});

/**
 * The scripts of a figure, in the order in which they run.
 *
 * @param {RoomId} room
 * @param {Language} language - each language but English has a script of its own
 * @param {boolean} [hasData] - without data, the Models room needs the script of its sample
 */
export function scriptsOf(room, language, hasData = false) {
  return [
    ...(language === 'en' ? [] : [language]),
    ...(room === 'maps' && !hasData ? ['sample'] : []),
    ...ROOM_SCRIPTS[room],
  ];
}

/**
 * The scripts of a figure in a frame. A text needs the scripts of the page, and others none of a text.
 *
 * @param {RoomId} room @param {Language} language @param {string} fragment - the link of the figure
 */
export const frameScriptsOf = (room, language, fragment) =>
  new URLSearchParams(fragment).has('text')
    ? [...pageScriptsOf(room, language), 'program']
    : scriptsOf(room, language);

/**
 * The scripts of a room of the page, in the order in which they run. There, the Models room has a text, and
 * shows its first sentence without its program. It loads its sample when that is shown. Learn opens without
 * its whole views.
 *
 * @param {RoomId} room @param {Language} language
 */
export const pageScriptsOf = (room, language) =>
  room === 'maps'
    ? [...(language === 'en' ? [] : [language]), 'maps', 'text']
    : scriptsOf(room, language).filter((name) => name !== 'whole');

/** The language that a fragment asks for. @param {string} fragment */
export function languageIn(fragment) {
  const language = new URLSearchParams(fragment).get('language');
  return isLanguage(language) ? language : null;
}

/**
 * Loads a script of this page. It runs after those that were requested before it, whichever arrives first, or
 * as soon as it arrives.
 *
 * @callback LoadScript
 * @param {string} name
 * @param {boolean} [isAlone] - whether it runs as soon as it arrives
 * @returns {Promise<void>} rejected if the script does not load
 */

/**
 * Loads scripts from the folder of this page's first script. A Trusted Types policy allows only their URLs.
 *
 * @returns {LoadScript}
 */
export function scriptLoader() {
  const first = document.querySelector('script[src]')?.getAttribute('src') ?? '';
  const address = (/** @type {string} */ name) => first.replace(/heedmap\.js$/, `heedmap-${name}.js`);
  const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('heedmap-scripts', {
    createScriptURL: address,
  });
  return (name, isAlone = false) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.async = isAlone;
      script.onload = () => resolve();
      script.onerror = () => reject(new Error(`heedmap-${name}.js could not be loaded`));
      script.src = policy ? policy.createScriptURL(name) : address(name);
      document.head.append(script);
    });
}

/** The scripts that the page lists for later, in their order. @returns {string[]} */
export const listedScripts = () =>
  [...document.querySelectorAll('link[rel=heedmap-script]')].map(
    (link) => /heedmap-(\w+)\.js$/.exec(link.getAttribute('href') ?? '')?.[1] ?? '',
  );

/**
 * Loads each script once: first those that somebody waits for, then the others, one after another, so that
 * none delays what the reader sees first. Scripts that are wanted together run in their order. Any other one
 * runs as soon as it arrives, so that one that does not arrive delays no room that is opened meanwhile.
 *
 * @param {readonly string[]} names - all scripts
 * @param {LoadScript} loadScript
 */
export function scriptQueue(names, loadScript) {
  /** @type {Map<string, Promise<void>>} */
  const requested = new Map();
  /** Whether each script that is on its way runs as soon as it arrives. @type {Map<string, boolean>} */
  const coming = new Map();
  const request = (/** @type {string} */ name, /** @type {boolean} */ isAlone) => {
    const known = requested.get(name);
    if (known) return known;
    coming.set(name, isAlone);
    const loaded = loadScript(name, isAlone).finally(() => coming.delete(name));
    requested.set(name, loaded);
    return loaded;
  };
  /**
   * Loads scripts now, of which one may need those before it.
   *
   * @param {readonly string[]} wanted @returns {Promise<unknown>}
   */
  async function load(wanted) {
    const open = wanted.filter((name) => coming.has(name) || !requested.has(name));
    const alone = open.filter((name) => coming.get(name));
    if (open.length === 1 || alone.length === 0)
      return Promise.all(wanted.map((name) => request(name, open.length === 1)));
    await Promise.all(alone.map((name) => requested.get(name)));
    return load(wanted);
  }
  let isLoadingRest = false;
  /** Loads all others, once nothing else is being loaded. */
  async function loadRest() {
    if (isLoadingRest) return;
    isLoadingRest = true;
    for (;;) {
      const { size } = requested;
      await Promise.allSettled(requested.values());
      if (requested.size > size) continue;
      const next = names.find((name) => !requested.has(name));
      if (next === undefined) return;
      void request(next, true).catch(() => {});
    }
  }
  return { load, loadRest };
}
