/** The icons of buttons. They are SVG, because fonts may lack the characters. */
const SVG = 'http://www.w3.org/2000/svg';

/** What all icons have. */
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

/** The icon of a heatmap. Those of rooms are in `icons.json`, because a heatmap alone does not need them. */
export const TABLE = [
  'soft M1.6 2.1h10.8v3h-10.8z',
  'M1.6 2.1h10.8v9.8h-10.8zM1.6 5.4h10.8M1.6 8.6h10.8M5.6 5.4v6.5',
];

/**
 * The attributes and the style of an icon, and the attributes of its paths.
 *
 * @param {string} name
 * @param {string[]} paths - in a box of 14 by 14; the prefix `fill ` fills a path, `soft ` with a light color
 */
export function iconShape(name, paths) {
  return { attributes: { ...ATTRIBUTES, 'data-icon': name }, style: STYLE, lines: paths.map(pathAttributes) };
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
 * @param {string[]} paths
 */
export function icon(name, paths) {
  const { attributes, style, lines } = iconShape(name, paths);
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
