/** Draws the points of all heads on a canvas. */
/** @import { Axis, Point } from './points.js' */
/** @import { Box } from './settings.js' */

/** The space for the numbers of the axes, and around the points, in CSS pixels. */
const MARGINS = Object.freeze({ left: 38, right: 10, top: 10, bottom: 22 });
/** The radius of a point, by their number. @param {number} count */
const radiusOf = (count) => (count > 400 ? 3 : count > 150 ? 4 : 5);
/** Points outside of the box. */
const PALE = 0.28;
/** Crosses, as a share of their point: many of them overlap. */
const CROSS = 0.4;

/** @typedef {{ width: number, height: number, across: Axis, up: Axis }} Frame */
/** @typedef {{ ink: string, soft: string, line: string, paper: string, accent: string, font: string }} Inks */

/** A place in CSS pixels of values. @param {Frame} frame @param {{ x: number, y: number }} values */
export function placeOf({ width, height, across, up }, { x, y }) {
  const { left, right, top, bottom } = MARGINS;
  return {
    x: left + ((x - across.low) / (across.high - across.low)) * (width - left - right),
    y: height - bottom - ((y - up.low) / (up.high - up.low)) * (height - top - bottom),
  };
}

/** The values at a place. @param {Frame} frame @param {{ x: number, y: number }} place */
export function valuesAt({ width, height, across, up }, { x, y }) {
  const { left, right, top, bottom } = MARGINS;
  return {
    x: across.low + ((x - left) / (width - left - right)) * (across.high - across.low),
    y: up.low + ((height - bottom - y) / (height - top - bottom)) * (up.high - up.low),
  };
}

/**
 * The axes and all points.
 *
 * @param {CanvasRenderingContext2D} context - in CSS pixels
 * @param {Frame} frame
 * @param {{ points: Point[], places: { x: number, y: number }[], colors: string[], isPale: (at: number) => boolean, write: (value: number) => string }} content
 * @param {Inks} inks
 */
export function drawPoints(context, frame, { points, places, colors, isPale, write }, inks) {
  const { width, height, across, up } = frame;
  context.font = `11px ${inks.font}`;
  context.fillStyle = inks.soft;
  context.strokeStyle = inks.line;
  context.lineWidth = 1;
  context.textAlign = 'center';
  context.beginPath();
  for (const tick of across.ticks) {
    const { x } = placeOf(frame, { x: tick, y: up.low });
    context.moveTo(Math.round(x) + 0.5, MARGINS.top);
    context.lineTo(Math.round(x) + 0.5, height - MARGINS.bottom);
    context.fillText(write(tick), Math.min(x, width - 12), height - 7);
  }
  context.textAlign = 'end';
  for (const tick of up.ticks) {
    const { y } = placeOf(frame, { x: across.low, y: tick });
    context.moveTo(MARGINS.left, Math.round(y) + 0.5);
    context.lineTo(width - MARGINS.right, Math.round(y) + 0.5);
    context.fillText(write(tick), MARGINS.left - 5, y + 4);
  }
  context.stroke();
  const radius = radiusOf(points.length);
  points.forEach(({ errors }, at) => {
    const { x, y } = places[at];
    context.globalAlpha = isPale(at) ? PALE : 1;
    context.fillStyle = colors[at];
    if (errors.x > 0 || errors.y > 0) {
      context.globalAlpha *= CROSS;
      const [dx, dy] = [errors.x, errors.y].map((error, axis) => {
        const end = placeOf(frame, {
          x: across.low + (axis === 0 ? error : 0),
          y: up.low + (axis === 1 ? error : 0),
        });
        const start = placeOf(frame, { x: across.low, y: up.low });
        return axis === 0 ? end.x - start.x : start.y - end.y;
      });
      const [start, end] = [Math.max(MARGINS.left, x - dx), Math.min(width - MARGINS.right, x + dx)];
      context.fillRect(start, y - 0.5, end - start, 1);
      const [upper, lower] = [Math.max(MARGINS.top, y - dy), Math.min(height - MARGINS.bottom, y + dy)];
      context.fillRect(x - 0.5, upper, 1, lower - upper);
      context.globalAlpha /= CROSS;
    }
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    context.strokeStyle = inks.paper;
    context.stroke();
  });
  context.globalAlpha = 1;
}

/**
 * What changes with the pointer: the box, and rings around the open head and the one that is pointed at, with
 * their names.
 *
 * @param {CanvasRenderingContext2D} context @param {Frame} frame
 * @param {{ box: Box | null, rings: { place: { x: number, y: number }, name: string, isOpen: boolean }[] }} content
 * @param {Inks} inks
 */
export function drawMarks(context, frame, { box, rings }, inks) {
  if (box) {
    const [from, to] = [
      placeOf(frame, { x: box.left, y: box.top }),
      placeOf(frame, { x: box.right, y: box.bottom }),
    ];
    context.globalAlpha = 0.08;
    context.fillStyle = inks.accent;
    context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y);
    context.globalAlpha = 1;
    context.lineWidth = 1.25;
    context.setLineDash([4, 3]);
    context.strokeStyle = inks.accent;
    context.strokeRect(from.x, from.y, to.x - from.x, to.y - from.y);
    context.setLineDash([]);
  }
  context.font = `600 12px ${inks.font}`;
  for (const { place, name, isOpen } of rings) {
    context.lineWidth = 2.5;
    context.strokeStyle = isOpen ? inks.accent : inks.ink;
    context.beginPath();
    context.arc(place.x, place.y, 8, 0, 2 * Math.PI);
    context.stroke();
    const isRight = place.x < frame.width - 60;
    context.textAlign = isRight ? 'start' : 'end';
    const [x, y] = [place.x + (isRight ? 12 : -12), Math.max(12, place.y - 6)];
    context.lineWidth = 3;
    context.strokeStyle = inks.paper;
    context.strokeText(name, x, y);
    context.fillStyle = isOpen ? inks.accent : inks.ink;
    context.fillText(name, x, y);
  }
}
