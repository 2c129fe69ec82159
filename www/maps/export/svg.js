import { FONT, wellFormed } from './text.js';
/** @import { Scene, Shape } from './types.js' */

const SVG = 'http://www.w3.org/2000/svg';
/** Maps of more cells a side are a picture within the picture: as shapes they would be too many for what opens it. */
export const MOST_SHAPES = 128;
/** How far apart the lines of a hatch are, in units. */
const PERIOD = 6;

/** An element without a page. @typedef {{ tag: string, attributes: Record<string, string | number>, children: (Node | string)[] }} Node */

/** @param {string} tag @param {Record<string, string | number>} [attributes] @param {(Node | string)[]} children @returns {Node} */
const node = (tag, attributes = {}, ...children) => ({ tag, attributes, children });

/** Lengths with as many digits as can be seen. @param {number} length */
const short = (length) => Math.round(length * 100) / 100;

/**
 * A scene as the elements of an SVG file: text is text, cells are shapes.
 *
 * @param {Scene} scene
 * @param {number} width - in pixels
 * @param {(cells: Extract<Shape, { kind: 'cells' }>) => string} picture - a large map as a `data:` URL of a PNG
 */
export function svgTree(scene, width, picture) {
  const height = short((scene.height * width) / scene.width);
  const hatches = [...new Set(scene.shapes.flatMap((shape) => (shape.kind === 'hatch' ? `${shape.ground} ${shape.line}` : [])))];
  const defs = hatches.map((colours, i) => {
    const [ground, line] = colours.split(' ');
    return node('pattern', { id: `hatch${i}`, width: PERIOD, height: PERIOD, patternUnits: 'userSpaceOnUse' },
      node('rect', { width: PERIOD, height: PERIOD, fill: ground }),
      node('path', { d: `M-1 ${PERIOD + 1}L${PERIOD + 1} -1M-1 1L1 -1M${PERIOD - 1} ${PERIOD + 1}L${PERIOD + 1} ${PERIOD - 1}`, stroke: line, 'stroke-width': 1.2 }));
  });
  return node('svg', { xmlns: SVG, width, height, viewBox: `0 0 ${scene.width} ${scene.height}`, 'font-family': FONT, role: 'img' },
    node('title', {}, wellFormed(scene.title)),
    ...(defs.length > 0 ? [node('defs', {}, ...defs)] : []),
    node('rect', { width: scene.width, height: scene.height, fill: scene.paper }),
    ...scene.shapes.map((shape) => shapeNode(shape, hatches, picture)));
}

/** @param {Shape} shape @param {string[]} hatches @param {(cells: Extract<Shape, { kind: 'cells' }>) => string} picture @returns {Node} */
function shapeNode(shape, hatches, picture) {
  const [x, y] = [short(shape.x), short(shape.y)];
  if (shape.kind === 'text') {
    const { text, size, fill, anchor, bold, turn } = shape;
    // Each text is an element of its own, so that the direction of its letters stays within it.
    return node('text', { x, y, 'font-size': size, fill, ...(anchor === 'start' ? {} : { 'text-anchor': anchor }), ...(bold ? { 'font-weight': 600 } : {}), ...(turn ? { transform: `rotate(${turn} ${x} ${y})` } : {}) }, wellFormed(text));
  }
  const box = { x, y, width: short(shape.width), height: short(shape.height) };
  switch (shape.kind) {
    case 'rect': return node('rect', { ...box, fill: shape.fill });
    case 'frame': return node('rect', { ...box, fill: 'none', stroke: shape.stroke });
    case 'hatch': return node('rect', { ...box, fill: `url(#hatch${hatches.indexOf(`${shape.ground} ${shape.line}`)})` });
    case 'cross': return node('g', {}, node('rect', { ...box, fill: shape.ground }), node('path', { d: `M${x} ${y}l${box.width} ${box.height}m0 ${-box.height}l${-box.width} ${box.height}`, stroke: shape.line }));
    case 'cells':
      if (shape.rows > MOST_SHAPES || shape.cols > MOST_SHAPES) return node('image', { ...box, preserveAspectRatio: 'none', 'image-rendering': 'pixelated', href: picture(shape) });
      return node('g', { transform: `translate(${shape.x} ${shape.y}) scale(${shape.width / shape.cols} ${shape.height / shape.rows})`, 'shape-rendering': 'crispEdges' }, ...runs(shape));
  }
}

/** The cells of each colour as one shape; neighbours in a row are one rectangle of it. @param {Extract<Shape, { kind: 'cells' }>} cells */
function runs({ rows, cols, pixels }) {
  const colours = new Uint32Array(pixels.buffer, pixels.byteOffset, rows * cols);
  /** @type {Map<number, string>} */
  const paths = new Map();
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols;) {
      const at = row * cols + col;
      let end = col + 1;
      while (end < cols && colours[row * cols + end] === colours[at]) end += 1;
      if (pixels[4 * at + 3] > 0) paths.set(colours[at], `${paths.get(colours[at]) ?? ''}M${col} ${row}h${end - col}v1h${col - end}z`);
      col = end;
    }
  }
  return Array.from(paths, ([colour, d]) => {
    const [red, green, blue] = new Uint8Array(Uint32Array.of(colour).buffer);
    return node('path', { fill: `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`, d });
  });
}

/**
 * The text of an SVG file. The page's own writer of XML writes it, so that no text can become anything else.
 *
 * @param {Node} tree
 */
export function svgText(tree) {
  /** @param {Node} from @returns {SVGElement} */
  const built = ({ tag, attributes, children }) => {
    const made = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
    for (const [name, value] of Object.entries(attributes)) if (name !== 'xmlns') made.setAttribute(name, String(value));
    made.append(...children.map((child) => (typeof child === 'string' ? child : built(child))));
    return made;
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(built(tree))}\n`;
}
