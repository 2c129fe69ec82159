/** The entry of the Portuguese script. It only contains texts, which other scripts import. */
export {};
