/** The entry of the script with the whole views of Learn, and views of few lessons. The room requests it. */
export {};
