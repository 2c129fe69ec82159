/** First characters with which a spreadsheet recognizes a formula, including full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
/** The number of digits that distinguishes all 32-bit floats. */
const ENOUGH = 9;

/**
 * The shortest text that parses to the same 32-bit float. A missing number is `nan`, as in NumPy, because an
 * empty cell would be read as 0 or rejected.
 *
 * @param {number} value
 */
export function digits(value) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf';
  if (Object.is(value, -0)) return '-0';
  for (let precision = 6; precision < ENOUGH; precision++) {
    const short = Number(value.toPrecision(precision));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(ENOUGH)));
}

/**
 * A label as a cell: quoted, without NUL, and prefixed with ' if a spreadsheet would run it as a formula.
 *
 * @param {string} text
 */
export function labelCell(text) {
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""').replaceAll('\0', '\ufffd')}"`;
}

/**
 * The header row: an empty cell, then the keys.
 *
 * @param {string[] | null} keys - null for positions, counted from 0 as in pandas
 * @param {[start: number, length: number]} cols
 */
export function csvHeader(keys, cols) {
  return `${['', ...names(keys, cols, 'k')].join()}\r\n`;
}

/**
 * The rows of some queries.
 *
 * @param {{ data: Float32Array, cols: number, rows: [start: number, length: number] }} part - the range of
 *   its queries
 * @param {string[] | null} queries
 * @param {boolean} whole - whether the table starts at query 0
 */
export function csvRows({ data, cols, rows }, queries, whole) {
  const labels = names(queries, rows, whole ? '' : 'q');
  return labels
    .map(
      (label, row) =>
        `${label},${Array.from(data.subarray(row * cols, (row + 1) * cols), digits).join()}\r\n`,
    )
    .join('');
}

/**
 * Some of the labels. Positions that do not start at 0 get a letter, because they would be parsed as numbers.
 *
 * @param {string[] | null} labels @param {[number, number]} part @param {string} letter
 */
function names(labels, [start, length], letter) {
  if (labels) return labels.slice(start, start + length).map(labelCell);
  return Array.from({ length }, (_, i) => `${start === 0 ? '' : letter}${start + i}`);
}
