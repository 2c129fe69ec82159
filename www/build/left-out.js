/**
 * Stands for the packages with which jsPDF draws HTML and SVG and reads PNG. Figures for print do not use
 * them.
 */
export function decode() {
  throw new Error('this part of jsPDF is left out');
}
export default decode;
