// Written by `npm run words`: the languages that the folders `words` have.
export const LANGUAGE_IDS = Object.freeze(/** @type {const} */ (['en', 'es', 'pt']));
