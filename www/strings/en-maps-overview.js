/** What the Maps room says of its overview, in English. */
export const overview = {};
