const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;

/**
 * The direction that most letters of a text are written in; empty if it has no letters.
 *
 * @param {string} text
 * @returns {'rtl' | 'ltr' | ''}
 */
export function directionOf(text) {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return '';
  return (text.match(RIGHT_TO_LEFT)?.length ?? 0) > letters / 2 ? 'rtl' : 'ltr';
}
