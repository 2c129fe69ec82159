/** The entry of the script with views of the Models room that few readers need. The room requests it. */
export {};
