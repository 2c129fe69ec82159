/**
 * Stands for packages that others import for what Heedmap does not use: with which jsPDF draws HTML and SVG
 * and reads PNG, and the codecs of zarrita that stores of `heedmap.corpus` do not have.
 */
export function decode() {
  throw new Error('this part of a library is left out');
}
export default decode;
