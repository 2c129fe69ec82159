import { Mounted } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { Controls } from './controls-view.js';
import { Curves } from './curve-view.js';
import { Side } from './side-view.js';
import { moveSelection } from '../../../ui/dom.js';
import { ScrolledList } from '../../../ui/scrolled-list.js';
import { FIGURES } from '../figures.js';
import { cellName, cellValue, firstWrong, labelsOf, scoreOf } from '../cell.js';
import { program } from '../code.js';
/** @import { Code, codeOf } from '../code.js' */
/** @import { ContrastModel } from '../session.js' */
/** @import { ContrastState } from '../state.js' */
/** @import { Move } from './controls-view.js' */
/** @import { Place, SideActions } from './side-view.js' */
/** @import { Cell } from '../../../types.js' */

/**
 * The actions of the reader.
 *
 * @typedef {SideActions & { go: (figure: string) => void, move: Move, color: (map: ContrastState['map']) => void }} Actions
 */

/**
 * The whole room, or the figure for an article.
 *
 * @param {object} props
 * @param {ContrastModel} props.model
 * @param {ReturnType<typeof codeOf>} props.code
 * @param {Place} props.place
 * @param {Actions} props.actions
 * @param {boolean} props.isEmbedded - shows only the figure, for an article
 * @param {HTMLElement} props.notice
 * @param {HTMLElement} props.legend
 */
export function RoomView({ model, code, place, actions, isEmbedded, notice, legend }) {
  const side = (/** @type {'wrong' | 'right'} */ name) =>
    html`<${Side} ...${{ model, side: name, lines: code[name], place, actions, isEmbedded }} />`;
  return html`
    <div class="main">
      ${isEmbedded ? html`<${Description} model=${model} />` : html`<${List} model=${model} go=${actions.go} />`}
      <${FirstWrong} model=${model} select=${actions.select} />
      <${Mounted} node=${notice} />
      <div class="sides" part="figure">${side('wrong')}${side('right')}</div>
      <${Curves} model=${model} />
      ${!isEmbedded && html`<${Notes} model=${model} code=${code} />`}
    </div>
    <div class="side">
      <${Inspector} model=${model} cell=${place.activeCell} isEmbedded=${isEmbedded} />
      ${!isEmbedded && html`<${Controls} model=${model} move=${actions.move} color=${actions.color} />`}
      <${Mounted} node=${legend} />
    </div>
  `;
}

/** The description of the mistake, if there is no list. @param {{ model: ContrastModel }} props */
function Description({ model: { figure, t } }) {
  const { title, happens } = t.contrast.figures[figure.id];
  return html`<div class="happens">
    <p class="name">${title}</p>
    <p class="step-text" aria-live="polite">${happens}</p>
  </div>`;
}

/**
 * The list of mistakes, which the arrow keys move through, and a description of the current one.
 *
 * @param {{ model: ContrastModel, go: (figure: string) => void }} props
 */
function List({ model: { figure, t }, go }) {
  const words = t.contrast.figures;
  const { title, happens, tries } = words[figure.id];
  const button = (/** @type {typeof FIGURES[number]['id']} */ id, /** @type {number} */ place) => {
    const current = id === figure.id ? 'true' : null;
    return html`<button type="button" value=${id} onClick=${() => go(id)} aria-current=${current}>
      <b>${place + 1}</b>${' '}<span>${words[id].chip}</span>
    </button>`;
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => moveSelection(event, go);
  return html`<div class="list-view">
    <${ScrolledList} name="steps" label=${t.contrast.list} current=${figure.id} onKeyDown=${onKey}>
      ${FIGURES.map(({ id }, place) => html`<li key=${id}>${button(id, place)}</li>`)}
    <//>
    <h2 class="title">${title}</h2>
    <p class="step-text" aria-live="polite">${tries ? `${happens} ${tries}` : happens}</p>
  </div>`;
}

/**
 * The first cell whose weight is wrong, with both weights. A click selects it on both sides.
 *
 * @param {{ model: ContrastModel, select: (cell: Cell) => void }} props
 */
function FirstWrong({ model, select }) {
  const { first, none, place } = model.t.contrast.cell;
  const cell = firstWrong(model.result);
  if (!cell) return html`<p class="first-wrong">${none}</p>`;
  const { queries, keys } = labelsOf(model);
  const text = first({
    cell: place({ query: queries[cell.row], key: keys[cell.col] }),
    wrong: cellValue(model, 'wrong', cell),
    right: cellValue(model, 'right', cell),
  });
  return html`<p class="first-wrong">
    <button type="button" class="text-button" onClick=${() => select(cell)}>${text}</button>
  </p>`;
}

/**
 * The selected cell on both sides.
 *
 * @param {{ model: ContrastModel, cell: Cell | null, isEmbedded: boolean }} props
 */
function Inspector({ model, cell, isEmbedded }) {
  const { cell: words, sides } = model.t.contrast;
  const matrix = cell && model.result.wrong[/** @type {'weights'} */ (cell.matrix)];
  const shown = cell && matrix && cell.row < matrix.rows && cell.col < matrix.cols ? cell : null;
  const line = (/** @type {'wrong' | 'right'} */ side) => {
    if (!shown) return null;
    const from = shown.matrix === 'weights' ? ` ${scoreOf(model, side, shown)}` : '';
    return html`<p>${`${sides[side]} `}<b>${cellValue(model, side, shown)}</b>${from}</p>`;
  };
  return html`<section class=${shown ? 'inspector on' : 'inspector'}>
    <h3 role=${isEmbedded ? 'presentation' : null}>${shown ? cellName(model, shown) : words.heading}</h3>
    <div class="worked">${line('wrong')}${line('right')}</div>
    <div class="says">${!shown && html`<p>${words.empty}</p>`}</div>
  </section>`;
}

/**
 * Why the mistake happens, how to notice it, and the figure as a program.
 *
 * @param {{ model: ContrastModel, code: Code }} props
 */
function Notes({ model: { figure, t }, code }) {
  const { headings, figures, sides, code: names } = t.contrast;
  const { why, notice, where } = figures[figure.id];
  return html`<div class="notes">
    <section>
      <h3>${headings.why}</h3>
      <p>${why}</p>
    </section>
    <section>
      <h3>${headings.notice}</h3>
      <p>${notice}</p>
      <pre tabindex="0" role="group" aria-label=${names.check}>${code.check}</pre>
    </section>
    ${
      figure.thread &&
      html`<section class="where">
        <h3>${headings.where}</h3>
        <p>${where} <a href=${figure.thread} rel="noreferrer" target="_blank">${headings.thread}</a></p>
      </section>`
    }
    <details>
      <summary>${headings.program}</summary>
      <pre tabindex="0" role="group" aria-label=${headings.program}>${program(code, sides)}</pre>
    </details>
  </div>`;
}
