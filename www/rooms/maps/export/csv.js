/** What a spreadsheet takes for a formula where a text begins so, in its full width too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
/** The digits that tell any two floats of 32 bits apart. */
const ENOUGH = 9;

/**
 * The shortest digits that read back as the same float of 32 bits. What is missing is `nan`, as NumPy writes it: an empty cell would be read as 0, or not at all.
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
 * A label as a cell: always quoted, and with a ' before what a spreadsheet would run. No reader of tables takes a NUL.
 *
 * @param {string} text
 */
export function labelCell(text) {
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""').replaceAll('\0', '\ufffd')}"`;
}

/**
 * The first line: an empty corner, then the keys.
 *
 * @param {string[] | null} keys - null: positions, which count from 0 as pandas counts
 * @param {[start: number, length: number]} cols
 */
export function csvHeader(keys, cols) {
  return `${['', ...names(keys, cols, 'k')].join()}\r\n`;
}

/**
 * Lines of a query each.
 *
 * @param {{ data: Float32Array, cols: number, rows: [start: number, length: number] }} part - its rows among the queries
 * @param {string[] | null} queries
 * @param {boolean} whole - whether the rows of the table count from query 0
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

/** A part of the labels. Positions that do not begin with 0 get a letter, or readers would take them for numbers. @param {string[] | null} labels @param {[number, number]} part @param {string} letter */
function names(labels, [start, length], letter) {
  if (labels) return labels.slice(start, start + length).map(labelCell);
  return Array.from({ length }, (_, i) => `${start === 0 ? '' : letter}${start + i}`);
}
