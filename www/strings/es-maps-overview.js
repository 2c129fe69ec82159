/** What the Maps room says of its overview, in Spanish. */
export const overview = {};
