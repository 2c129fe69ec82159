import { element } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
import { scripted } from '../../../figure/formula.js';
import { axesOf, isPairs, placeName } from '../../../figure/axes.js';
import { inSum } from '../numbers.js';
import { baseOf, headOf, matrixName, ofHead, queryHeadOf } from '../../../figure/heads.js';
import { matrixOf } from '../../../figure/matrices.js';
import { cellStates, BLANK, MASKED } from '../../../figure/reveal.js';
import { cellIn, operationOf } from '../operations/index.js';
import { resultLine, sub, sumLine, valueAt } from '../operations/operation.js';
import { place } from '../operations/arrange.js';
import { pairOf } from '../operations/weights.js';
/** @import { Cell, Model, Node } from '../../../types.js' */
/** @import { At, Line } from '../operations/operation.js' */

/**
 * How the active cell is computed, and what is computed from it.
 *
 * @param {boolean} isEmbedded - an embedded figure is not part of the page's outline of headings
 */
export function inspectorView(isEmbedded) {
  const node = element('section', { class: 'inspector' });
  return {
    node,
    /** @param {Model} model @param {Cell | null} cell */
    update(model, cell) {
      const words = model.t.figure.inspector;
      const hasCell = cell && model.matrices[cell.matrix] && model.graph[cell.matrix];
      const { heading, lines, after, says } = hasCell
        ? explanationOf(model, cell)
        : { heading: words.heading, lines: [], after: [], says: [words.empty] };
      node.classList.toggle('on', Boolean(hasCell));
      render(
        html`<h3 role=${isEmbedded ? 'presentation' : null}>${heading}</h3>
          <div class="worked scripted">${[...lines, ...after].map(lineView)}</div>
          <div class="says">${says.map((text) => html`<p>${text}</p>`)}</div>`,
        node,
      );
    },
  };
}

/** @param {Line} line */
const lineView = (line) =>
  html`<p>
    ${line.map((part) => (typeof part === 'string' ? scripted(part) : html`<b>${part.strong}</b>`))}
  </p>`;

/** The matrices through which a score becomes a weight. */
const CHAIN = ['scores', 'scaled', 'masked', 'weights'];

/**
 * The explanation of a cell: its calculation (`lines`), the values computed from it (`after`), and sentences.
 *
 * @param {At['model']} model
 * @param {Cell} cell
 * @returns {{ heading: string, lines: Line[], after: Line[], says: string[] }}
 */
export function explanationOf(model, { matrix, row, col }) {
  const at = cellIn(model, matrix, { row, col });
  const operation = operationOf(at.node);
  const heading = operation.heading?.(at) ?? headingOf(at);
  const state = cellStates(model, matrix)[row * model.matrices[matrix].cols + col];
  if (state === BLANK) return { heading, lines: [], after: [], says: [model.t.figure.hidden] };
  return {
    heading,
    lines: operation.lines?.(at, state === MASKED) ?? linesOf(at),
    after: (operation.after ?? valuesAfter)(at),
    says: operation.says?.(at) ?? [],
  };
}

/** @param {At} at */
function headingOf(at) {
  const head = isPairs(at.id) ? queryHeadOf(at.id) : null;
  const heading = plainHeading(at);
  return head === null ? heading : `${at.model.t.figure.heads.heading({ n: head + 1 })} · ${heading}`;
}

/** @param {At} at */
function plainHeading(at) {
  const { model, id, row, col } = at;
  const { t } = model;
  const { heading, isVector } = matrixOf(id);
  if (heading) return t.figure.inspector[heading](pairOf(at));
  const axes = axesOf(id);
  const column = placeName(model, axes.col, col);
  return isVector
    ? `${matrixName(t, id)}: ${column}`
    : t.figure.inspector.of({
        name: matrixName(t, id),
        row: placeName(model, axes.row, row),
        col: column,
      });
}

/**
 * The rule of a matrix, the sum of a cell with its numbers, and its result.
 *
 * @param {At} at @returns {Line[]}
 */
function linesOf(at) {
  const sum = operationOf(at.node).sum?.(at);
  return [...ruleLine(at), ...(sum ? [sumLine(at.model, sum)] : []), resultLine(at)];
}

/** @param {At<Node>} at @returns {Line[]} */
function ruleLine({ model, id, node, row, col }) {
  const { dot, rule } = matrixOf(id);
  const plain = (typeof rule === 'function' ? rule(model.switches) : rule)
    ?.replace('{row}', String(row + 1))
    .replace('{col}', String(col + 1));
  const text = dot ? `${dot[0]}${sub(row)} · ${dot[1]}${sub(col)}` : plain;
  const parts = [node.kind === 'product' && place(id, row, col), text].filter(Boolean);
  return parts.length > 0 ? [[parts.join(' = ')]] : [];
}

/**
 * The values that are computed from a score: scaled, masked, and the weight.
 *
 * @param {At} at @returns {Line[]}
 */
function valuesAfter({ model, id, row, col }) {
  const from = CHAIN.indexOf(baseOf(id));
  if (from < 0) return [];
  return CHAIN.slice(from + 1)
    .map((base) => ofHead(base, headOf(id)))
    .filter((next) => model.graph[next] && !(baseOf(next) === 'scaled' && model.switches.scale === 'none'))
    .map((next) => {
      const node = model.graph[next];
      const value = inSum(model, valueAt(model, next, row, col));
      return [
        `${operationOf(node).verb?.(node, model)} `,
        node.kind === 'softmax' ? { strong: value } : value,
      ];
    });
}
