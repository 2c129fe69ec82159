/**
 * Validates a state that the page sets, and applies it. It returns an error, because setting a property does
 * not throw.
 *
 * @param {string} tag - the tag of the element
 * @param {unknown} state
 * @param {object} fresh - the initial state of the element
 * @param {() => unknown} apply - applies the state; it may throw if a part has the wrong type
 * @returns {string} a message; empty if the state was applied
 */
export function problemOf(tag, state, fresh, apply) {
  try {
    const wrong = problemIn(state, fresh);
    if (wrong === '') apply();
    return wrong && sentence(tag, wrong);
  } catch (error) {
    return sentence(tag, error instanceof Error ? error.message : String(error));
  }
}

/** Why a value is not a state; empty if it is one. @param {unknown} state @param {object} fresh */
function problemIn(state, fresh) {
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
