/** What the Maps room says of its head, in English. */
export const head = {};
