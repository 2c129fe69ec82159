/** What the Maps room says of its out, in Spanish. */
export const out = {};
