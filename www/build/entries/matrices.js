/** The entry of the script with the matrices of Learn and Mistakes, which run after it. */
export {};
