/** @import { RoomId } from '../../rooms/names.js' */
/** @import { Language } from '../../state/languages.js' */

/** The scripts that a room is in, in the order in which they run; what all rooms share comes before them. @type {Readonly<Partial<Record<RoomId, readonly string[]>>>} */
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
 * @param {boolean} [hasData] - what the Maps room opens with is needed where it has nothing else
 */
export function scriptsOf(room, language, hasData = false) {
  return [
    ...(language === 'en' ? [] : [language]),
    ...(room === 'maps' && !hasData ? ['sample'] : []),
    ...(ROOM_SCRIPTS[room] ?? []),
  ];
}

/**
 * Loads scripts that lie beside this page's first one. Their addresses go through a policy that makes no others.
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
    // They run in this order, however they come.
    script.async = false;
    script.onerror = failed;
    script.src = policy ? policy.createScriptURL(name) : address(name);
    document.head.append(script);
  }
}
