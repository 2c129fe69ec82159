/** The entry of the Spanish script. It only contains texts, which other scripts import. */
export {};
