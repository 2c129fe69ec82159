/**
 * What a script on request provides. In a page that loads no further scripts, such as a saved figure, it has
 * to be there already.
 *
 * @template T
 * @param {string} script
 * @param {() => T | undefined} provided - undefined until the script has run
 * @param {string} missing - the error if the script could not be loaded
 * @returns {Promise<T>}
 */
export async function requested(script, provided, missing) {
  if (provided() === undefined) await heedmap.load?.([script]).catch(() => {});
  const found = provided();
  if (found === undefined) throw new Error(missing);
  return found;
}
