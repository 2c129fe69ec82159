import { html } from '../../../../ui/html.js';
import { boxStyle, px } from '../../stage/box.js';
import { Sentence } from '../../stage/sentence.js';
import { colorsOf } from '../../colors.js';
import { marked, decimal } from '../story-step.js';
import { openingLayout } from './opening-layout.js';
import { Weight, Word } from './word.js';
/** @import { FigureContext } from '../story-step.js' */
/** @import { OpeningLayout } from './opening-layout.js' */

/** The opacity of an arc by its weight: the first bound that the weight is below. */
const OPACITIES = [
  [0.01, 0.32],
  [0.1, 0.6],
  [Infinity, 0.86],
];
/** The width of an arc with weight 1, in a row and in lines, and the least width. In CSS pixels. */
const THICK = { row: 19, lines: 13, least: 1.3 };
/** When a dot runs along each way, in seconds after the figure is shown, if the reader does nothing. */
const HINT = { after: 6, lasts: 0.9 };

/**
 * @typedef {object} OpeningProps
 * @property {FigureContext} context
 * @property {string[]} words - the last one is the query
 * @property {ArrayLike<number> | null} weights - null before the answer
 * @property {number} [chosen] - the index of the word that the reader chose
 * @property {(place: number) => void} choose
 * @property {readonly { word: string, chance: number }[]} next - the likeliest next words
 * @property {string[]} answer - sentences, with the marks of rich.js; empty before the answer
 * @property {string} source
 */

/**
 * The first figure of the first lesson: words to choose from, ways to them, and after the answer arcs as
 * thick as the weights, with the next words.
 *
 * @param {OpeningProps} props
 */
export function Opening(props) {
  const { context, words, weights, answer, source } = props;
  const { t, main, isNarrow } = context;
  const low = isNarrow ? 0 : lowHeight(context);
  const layout = openingLayout(words, context.measure, {
    width: context.width,
    height: context.height - low,
    hasLines: isNarrow,
  });
  const kind = ['opening', weights ? 'answered' : '', layout.hasLines ? 'lines' : ''].join(' ');
  const says = html`<div class="answer" role="status">
    ${answer.map(
      (each) =>
        html`<${Sentence} sentence=${marked(each)} lit=${context.lit} light=${context.light} kind="told" />`,
    )}
  </div>`;
  const button = html`<button type="button" class="next main-button" onClick=${main.act}>
    ${main.text}
  </button>`;
  const row = html`<${Row} ...${{ props, layout }} />`;
  const act = html`<p class="act">
    <span>${t.first.guess}</span>${!isNarrow && html` <span class="or">${t.first.or}</span> ${button}`}
  </p>`;
  if (isNarrow) return html`<div class=${kind}>${says}${row}${!weights && act}</div>`;
  return html`<div class=${kind}>
    ${row}
    <div class="under" style=${{ minHeight: `${low}px` }}>
      ${says} ${weights ? button : act} ${!weights && html`<p class="source">${source}</p>`}
    </div>
  </div>`;
}

/** The height of what is below the row of words, in CSS pixels. @param {{ height: number }} space */
function lowHeight({ height }) {
  if (height < 260) return 62;
  return height < 380 ? 132 : height < 560 ? 172 : 230;
}

/** @param {{ props: OpeningProps, layout: OpeningLayout }} props */
function Row({ props, layout }) {
  const { context, words, weights, chosen, choose, answer } = props;
  const sentence = [context.sentence, ...answer.map(marked)].join(' ');
  const colors = weights && colorsOf(context, weights, { kind: 'sequential', high: 1 });
  const last = words.length - 1;
  const style = { width: px(layout.width), height: px(layout.height), fontSize: px(layout.size) };
  return html`<div class="word-row opening-row" style=${style}>
    <svg class="ways" width=${layout.width} height=${layout.height} aria-hidden="true">
      ${weights ? arcs(layout, weights) : layout.ways.map(dotted)}
    </svg>
    ${words.map((word, place) => {
      const isLast = place === last;
      const weight = weights ? decimal(context.language, weights[place], 2) : '';
      const kind = [isLast ? 'me' : weights ? '' : 'key', place === chosen ? 'chosen' : ''].join(' ');
      return html`<${Word}
        ...${{ context, sentence, word, place, kind, weight, colors: !isLast && colors, isSilent: weights !== null }}
        box=${layout.boxes[place]}
        choose=${weights || isLast ? undefined : choose}
      >
        ${(weights || layout.hasLines) && html`<${Weight} weight=${weights && weights[place]} text=${weight} />`}
      <//>`;
    })}
    <${Blank} ...${{ props, layout }} />
    ${
      weights &&
      html`<div class="unseen">
        <table aria-label=${context.t.stepNames.look}>
          <tbody>
            ${words.map(
              (word, place) =>
                html`<tr>
                  <th scope="row">${context.t.wordSpoken({ word, place: place + 1 })}</th>
                  <td>${decimal(context.language, weights[place], 2)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`
    }
  </div>`;
}

/**
 * A way to a word before the answer, with a dot that runs along it.
 *
 * @param {OpeningLayout['ways'][number]} way @param {number} i
 */
function dotted({ path, end }, i) {
  const begin = `${HINT.after}s`;
  return html`<g class="way" style=${{ '--place': String(i) }}>
    <path d=${path} />
    <circle cx=${end.x} cy=${end.y} r="4" />
    <circle class="runner" r="3.5" opacity="0">
      <set attributeName="opacity" to="1" begin=${begin} dur=${`${HINT.lasts}s`} />
      <animateMotion path=${path} begin=${begin} dur=${`${HINT.lasts}s`} />
    </circle>
  </g>`;
}

/**
 * The arcs of the answer, the thin ones first.
 *
 * @param {OpeningLayout} layout @param {ArrayLike<number>} weights
 */
function arcs(layout, weights) {
  const thick = layout.hasLines ? THICK.lines : THICK.row;
  const places = layout.ways.map((_, place) => place).sort((a, b) => weights[a] - weights[b]);
  return places.map((place) => {
    const weight = weights[place];
    const [, opacity] = OPACITIES.find(([bound]) => weight < bound) ?? [0, 1];
    return html`<path
      class="arc"
      key=${place}
      d=${layout.ways[place].path}
      pathLength="1"
      stroke-width=${Math.max(THICK.least, weight * thick)}
      opacity=${opacity}
    />`;
  });
}

/**
 * The place of the next word: a blank, then the likeliest words.
 *
 * @param {{ props: OpeningProps, layout: OpeningLayout }} props
 */
function Blank({ props: { context, weights, next }, layout: { blank } }) {
  const { t, language } = context;
  const { left, top, width, height } = blank;
  const style = boxStyle(left, top, width, height);
  if (!weights) return html`<span class="blank" style=${style}><small>${t.first.nextWord}</small></span>`;
  const most = next[0].chance;
  return html`<div class="blank filled" style=${style}>
    <ul>
      ${next.map(
        ({ word, chance }) =>
          html`<li>
            <b>${word}</b><i><span style=${{ width: `${(100 * chance) / most}%` }}></span></i
            ><s>${decimal(language, chance, 2)}</s>
          </li>`,
      )}
    </ul>
    <small>${t.first.nextWords}</small>
  </div>`;
}
