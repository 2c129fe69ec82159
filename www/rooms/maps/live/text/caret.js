import { html } from '../../../../ui/html.js';
/** @import { MapsModel } from '../../types.js' */
/** @import { Writer } from './writer.js' */

/**
 * The field behind the last token. What is typed goes to the end of the text, and Backspace removes the last
 * character.
 *
 * @param {{ words: MapsModel['t']['maps']['live'], writer: Writer }} props
 */
export function Caret({ words, writer }) {
  const take = (/** @type {any} */ event) => {
    const { currentTarget: field } = event;
    // A character that is being composed is taken when it is complete.
    if (event.isComposing || field.value === '') return;
    const { value } = field;
    field.value = '';
    writer.append(value);
  };
  const press = (/** @type {any} */ event) => {
    if (event.key === 'Escape') writer.stop();
    // The field is empty, so undo is that of the text.
    const step = event.ctrlKey || event.metaKey ? stepOf(event) : null;
    if (step) {
      event.preventDefault();
      return writer[step]();
    }
    if (event.key !== 'Backspace' || event.isComposing || event.currentTarget.value !== '') return undefined;
    event.preventDefault();
    return writer.back();
  };
  return html`<input
    class="caret"
    aria-label=${words.write}
    placeholder=${words.placeholder}
    autocomplete="off"
    autocapitalize="off"
    spellcheck=${false}
    onInput=${take}
    onCompositionEnd=${take}
    onKeyDown=${press}
  />`;
}

/** Undo or redo, if a key with Ctrl or Cmd means it. @param {KeyboardEvent} event */
function stepOf({ key, shiftKey }) {
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' ? 'redo' : null;
}
