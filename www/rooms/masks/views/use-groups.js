import * as engine from '../../../engine/masks.js';
import { useLayoutEffect, useRef, useState } from '../../../ui/html.js';
import { chooses, edited, itemAt, structureOf, treeOf } from '../groups.js';
/** @import { Change, Choice, Item, Path } from '../groups.js' */
/** @import { MaskActions, MaskModel } from '../types.js' */

/**
 * What the list of clauses shows besides the text.
 *
 * @typedef {object} Shown
 * @property {'clause' | 'group' | 'not' | null} adding - the open form of the chosen group
 * @property {Path | null} moving - the clause or group whose buttons for moving are shown
 * @property {string} said - a message for screen readers
 */

/** @typedef {'handle' | 'select' | 'plus'} Target - a control that gets the focus */
/** @typedef {ReturnType<typeof useGroups>} Groups */

/** @type {Choice & Shown} */
const INITIAL = { chosen: [], draft: null, adding: null, moving: null, said: '' };

/**
 * The groups of the expression, and the edits of them. What is shown besides the text is kept as long as the
 * structure of the expression stays.
 *
 * @param {MaskModel} model
 * @param {Pick<MaskActions, 'state' | 'write'>} actions
 */
export function useGroups({ parsed }, { state, write }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const kept = useRef({ ...INITIAL, structure: '' });
  const focus = useRef(/** @type {{ path: Path, target: Target } | null} */ (null));
  const [, redraw] = useState({});
  const isCurrent = kept.current.structure === structureOf(parsed);
  const shown = isCurrent ? kept.current : INITIAL;
  const root = treeOf(parsed, shown.draft);
  const chosen = itemAt(root, shown.chosen)?.join ? shown.chosen : [];

  useLayoutEffect(() => {
    if (!focus.current || !isCurrent) return;
    const { path, target } = focus.current;
    const found = list.current?.querySelector(`[data-focus="${target} ${path.join('.')}"]`);
    if (!found) return;
    focus.current = null;
    /** @type {HTMLElement} */ (found.querySelector('select') ?? found).focus();
  });

  /**
   * Applies a change. An error is shown above the maps.
   *
   * @param {Change} change
   * @param {object} [then]
   * @param {Target} [then.focus] - the control that gets the focus: of the moved item, or else of the chosen
   *   group
   * @param {Shown['adding']} [then.adding]
   * @param {boolean} [then.keepsMoving] - whether the buttons for moving are shown at the new place
   * @param {(root: Item, path: Path) => string} [then.said] - the message about the moved item
   */
  function apply(change, { focus: target, adding = null, keepsMoving = false, said } = {}) {
    const before = engine.maskExpression(state().text);
    const result = edited(before, { chosen, draft: shown.draft }, change);
    if (!result) return;
    const after = parsedOrNull(result.text);
    // A draft changes only what is shown. The text stays as it was typed.
    if (after?.text !== before.text) write(() => engine.maskExpression(result.text).text);
    if (!after || engine.maskExpression(state().text).text !== after.text) return;
    kept.current = {
      adding,
      chosen: result.chosen,
      draft: result.draft,
      moving: keepsMoving ? result.focus : null,
      said: said && result.focus ? said(treeOf(after, result.draft), result.focus) : '',
      structure: structureOf(after),
    };
    focus.current = target ? { path: result.focus ?? result.chosen, target } : null;
    // A new text is drawn with its own model. The present one does not fit what is kept now.
    if (after.text === before.text) redraw({});
  }

  /** Shows or hides the buttons that move an item. @param {Path | null} moving */
  function showMoving(moving) {
    kept.current = { ...shown, chosen, moving, said: '', structure: structureOf(parsed) };
    redraw({});
  }

  /** Chooses a group, and opens or closes its form. @param {Path} path @param {Shown['adding']} [adding] */
  const choose = (path, adding = null) => apply(chooses(path), { adding });

  return { ...shown, root, chosen, list, apply, choose, showMoving };
}

/** @param {string} text */
function parsedOrNull(text) {
  try {
    return engine.maskExpression(text);
  } catch {
    return null;
  }
}
