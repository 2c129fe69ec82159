/** @import { RoomId } from '../../rooms/names.js' */
/** @import { Language } from '../../state/languages.js' */

/**
 * The scripts of each room, in the order in which they run, after the script that all rooms share.
 *
 * @type {Readonly<Partial<Record<RoomId, readonly string[]>>>}
 */
export const ROOM_SCRIPTS = Object.freeze({
  learn: ['learn'],
  masks: ['masks'],
  maps: ['maps'],
  contrast: ['learn', 'contrast'],
});

/**
 * The scripts of a figure, in the order in which they run.
 *
 * @param {RoomId} room
 * @param {Language} language - each language but English has a script of its own
 * @param {boolean} [hasData] - without data, the Maps room needs the script of its sample
 */
export function scriptsOf(room, language, hasData = false) {
  return [
    ...(language === 'en' ? [] : [language]),
    ...(room === 'maps' && !hasData ? ['sample'] : []),
    ...(ROOM_SCRIPTS[room] ?? []),
  ];
}

/**
 * Loads scripts from the folder of this page's first script. A Trusted Types policy allows only their URLs.
 *
 * @param {string[]} names
 * @param {() => void} failed
 */
export function loadScripts(names, failed) {
  const first = document.querySelector('script[src]')?.getAttribute('src') ?? '';
  const address = (/** @type {string} */ name) => first.replace(/heedmap\.js$/, `heedmap-${name}.js`);
  const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('heedmap-scripts', {
    createScriptURL: address,
  });
  for (const name of names) {
    const script = document.createElement('script');
    // They run in this order, whichever arrives first.
    script.async = false;
    script.onerror = failed;
    script.src = policy ? policy.createScriptURL(name) : address(name);
    document.head.append(script);
  }
}
