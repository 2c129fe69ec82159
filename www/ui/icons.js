/** The icons of buttons. They are SVG, because fonts may lack the characters. */
const SVG = 'http://www.w3.org/2000/svg';

/**
 * Paths in a box of 14 by 14. The prefix `fill` fills a path, `soft` with a light color.
 *
 * @type {Record<string, string[]>}
 */
const ICONS = {
  play: ['fill M3.4 1.8L11.8 7L3.4 12.2Z'],
  pause: ['fill M3 2H5.8V12H3ZM8.2 2H11V12H8.2Z'],
  previous: ['M8.8 2.6L4.6 7L8.8 11.4'],
  next: ['M5.2 2.6L9.4 7L5.2 11.4'],
  up: ['M7 12V2.4M3.2 6.2L7 2.4L10.8 6.2'],
  down: ['M7 2V11.6M3.2 7.8L7 11.6L10.8 7.8'],
  chevron: ['M3 5L7 9L11 5'],
  folder: ['M1.6 11.4V2.8H5.2L6.4 4.2H12.4V11.4Z'],
  link: [
    'M5.8 8.2L8.2 5.8M6.4 4.2L7.8 2.8a2.4 2.4 0 0 1 3.4 3.4L9.8 7.6M7.6 9.8L6.2 11.2A2.4 2.4 0 0 1 2.8 7.8L4.2 6.4',
  ],
  close: ['M3 3L11 11M11 3L3 11'],
  plus: ['M7 2.4V11.6M2.4 7H11.6'],
  minus: ['M2.4 7H11.6'],
  fit: ['M8.4 2.2H11.8V5.6M11.6 2.4L8.2 5.8M5.6 11.8H2.2V8.4M2.4 11.6L5.8 8.2'],
  check: ['M2.2 7.6L5.4 10.8L11.8 3.4'],
  table: ['soft M1.6 2.1h10.8v3h-10.8z', 'M1.6 2.1h10.8v9.8h-10.8zM1.6 5.4h10.8M1.6 8.6h10.8M5.6 5.4v6.5'],
};

/** The attributes of all icons. */
const ATTRIBUTES = {
  viewBox: '0 0 14 14',
  width: '1em',
  height: '1em',
  'aria-hidden': 'true',
  focusable: 'false',
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': '1.3',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
};
const STYLE = { verticalAlign: '-0.12em' };

/** The attributes and the style of an icon, and the attributes of its paths. @param {string} name */
export function iconShape(name) {
  return {
    attributes: { ...ATTRIBUTES, 'data-icon': name },
    style: STYLE,
    lines: ICONS[name].map(pathAttributes),
  };
}

/** @param {string} path @returns {Record<string, string>} */
function pathAttributes(path) {
  const [, style, d] = /** @type {RegExpExecArray} */ (/^(fill |soft )?(.*)$/.exec(path));
  if (!style) return { d };
  const filled = { d, fill: 'currentColor', stroke: 'none' };
  return style === 'soft ' ? { ...filled, opacity: '.45' } : filled;
}

/**
 * An icon in the color of the surrounding text. It is hidden from screen readers, because its button has a
 * name.
 *
 * @param {string} name
 */
export function icon(name) {
  const { attributes, style, lines } = iconShape(name);
  const svg = svgElement('svg', attributes);
  Object.assign(svg.style, style);
  svg.append(...lines.map((line) => svgElement('path', line)));
  return svg;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} attributes
 * @returns {SVGElementTagNameMap[K]}
 */
function svgElement(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
