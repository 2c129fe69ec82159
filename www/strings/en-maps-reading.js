/** What the Maps room says of its reading, in English. */
export const reading = {};
