/**
 * What to tell a reader whose browser would not start the page.
 * @param {unknown} error
 * @returns {string}
 */
export function sentence(error) {
  const reason = error instanceof Error ? error.message : String(error);
  if (typeof WebAssembly === 'undefined') {
    return 'Heedmap cannot start: WebAssembly is missing or switched off in this browser.';
  }
  // Every browser names the policy in its own words, but all of them name it.
  if (/content security policy|unsafe-eval|csp/i.test(reason)) {
    return "Heedmap cannot start: this site's Content-Security-Policy forbids WebAssembly; it needs 'wasm-unsafe-eval' in script-src.";
  }
  return `Heedmap cannot start: ${reason}`;
}
