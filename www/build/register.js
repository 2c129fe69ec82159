/** The key of the version of these scripts in the global object. All scripts share it. */
const VERSION = Symbol.for('heedmap.version');

/**
 * Registers the elements of a script. Two versions cannot be in one page: the second logs a warning and does
 * nothing. A script of the same version registers the elements that are missing.
 *
 * @param {string} script - its name
 * @param {string} version
 * @param {{ tag: string, define: () => void }[]} elements
 * @param {Record<symbol, unknown> & { customElements: { get(tag: string): unknown } }} [page]
 */
export function register(script, version, elements, page = /** @type {any} */ (globalThis)) {
  const registered = elements.find(({ tag }) => page.customElements.get(tag));
  const present = page[VERSION] ?? (registered ? 'another version' : version);
  if (present !== version) {
    const what = page[VERSION] ? `heedmap ${present}` : `${present} of <${registered?.tag}>`;
    console.warn(`${script} of heedmap ${version} stays away: ${what} is on this page already`);
    return;
  }
  page[VERSION] = version;
  for (const element of elements) element.define();
}
