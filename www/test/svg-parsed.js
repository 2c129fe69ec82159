/**
 * A strict parser for the XML of pictures: it rejects everything that XML forbids, and entities other than
 * the four that are escaped.
 *
 * @typedef {{ tag: string, attributes: Record<string, string>, children: (Element | string)[] }} Element
 */
const TAG = /^<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z:-]+="[^"<]*")*)\s*(\/?)>/;
/** @type {Record<string, string>} */
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
/** Unpaired surrogates and control characters are not allowed in XML, even if they are escaped. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udfff]/u;

/** @param {string} text @returns {Element} the outermost element */
export function parsed(text) {
  const found = FORBIDDEN.exec(text);
  if (found) throw new Error(`U+${found[0].codePointAt(0)?.toString(16)} may not stand in XML`);
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!text.startsWith(head)) throw new Error(`it begins with ${text.slice(0, 40)}`);
  /** @type {Element[]} */
  const open = [{ tag: '', attributes: {}, children: [] }];
  let rest = text.slice(head.length).trimEnd();
  while (rest !== '') {
    const last = open[open.length - 1];
    if (!rest.startsWith('<')) {
      const end = rest.indexOf('<');
      if (end < 0 || open.length === 1) throw new Error(`text outside of the drawing: ${rest.slice(0, 40)}`);
      last.children.push(plain(rest.slice(0, end)));
      rest = rest.slice(end);
      continue;
    }
    const [all, closing, tag, attributes, empty] = TAG.exec(rest) ?? [];
    if (all === undefined) throw new Error(`no tag: ${rest.slice(0, 80)}`);
    rest = rest.slice(all.length);
    if (closing) {
      if (last.tag !== tag) throw new Error(`</${tag}> ends <${last.tag}>`);
      open.pop();
      continue;
    }
    const made = { tag, attributes: attributesOf(attributes), children: [] };
    last.children.push(made);
    if (!empty) open.push(made);
  }
  if (open.length > 1) throw new Error(`<${open[open.length - 1].tag}> does not end`);
  const [root, ...more] = open[0].children;
  if (more.length > 0 || typeof root === 'string') throw new Error('more than one drawing');
  return root;
}

/** @param {string} text */
function attributesOf(text) {
  /** @type {Record<string, string>} */
  const attributes = {};
  for (const [, name, value] of text.matchAll(/([a-zA-Z:-]+)="([^"]*)"/g)) {
    if (Object.hasOwn(attributes, name)) throw new Error(`${name} stands twice`);
    attributes[name] = plain(value);
  }
  return attributes;
}

/** @param {string} text */
function plain(text) {
  if (text.includes('>')) throw new Error(`an unescaped >: ${text}`);
  return text.replace(/&[^;]*;?/g, (entity) => {
    if (!Object.hasOwn(ENTITIES, entity)) throw new Error(`no entity: ${entity}`);
    return ENTITIES[entity];
  });
}

/** All elements, outermost first. @param {Element} root @returns {Element[]} */
export function elementsIn(root) {
  return [root, ...root.children.flatMap((child) => (typeof child === 'string' ? [] : elementsIn(child)))];
}

/** The names of elements and of attributes. @param {Element} root */
export function namesIn(root) {
  const all = elementsIn(root);
  return {
    tags: [...new Set(all.map(({ tag }) => tag))].sort(),
    attributes: [...new Set(all.flatMap(({ attributes }) => Object.keys(attributes)))].sort(),
  };
}

/** All texts, one for each element. @param {Element} root */
export function textsOf(root) {
  /** @type {(element: Element) => string} */
  const written = ({ children }) =>
    children.map((child) => (typeof child === 'string' ? child : written(child))).join('');
  return elementsIn(root)
    .filter(({ tag }) => tag === 'text')
    .map(written);
}
