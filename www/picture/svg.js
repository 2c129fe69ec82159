import { FONT, MONO, raised, wellFormed } from './text.js';
/** @import { Kind, Scene, Shape } from './types.js' */

/** Matrices of more cells a side are a picture within the picture: as shapes they would be too many for what opens it. */
export const MOST_SHAPES = 128;
/** How far apart the lines of a hatch are, in units. */
export const PERIOD = 6;
const ESCAPES = /** @type {Record<string, string>} */ ({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
});

/** @typedef {Record<string, string | number | false | undefined>} Attributes - those that are false or undefined are left out */

/** What can be nothing but text in a file of XML. @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]);

/** What a reader sees, escaped. @param {string} text */
const shown = (text) => escaped(wellFormed(text));

/** An element as text. @param {string} tag @param {Attributes} attributes @param {string[]} children - as they stand */
function node(tag, attributes, ...children) {
  const given = Object.entries(attributes).filter(([, value]) => value !== false && value !== undefined);
  const start = `<${tag}${given.map(([name, value]) => ` ${name}="${typeof value === 'number' ? short(value) : escaped(String(value))}"`).join('')}`;
  return children.length > 0 ? `${start}>${children.join('')}</${tag}>` : `${start}/>`;
}

/** Names of fonts need no quotes, and not all that reads them here takes any. @param {string} fonts */
const unquoted = (fonts) => fonts.replaceAll('"', '');

/** Lengths with as many digits as can be seen. @param {number} length */
const short = (length) => Math.round(length * 100) / 100;

/**
 * A scene as the text of an SVG file: text is text, cells are shapes. It asks for no page, so that Node can write it.
 *
 * @param {Scene} scene
 * @param {{ width?: number, picture: (cells: Kind<'cells'>) => string }} how - how wide it is, in pixels; a large matrix as a `data:` URL of a PNG
 */
export function svgOf(scene, { width = scene.width, picture }) {
  const hatches = [
    ...new Set(
      scene.shapes.flatMap((shape) => (shape.kind === 'hatch' ? `${shape.ground} ${shape.line}` : [])),
    ),
  ];
  const patterns = hatches.map((colours, i) => {
    const [ground, line] = colours.split(' ');
    return node(
      'pattern',
      { id: `hatch${i}`, width: PERIOD, height: PERIOD, patternUnits: 'userSpaceOnUse' },
      node('rect', { width: PERIOD, height: PERIOD, fill: ground }),
      node('path', {
        d: `M-1 ${PERIOD + 1}L${PERIOD + 1} -1M-1 1L1 -1M${PERIOD - 1} ${PERIOD + 1}L${PERIOD + 1} ${PERIOD - 1}`,
        stroke: line,
        'stroke-width': 1.2,
      }),
    );
  });
  const height = (scene.height * width) / scene.width;
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${scene.width} ${scene.height}`,
    'font-family': unquoted(FONT),
    role: 'img',
    'xml:space': 'preserve',
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${node(
    'svg',
    root,
    node('title', {}, shown(scene.title)),
    patterns.length > 0 ? node('defs', {}, ...patterns) : '',
    node('rect', { width: scene.width, height: scene.height, fill: scene.paper }),
    ...scene.shapes.map((shape) => shapeNode(shape, hatches, picture)),
  )}\n`;
}

/** @param {Shape} shape @param {string[]} hatches @param {(cells: Kind<'cells'>) => string} picture */
function shapeNode(shape, hatches, picture) {
  const { kind, x, y, opacity } = shape;
  if (kind === 'text') return textNode(shape);
  const { width, height } = shape;
  const box = { x, y, width, height, opacity };
  switch (kind) {
    case 'rect':
      return node('rect', { ...box, fill: shape.fill });
    case 'frame':
      return node('rect', {
        ...box,
        fill: 'none',
        stroke: shape.stroke,
        'stroke-dasharray': shape.dashed && '3 2',
      });
    case 'hatch':
      return node('rect', { ...box, fill: `url(#hatch${hatches.indexOf(`${shape.ground} ${shape.line}`)})` });
    case 'cross': {
      const [left, top, wide, high] = [x, y, width, height].map(short);
      return node(
        'g',
        { opacity },
        node('rect', { x, y, width, height, fill: shape.ground }),
        node('path', {
          d: `M${left} ${top}l${wide} ${high}m0 ${-high}l${-wide} ${high}`,
          stroke: shape.line,
        }),
      );
    }
    case 'cells': {
      const { rows, cols } = shape;
      if (rows > MOST_SHAPES || cols > MOST_SHAPES)
        return node('image', {
          ...box,
          preserveAspectRatio: 'none',
          'image-rendering': 'pixelated',
          href: picture(shape),
        });
      return node(
        'g',
        {
          opacity,
          transform: `translate(${x} ${y}) scale(${width / cols} ${height / rows})`,
          'shape-rendering': 'crispEdges',
        },
        ...runs(shape),
      );
    }
  }
}

/** Each text is an element of its own, so that the direction of its letters stays within it. @param {Kind<'text'>} text */
function textNode({ x, y, text, size, fill, anchor, bold, mono, turn, opacity }) {
  let down = 0;
  const parts =
    typeof text === 'string'
      ? [shown(text)]
      : text.map((span) => {
          const { size: own, shift } = raised(span, size);
          const dy = short(shift - down);
          down = shift;
          return node(
            'tspan',
            { dy: dy !== 0 && dy, 'font-size': own !== size && own, 'font-style': span.italic && 'italic' },
            shown(span.text),
          );
        });
  return node(
    'text',
    {
      x,
      y,
      'font-size': size,
      fill,
      opacity,
      'text-anchor': anchor !== 'start' && anchor,
      'font-weight': bold && 600,
      'font-family': mono && unquoted(MONO),
      transform: turn !== undefined && `rotate(${turn} ${short(x)} ${short(y)})`,
    },
    ...parts,
  );
}

/** The cells of each colour as one shape; where they touch, neighbours in a row are one rectangle of it. @param {Kind<'cells'>} cells */
function runs({ rows, cols, pixels, width, height, gap = 0 }) {
  const colours = new Uint32Array(pixels.slice().buffer);
  const [high, wide] = [(gap * rows) / height, (gap * cols) / width].map(
    (share) => Math.round(share * 1e4) / 1e4,
  );
  /** @type {Map<number, string>} */
  const paths = new Map();
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols;) {
      const at = row * cols + col;
      let end = col + 1;
      while (gap === 0 && end < cols && colours[row * cols + end] === colours[at]) end += 1;
      const [across, down] = [end - col - wide, 1 - high];
      if (pixels[4 * at + 3] > 0)
        paths.set(
          colours[at],
          `${paths.get(colours[at]) ?? ''}M${col + wide / 2} ${row + high / 2}h${across}v${down}h${-across}z`,
        );
      col = end;
    }
  }
  return Array.from(paths, ([colour, d]) => {
    const [red, green, blue] = new Uint8Array(Uint32Array.of(colour).buffer);
    return node('path', {
      fill: `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
      d,
    });
  });
}
