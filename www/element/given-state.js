/**
 * Takes a state that a page sets, and says why it cannot: setting a property does not throw.
 *
 * @param {string} tag - of the element
 * @param {unknown} state
 * @param {object} fresh - the state of the element as it opens
 * @param {() => unknown} take - may throw where a part of the state is of the wrong kind
 * @returns {string} a sentence; empty where the state was taken
 */
export function problemOf(tag, state, fresh, take) {
  try {
    const wrong = lackOf(state, fresh);
    if (wrong === '') take();
    return wrong && sentence(tag, wrong);
  } catch (error) {
    return sentence(tag, error instanceof Error ? error.message : String(error));
  }
}

/** What keeps a value from being a state. @param {unknown} state @param {object} fresh */
function lackOf(state, fresh) {
  if (typeof state !== 'object' || state === null)
    return `it is ${state === null ? 'null' : `a ${typeof state}`}`;
  const missing = Object.entries(fresh).find(
    ([name, value]) => value !== null && Reflect.get(state, name) === undefined,
  );
  return missing ? `it has no ${JSON.stringify(missing[0])}` : '';
}

/** @param {string} tag @param {string} why */
function sentence(tag, why) {
  return `state: this is not a state of <${tag}>, so the state stays as it is: ${why}`;
}
