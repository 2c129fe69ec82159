import { PERIOD, strokesOf } from './canvas.js';
import { FONT, MONO, raised, wellFormed } from './text.js';
/** @import { Kind, Scene, Shape } from './types.js' */

/** A matrix with more rows or columns is embedded as an image, because as shapes it would be too large. */
export const MOST_SHAPES = 128;
const ESCAPES = /** @type {Record<string, string>} */ ({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
});

/**
 * @typedef {Record<string, string | number | false | undefined>} Attributes - false and undefined attributes
 *   are omitted
 */

/** Escapes text for XML. @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]);

/** Visible text, well-formed and escaped. @param {string} text */
const shown = (text) => escaped(wellFormed(text));

/**
 * An element as text.
 *
 * @param {string} tag
 * @param {Attributes} attributes
 * @param {string[]} children - not escaped
 */
function elementText(tag, attributes, ...children) {
  let start = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === undefined) continue;
    start += ` ${name}="${typeof value === 'number' ? rounded(value) : escaped(String(value))}"`;
  }
  return children.length > 0 ? `${start}>${children.join('')}</${tag}>` : `${start}/>`;
}

/** Removes quotes from font names, because some programs do not accept them. @param {string} fonts */
const unquoted = (fonts) => fonts.replaceAll('"', '');

/** Rounds a length to hundredths; smaller differences are invisible. @param {number} length */
const rounded = (length) => Math.round(length * 100) / 100;

/**
 * A scene as the text of an SVG file, in which text stays text and cells are shapes. It needs no document, so
 * it works in Node.
 *
 * @param {Scene} scene
 * @param {{ width?: number, unit?: 'pt' | '', description?: string, picture: (cells: Kind<'cells'>) => string }} options -
 *   `width` is in pixels, or in points if that is the `unit`; `picture` makes a `data:` URL of a large matrix
 */
