/** What the Maps room says of its head, in Spanish. */
export const head = {};
