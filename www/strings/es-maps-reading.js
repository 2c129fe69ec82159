/** What the Maps room says of its reading, in Spanish. */
export const reading = {};
