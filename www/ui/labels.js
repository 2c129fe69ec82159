/** The most characters of a label. No real token is longer. */
const LONGEST = 256;

/**
 * Makes a label visible: line ends and tabs become symbols; invisible characters and those that change the
 * writing direction become replacement characters. So no token is blank.
 *
 * @param {unknown} label
 */
export function plainLabel(label) {
  const characters = Array.from(String(label ?? ''));
  const shown = characters.length > LONGEST ? [...characters.slice(0, LONGEST - 1), '…'] : characters;
  return shown.map(mark).join('');
}

/** @param {string} character */
function mark(character) {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n') return '↵';
  if (character === '\t') return '⇥';
  // Joiners (U+200C, U+200D) stay, because Persian words and many emoji contain them.
  const unseen = code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x200b || code === 0xfeff;
  const turning =
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f);
  return unseen || turning ? '\ufffd' : character;
}

/** The angle of long column labels, in degrees: steep, so that they hardly extend beyond their column. */
export const SLOPE = 62;
/** The greatest length of a label, in CSS pixels. */
export const WIDEST_ROW_LABEL = 116;
const WIDEST_COLUMN_LABEL = 88;
const LINE = 16;
/**
 * The least gap between two horizontal labels, and how much wider than its column a label may be, CSS pixels.
 */
const [APART, REACH] = [3, 10];

/**
 * The layout of the column labels: horizontal if they do not meet, else all sloping. A long label may extend
 * over the column of a short one.
 *
 * @param {number[]} widths - of the labels, CSS pixels
 * @param {number} cellWidth
 * @returns {{ sloping: boolean, height: number, clip: number }} the height of all, and the width at which a label is clipped
 */
export function columnLayout(widths, cellWidth) {
  const widest = Math.max(0, ...widths);
  const meet = widths.some((width, at) => at > 0 && (width + widths[at - 1]) / 2 > cellWidth - APART);
  if (!meet && widest <= cellWidth + REACH)
    return { sloping: false, height: LINE, clip: Math.max(cellWidth, widest) };
  const radians = (SLOPE * Math.PI) / 180;
  const length = Math.min(widest, WIDEST_COLUMN_LABEL);
  const height = Math.ceil(length * Math.sin(radians) + LINE * Math.cos(radians));
  return { sloping: true, height, clip: WIDEST_COLUMN_LABEL };
}
