/** What the Maps room says of its out, in English. */
export const out = {};
