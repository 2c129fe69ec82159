/** @import { Host } from './state.js' */

/**
 * The content of the code to paste.
 *
 * @typedef {object} Pasted
 * @property {string} tag
 * @property {[name: string, text: string][]} attributes
 * @property {string} script - the address of the script that defines the element
 * @property {string} frame - the address of the page for a frame
 * @property {string} page - the address of Heedmap with this figure; empty if Heedmap is not on a server
 * @property {string} file - the argument of `npx heedmap`: the file with the heads, or an address in the page
 * @property {string} saved - the name of the figure as one HTML file
 * @property {number | null} width
 * @property {number} height
 * @property {{ title: string, fallback: string, open: string, listens: string, once: string, centers: string }} words
 */

/**
 * Escapes text for HTML content and attributes. Numeric references replace characters that would end a
 * Markdown block or begin a template.
 *
 * @param {string} text
 */
export function escaped(text) {
  const numbered = (/** @type {string} */ sign) => `&#${sign.codePointAt(0)};`;
  return text
    .replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
    .replace(/[\n\r\t\f`]/g, numbered)
    .replace(/\{(?=[{%#])/g, numbered);
}

/** A Python string literal, on one line. @param {string} text */
export function pythonText(text) {
  const escape = (/** @type {string} */ sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, escape)}'`;
}

/** Longer tags have one attribute on each line. In characters. */
const MAX_TAG = 60;

/** The script and the element. No line is empty. @param {Pasted} figure */
function htmlLines({ tag, attributes, script, page, words }) {
  const written = attributes.map(([name, text]) => (text === '' ? name : `${name}="${escaped(text)}"`));
  const separator = `<${tag} ${written.join(' ')}>`.length > MAX_TAG ? '\n  ' : ' ';
  const link = page === '' ? '' : ` <a href="${escaped(page)}">${escaped(words.open)}</a>`;
  return [
    `<script src="${escaped(script)}" defer></script>`,
    ...[`<${tag}`, ...written].join(separator).concat('>').split('\n'),
    `  ${escaped(words.fallback)}${link}`,
    `</${tag}>`,
  ];
}

/**
 * A block of Markdown, with a fence that is longer than any in the text.
 *
 * @param {string} info - what the fence says about the block
 * @param {string} text
 */
function fenced(info, text) {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${info}`, text, fence].join('\n');
}

/** @param {Pasted} figure */
function iframe({ frame, width, height, words }) {
  return [
    '<iframe',
    `  src="${escaped(frame)}"`,
    `  title="${escaped(words.title)}"`,
    // Its link to Heedmap opens a new window.
    '  sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"',
    `  width="${width ?? '100%'}" height="${height}" loading="lazy" style="border: 0"></iframe>`,
  ];
}

/** A script that gives a frame the height of its figure. @param {Pasted} figure */
function listener({ words }) {
  return [
    '<script>',
    `  // ${words.listens}`,
    "  addEventListener('message', ({ source, data }) => {",
    "    if (data?.type !== 'heedmap:height') return;",
    "    for (const frame of document.querySelectorAll('iframe')) {",
    '      if (frame.contentWindow === source) frame.height = data.height;',
    '    }',
    '  });',
    '</script>',
  ];
}

/** An attribute value in JSX: a string in braces needs no HTML escapes. @param {string} text */
function jsxText(text) {
  return /^[\w .,:;()-]+$/.test(text) ? `"${text}"` : `{${JSON.stringify(text)}}`;
}

/** A React component. React 19 loads a script only once. @param {Pasted} figure */
function component({ tag, attributes, script, page, words }) {
  const link = page === '' ? [] : [`        <a href=${jsxText(page)}>{${JSON.stringify(words.open)}}</a>`];
  return [
    `// ${words.once}`,
    'export function Figure() {',
    '  return (',
    '    <>',
    `      <script src=${jsxText(script)} async />`,
    `      <${tag}`,
    ...attributes.map(([name, text]) => `        ${name}=${text === '' ? '""' : jsxText(text)}`),
    '      >',
    `        {${JSON.stringify(`${words.fallback} `)}}`,
    ...link,
    `      </${tag}>`,
    '    </>',
    '  );',
    '}',
  ];
}

/**
 * A cell of a notebook. Notebooks show outputs in documents of their own, where relative addresses do not
 * work and a script may run before its element exists. A frame that contains the whole figure avoids both.
 * The `div` avoids IPython's warning about a frame.
 *
 * @param {Pasted} figure
 * @param {string[]} page - code that assigns the text of the page to `page`
 */
function cell({ width, height, words }, page) {
  const size = `width: ${width === null ? '100%' : `${width}px`}; height: ${height}px`;
  return [
    'from html import escape',
    ...page,
    `title = ${pythonText(words.title)}`,
    `HTML(f'''<div><iframe srcdoc="{escape(page)}" title="{escape(title)}"`,
    `    sandbox="allow-scripts allow-popups" style="${size}; border: 0"></iframe></div>''')`,
  ].join('\n');
}

/**
 * A cell that contains the figure itself, for notebooks without a file beside them.
 *
 * @param {Pasted} figure
 * @param {string} base64 - the page of the figure, in zlib format and base64
 */
export function filledCell(figure, base64) {
  return cell(figure, [
    'from base64 import b64decode',
    'from zlib import decompress',
    'from IPython.display import HTML',
    '',
    "page = decompress(b64decode('''",
    ...(base64.match(/.{1,120}/g) ?? []),
    "''')).decode()",
  ]);
}

/**
 * The code for each kind of page.
 *
 * @type {Record<Host, (figure: Pasted) => string>}
 */
export const SNIPPETS = {
  html: (figure) => htmlLines(figure).join('\n'),
  reveal(figure) {
    const [script, ...tag] = htmlLines(figure);
    return [
      script,
      '<script>',
      `  // ${figure.words.centers}`,
      "  document.addEventListener('heed-ready', () => Reveal.layout());",
      '</script>',
      '<section>',
      ...tag.map((line) => `  ${line}`),
      '</section>',
    ].join('\n');
  },
  // Markdown leaves a block without empty lines unchanged.
  mdbook: (figure) => ['<div>', ...htmlLines(figure), '</div>'].join('\n'),
  mkdocs: (figure) => ['<div>', ...htmlLines(figure), '</div>'].join('\n'),
  myst: (figure) => fenced('{raw} html', htmlLines(figure).join('\n')),
  quarto: (figure) => fenced('{=html}', htmlLines(figure).join('\n')),
  react: (figure) => component(figure).join('\n'),
  jupyter: (figure) =>
    cell(figure, [
      'from pathlib import Path',
      'from IPython.display import HTML',
      '',
      `page = Path(${pythonText(figure.saved)}).read_text(encoding='utf-8')`,
    ]),
  iframe: (figure) => [...iframe(figure), ...listener(figure)].join('\n'),
  // The platform removes scripts.
  lms: (figure) => iframe(figure).join('\n'),
  file: ({ file }) =>
    `npx heedmap ${/^[\w./-]+$/.test(file) && !file.startsWith('-') ? file : `'./${file.replaceAll("'", "'\\''")}'`} -o figure.html`,
};
