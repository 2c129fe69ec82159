/** The maximum number of characters of a label. No real token is longer. */
const MAX_LENGTH = 256;

/**
 * Makes a label visible: line ends and tabs become symbols; invisible characters and those that change the
 * writing direction become replacement characters.
 *
 * @param {unknown} label
 */
export function plainLabel(label) {
  const characters = Array.from(String(label ?? ''));
  const shown = characters.length > MAX_LENGTH ? [...characters.slice(0, MAX_LENGTH - 1), '…'] : characters;
  return shown.map(visible).join('');
}

/** @param {string} character */
function visible(character) {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n') return '↵';
  if (character === '\t') return '⇥';
  // Joiners (U+200C, U+200D) stay, because Persian words and many emoji contain them.
  const isInvisible = code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x200b || code === 0xfeff;
  const changesDirection =
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f);
  return isInvisible || changesDirection ? '\ufffd' : character;
}

/**
 * The angle of sloping column labels, in degrees. At a steep angle they hardly extend beyond their column.
 */
export const SLOPE = 62;
/** Maximum lengths of labels, in CSS pixels. */
export const WIDEST_ROW_LABEL = 116;
const WIDEST_COLUMN_LABEL = 88;
const LINE_HEIGHT = 16;
/**
 * The minimum gap between two horizontal labels, and how far a label may exceed its column, in CSS pixels.
 */
const [GAP, EXCESS] = [3, 10];

/**
 * The layout of the column labels: horizontal if they do not overlap, else all sloping. A long label may
 * extend over the column of a short one.
 *
 * @param {number[]} widths - the widths of the labels, in CSS pixels
 * @param {number} cellWidth
 * @returns {{ sloping: boolean, height: number, clip: number }} the common height, and the width at which labels are clipped
 */
export function columnLayout(widths, cellWidth) {
  const widest = Math.max(0, ...widths);
  const overlap = widths.some((width, at) => at > 0 && (width + widths[at - 1]) / 2 > cellWidth - GAP);
  if (!overlap && widest <= cellWidth + EXCESS)
    return { sloping: false, height: LINE_HEIGHT, clip: Math.max(cellWidth, widest) };
  const radians = (SLOPE * Math.PI) / 180;
  const length = Math.min(widest, WIDEST_COLUMN_LABEL);
  const height = Math.ceil(length * Math.sin(radians) + LINE_HEIGHT * Math.cos(radians));
  return { sloping: true, height, clip: WIDEST_COLUMN_LABEL };
}
