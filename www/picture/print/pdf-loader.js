/**
 * Loads the writer of PDF with its fonts, about half a megabyte, when a PDF is written. The entry of the
 * picture script replaces `load`, because a classic script is loaded by its name.
 */
export const pdf = { load: () => import('./pdf.js') };
