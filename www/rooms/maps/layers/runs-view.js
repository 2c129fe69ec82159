import { html } from '../../../ui/html.js';
import { layersText, runsOf } from './runs.js';
/** @import { MapsModel } from '../types.js' */
/** @import { Glyph } from './runs.js' */

/** The side of a glyph, and of its cells, in CSS pixels. */
const [SIDE, CELL] = [24, 3];

/**
 * The layers of a file with different rules, in order. Each run opens its first layer.
 *
 * @param {{ model: MapsModel, open: (target: { layer: number, head: number }) => void }} props
 */
export function LayerRules({ model: { data, state, t }, open }) {
  const runs = data ? runsOf(data.reading, t) : [];
  if (runs.length === 0) return null;
  const words = t.maps.overview;
  return html`<ol class="layer-rules" aria-label=${words.rules}>
    ${runs.map((run) => {
      const { first, last, glyph, name, about } = run;
      const isOpen = state.layer >= first && state.layer <= last;
      const layers = layersText(run, data?.reading ?? {}, t);
      return html`<li key=${first}>
        <button
          type="button"
          aria-current=${isOpen ? 'true' : null}
          aria-label=${words.openLayer({ n: last - first + 1, layers, rule: about ? `${name}, ${about}` : name })}
          onClick=${() => open({ layer: first, head: 0 })}
        >
          <span class="layers">${layers}</span>
          <${RuleGlyph} glyph=${glyph} />
          <span class="rule">${name} ${about && html`<small>${about}</small>`}</span>
        </button>
      </li>`;
    })}
  </ol>`;
}

/** A picture of a rule: queries down, keys across. @param {{ glyph: Glyph }} props */
function RuleGlyph({ glyph }) {
  const count = SIDE / CELL;
  const cells = [];
  for (let row = 0; row < count; row += 1)
    for (let col = 0; col < count; col += 1) {
      const look = cellOf(glyph, row, col);
      if (look)
        cells.push(
          html`<rect
            class=${look.kind}
            x=${col * CELL}
            y=${row * CELL}
            width=${CELL}
            height=${CELL}
            opacity=${look.share}
          />`,
        );
    }
  return html`<svg
    class="rule-glyph"
    viewBox=${`0 0 ${SIDE} ${SIDE}`}
    width=${SIDE}
    height=${SIDE}
    aria-hidden="true"
  >
    ${cells}
  </svg>`;
}

/**
 * How a cell of a glyph is drawn; null if its key is not visible.
 *
 * @param {Glyph} glyph @param {number} row @param {number} col @returns {{ kind: string, share: number } | null}
 */
function cellOf(glyph, row, col) {
  if (glyph === 'both') return { kind: 'ink', share: 1 };
  if (col > row) return null;
  const distance = row - col;
  if (glyph === 'window') return { kind: distance < 3 ? 'ink' : 'out', share: 1 };
  if (glyph === 'picked') return { kind: (3 * row + 5 * col) % 4 === 0 ? 'ink' : 'out', share: 1 };
  if (glyph === 'entries')
    return {
      kind: distance < 2 || Math.floor(col / 2) % 2 === 0 ? 'ink' : 'out',
      share: distance < 2 ? 1 : 0.5,
    };
  if (glyph === 'state')
    return { kind: distance % 2 === 0 ? 'plus' : 'minus', share: Math.max(0.15, 0.72 ** distance) };
  return { kind: 'ink', share: 1 };
}
