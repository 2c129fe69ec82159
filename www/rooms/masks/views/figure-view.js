import { Mounted } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { spokenCell } from '../speech.js';
import { Expression } from './expression-view.js';
/** @import { MaskActions, MaskModel } from '../types.js' */

/**
 * The views around the maps in an article: the expression and a line about the selected cell.
 *
 * @param {object} props
 * @param {MaskModel} props.model
 * @param {boolean} props.editable
 * @param {HTMLElement} props.canvases
 * @param {HTMLElement} props.notice
 * @param {MaskActions} props.actions
 */
export function Figure({ model, editable, canvases, notice, actions }) {
  const { activeCell, state, t } = model;
  const { verdict, numbers } = spokenCell(model);
  return html`
    <${Mounted} node=${notice} />
    ${editable && html`<${Expression} model=${model} actions=${actions} />`}
    <p class="mask-text" hidden=${editable}>${state.text}</p>
    <${Mounted} node=${canvases} />
    <p class="cell-line">
      <b>${t.masks.place({ query: activeCell.query, key: activeCell.key })}</b>
      <span>${verdict}</span>
      <span class="numbers">${numbers}</span>
    </p>
  `;
}
