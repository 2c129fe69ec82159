import icons from './icons.json' with { type: 'json' };

/** The icons of buttons. They are SVG, because fonts may lack the characters. */
const SVG = 'http://www.w3.org/2000/svg';

/**
 * Paths in a box of 14 by 14, and the attributes of all icons. The prefix `fill` fills a path, `soft` with a
 * light color.
 *
 * @type {{ paths: Record<string, string[]>, attributes: Record<string, string> }}
 */
const ICONS = icons;
const STYLE = { verticalAlign: '-0.12em' };

/** The attributes and the style of an icon, and the attributes of its paths. @param {string} name */
export function iconShape(name) {
  return {
    attributes: { ...ICONS.attributes, 'data-icon': name },
    style: STYLE,
    lines: ICONS.paths[name].map(pathAttributes),
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