export function svgOf(scene, { width = scene.width, unit = '', description = '', picture }) {
  const hatches = [
    ...new Set(
      scene.shapes.flatMap((shape) => (shape.kind === 'hatch' ? `${shape.ground} ${shape.line}` : [])),
    ),
  ];
  const patterns = hatches.map((colors, i) => {
    const [ground, line] = colors.split(' ');
    return elementText(
      'pattern',
      { id: `hatch${i}`, width: PERIOD, height: PERIOD, patternUnits: 'userSpaceOnUse' },
      elementText('rect', { width: PERIOD, height: PERIOD, fill: ground }),
      elementText('path', {
        d: `M-1 ${PERIOD + 1}L${PERIOD + 1} -1M-1 1L1 -1M${PERIOD - 1} ${PERIOD + 1}L${PERIOD + 1} ${PERIOD - 1}`,
        stroke: line,
        'stroke-width': 1.2,
      }),
    );
  });
  const height = (scene.height * width) / scene.width;
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: `${rounded(width)}${unit}`,
    height: `${rounded(height)}${unit}`,
    viewBox: `0 0 ${scene.width} ${scene.height}`,
    'font-family': unquoted(scene.font ?? FONT),
    role: 'img',
    'xml:space': 'preserve',
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementText(
    'svg',
    root,
    elementText('title', {}, shown(scene.title)),
    description && elementText('desc', {}, shown(description)),
    patterns.length > 0 ? elementText('defs', {}, ...patterns) : '',
    scene.paper === null
      ? ''
      : elementText('rect', { width: scene.width, height: scene.height, fill: scene.paper }),
    ...scene.shapes.map((shape) => shapeNode(shape, hatches, picture)),
  )}\n`;
}

/** @param {Shape} shape @param {string[]} hatches @param {(cells: Kind<'cells'>) => string} picture */
function shapeNode(shape, hatches, picture) {
  const { kind, x, y, opacity } = shape;
  if (kind === 'text') return textNode(shape);
  if (kind === 'frame' || kind === 'ring' || kind === 'line' || kind === 'curve') return outlineNode(shape);
  const { width, height } = shape;
  const box = { x, y, width, height, opacity };
  switch (kind) {
    case 'rect':
      return elementText('rect', { ...box, fill: shape.fill });
    case 'hatch':
      return elementText('rect', {
        ...box,
        fill: `url(#hatch${hatches.indexOf(`${shape.ground} ${shape.line}`)})`,
      });
    case 'cells': {
      const { rows, cols } = shape;
      if (rows > MOST_SHAPES || cols > MOST_SHAPES)
        return elementText('image', {
          ...box,
          preserveAspectRatio: 'none',
          'image-rendering': 'pixelated',
          href: picture(shape),
        });
      return elementText(
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

/** An outline or a line, with its rim below it. @param {Kind<'frame' | 'ring' | 'line' | 'curve'>} shape */
function outlineNode(shape) {
  const { kind, x, y, opacity } = shape;
  const pathOf = () => {
    if (kind === 'line') return `M${shape.points.map(([dx, dy]) => `${x + dx} ${y + dy}`).join('L')}`;
    const { dx, dy } = /** @type {Kind<'curve'>} */ (shape);
    return `M${x} ${y}c${dx / 2} 0 ${dx / 2} ${dy} ${dx} ${dy}`;
  };
  const [tag, place] =
    kind === 'frame'
      ? ['rect', { x, y, width: shape.width, height: shape.height }]
      : kind === 'ring'
        ? ['circle', { cx: x, cy: y, r: shape.radius }]
        : ['path', { d: pathOf() }];
  return strokesOf(shape)
    .map(({ stroke, width }) =>
      elementText(tag, {
        ...place,
        opacity,
        fill: 'none',
        stroke,
        'stroke-width': width !== 1 && width,
        'stroke-dasharray': kind === 'frame' && shape.dashed && '3 2',
      }),
    )
    .join('');
}

/**
 * Each text is an element of its own, so that its writing direction does not affect others.
 *
 * @param {Kind<'text'>} text
 */
function textNode({ x, y, text, size, fill, anchor, bold, mono, turn, opacity }) {
  let previousShift = 0;
  const parts =
    typeof text === 'string'
      ? [shown(text)]
      : text.map((span) => {
          const { size: fontSize, shift } = raised(span, size);
          const dy = rounded(shift - previousShift);
          previousShift = shift;
          return elementText(
            'tspan',
            {
              dy: dy !== 0 && dy,
              'font-size': fontSize !== size && fontSize,
              'font-style': span.italic && 'italic',
            },
            shown(span.text),
          );
        });
  return elementText(
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
      transform: turn !== undefined && `rotate(${turn} ${rounded(x)} ${rounded(y)})`,
    },
    ...parts,
  );
}

/**
 * One path for each color of the cells. Without gaps, adjacent cells of a row with the same color are one
 * rectangle.
 *
 * @param {Kind<'cells'>} cells
 */
function runs({ rows, cols, pixels, width, height, gap = 0 }) {
  const colors = new Uint32Array(pixels.slice().buffer);
  // The gap as a share of a cell, rounded to keep the paths short.
  const gapY = Math.round(((gap * rows) / height) * 1e4) / 1e4;
  const gapX = Math.round(((gap * cols) / width) * 1e4) / 1e4;
  /** @type {Map<number, string>} */
  const paths = new Map();
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols;) {
      const cell = row * cols + col;
      const color = colors[cell];
      let end = col + 1;
      while (gap === 0 && end < cols && colors[row * cols + end] === color) end += 1;
      const [dx, dy] = [end - col - gapX, 1 - gapY];
      const isTransparent = pixels[4 * cell + 3] === 0;
      if (!isTransparent)
        paths.set(color, `${paths.get(color) ?? ''}M${col + gapX / 2} ${row + gapY / 2}h${dx}v${dy}h${-dx}z`);
      col = end;
    }
  }
  return Array.from(paths, ([color, d]) => {
    const rgb = Array.from(new Uint8Array(Uint32Array.of(color).buffer, 0, 3));
    const fill = `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    return elementText('path', { fill, d });
  });
}
