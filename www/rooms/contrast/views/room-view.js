import { Mounted } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { Controls } from './controls-view.js';
import { Curves } from './curve-view.js';
import { FirstWrong } from './first-wrong-view.js';
import { Inspector } from './inspector-view.js';
import { List } from './list-view.js';
import { Notes } from './notes-view.js';
import { Side } from './side-view.js';
/** @import { codeOf } from '../code.js' */
/** @import { ContrastModel } from '../session.js' */
/** @import { ContrastState } from '../state.js' */
/** @import { Move } from './controls-view.js' */
/** @import { Place, SideActions } from './side-view.js' */

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
