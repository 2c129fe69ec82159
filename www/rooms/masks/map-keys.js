import { cellOf, moved, pairOf } from '../../ui/grid.js';
/** @import { MapActions, MapName } from './types.js' */

/**
 * Handles a key on one of the maps. If the key has an effect, the default is prevented.
 *
 * @param {KeyboardEvent} event
 * @param {MapActions} actions
 * @param {MapName} name
 */
export function pressMap(event, actions, name) {
  const state = actions.state();
  if (event.isComposing || event.altKey) return;
  const to = pairOf(moved(event, cellOf(state.cursor), { rows: state.queries, cols: state.keys }));
  if (to) actions.select(to);
  else if (event.ctrlKey || event.metaKey) return;
  else if (event.key === 't' && actions.table) actions.table(name);
  else if (name === 'pattern' && (event.key === 'Enter' || event.key === ' ')) actions.paint(null, 'commit');
  else return;
  event.preventDefault();
}
