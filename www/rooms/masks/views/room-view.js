import * as engine from '../../../engine/masks.js';
import { element, setText } from '../../../ui/dom.js';
import { cellView } from './cell-view.js';
import { clausesView } from './clauses-view.js';
import { codeView } from './code-view.js';
import { expressionView } from './expression-view.js';
import { figuresView } from './figures-view.js';
import { playView } from './play-view.js';
import { presetsView } from './presets-view.js';
import { drawnFrom } from '../session.js';
import { settingsView } from './settings-view.js';
import { stripView } from './strip-view.js';
import { tableView } from './table-view.js';
import { toolsView } from './tools-view.js';
/** @import { MaskFigures } from '../../../engine.js' */
/** @import { MaskModel, MaskState, Pair, Refusal } from '../types.js' */

/**
 * What stands round the maps in the room.
 *
 * @param {object} host
 * @param {HTMLElement} host.canvases - the maps
 * @param {HTMLElement} host.notice
 * @param {() => MaskState} host.state - of now
 * @param {(patch: Partial<MaskState>) => void} host.look
 * @param {(cell: Pair | null) => void} host.point
 * @param {(next: (state: MaskState) => MaskState, phase: 'drag' | 'commit', aloud?: boolean) => Refusal | null} host.change
 * @param {(text: string, phase: 'drag' | 'commit') => Refusal | null} host.type
 * @param {() => void} host.cancel - back to the text before it was typed
 * @param {(make: (text: string) => string, phase: 'drag' | 'commit') => void} host.write
 */
export function roomView({ canvases, notice, state, look, point, change, type, cancel, write }) {
  const heading = element('h2', { class: 'hidden' });
  const views = {
    presets: presetsView(engine, change),
    expression: expressionView({ type, cancel }),
    tools: toolsView(look),
    table: tableView((query) => engine.maskRow(drawnFrom(state()), query)),
    strip: stripView(point),
    code: codeView(engine, look),
    cell: cellView(),
    clauses: clausesView(engine, type, (make) => write(make, 'commit')),
    settings: settingsView({ change, look }),
  };
  const [play, figures] = [playView(engine, state, look), figuresView()];
  const { presets, expression, tools, table, strip, code, cell, clauses, settings } = views;
  const card = element(
    'div',
    { class: 'band' },
    canvases,
    element('div', { class: 'tools' }, play.node, tools.node),
    table.node,
    strip.node,
  );
  const main = element(
    'div',
    { class: 'main' },
    heading,
    presets.node,
    expression.node,
    notice,
    card,
    figures.node,
    code.node,
  );
  const side = element('div', { class: 'side' }, cell.node, clauses.node, settings.node);

  return {
    node: element('div', { class: 'room' }, main, side),
    step: play.step,
    stop: play.stop,
    /** @param {MaskModel} model @param {MaskFigures | undefined} costs */
    update(model, costs) {
      setText(heading, model.t.rooms.masks);
      for (const view of Object.values(views)) view.update(model);
      if (!costs) return;
      play.update(model, costs);
      figures.update(model, costs);
    },
  };
}
