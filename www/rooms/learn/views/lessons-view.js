import { element } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
import { LESSON_GROUPS, lessonOf, isStory } from '../lessons/index.js';
import lessonsSheet from './lessons.css.js';
/** @import { State } from '../../../types.js' */
/** @import { Strings } from '../../../words/languages.js' */

/**
 * The list of lessons: a button with the name of the open lesson, and a panel that it opens. The panel is a
 * popover with a menu, so the browser closes it on Escape or a click elsewhere, and restores the focus.
 *
 * @param {HTMLElement} host
 * @param {(lesson: string) => void} open
 */
export function lessonsView(host, open) {
  const sheet = lessonsSheet();
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  /** The lessons whose last step was shown since the page was opened. @type {Set<string>} */
  const done = new Set();
  const node = element('div', {});
  host.replaceChildren(node);
  const panel = () => /** @type {HTMLElement} */ (node.querySelector('.lessons-panel'));
  let current = '';

  const choose = (/** @type {string} */ lesson) => {
    panel().hidePopover();
    if (lesson !== current) open(lesson);
  };
  const toggled = (/** @type {ToggleEvent} */ { newState }) => {
    const isOpen = newState === 'open';
    node.querySelector('.lessons-button')?.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) /** @type {HTMLElement} */ (panel().querySelector('[aria-checked="true"]')).focus();
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    // The keys of the page have no effect while the panel is open.
    if (event.key !== 'Escape') event.stopPropagation();
    if (event.key === 'Tab') panel().hidePopover();
    const items = /** @type {HTMLElement[]} */ ([...panel().querySelectorAll('[role=menuitemradio]')]);
    const next = lessonsAt(event, items);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  /** @param {string} id @param {number | null} minutes @param {Strings} t */
  function card(id, minutes, t) {
    const { title } = t.lessons[id];
    const words = t.lessonList;
    const kind = isStory(id) ? words.story : words.byHand;
    const facts = [kind, minutes === null ? words.anyTime : words.minutes({ n: minutes })];
    return html`<button
      type="button"
      role="menuitemradio"
      class="lesson-card"
      key=${id}
      value=${id}
      aria-checked=${String(id === current)}
      tabindex="-1"
      onClick=${() => choose(id)}
    >
      <b
        >${title}${done.has(id) && html`<span class="done" title=${words.done}> ✓<i>${words.done}</i></span>`}</b
      >
      <span>${words.purposes[/** @type {'own'} */ (id)]}</span>
      <small>${facts.join(' · ')}</small>
    </button>`;
  }

  return {
    /** @param {State} state @param {Strings} t */
    update(state, t) {
      current = state.lesson;
      if (state.step === lessonOf(state).steps.length - 1) done.add(current);
      const group = (/** @type {[string, Record<string, number | null>]} */ [id, lessons]) => {
        const label = t.lessonList.groups[/** @type {'start'} */ (id)];
        return html`<div role="group" key=${id} aria-label=${label}>
          <p aria-hidden="true">${label}</p>
          ${Object.entries(lessons).map(([lesson, minutes]) => card(lesson, minutes, t))}
        </div>`;
      };
      const { title } = t.lessons[current];
      render(
        html`<button
            type="button"
            class="lessons-button"
            popovertarget="lessons-panel"
            aria-haspopup="menu"
            aria-expanded="false"
            aria-controls="lessons-panel"
            aria-label=${`${t.lessonList.label}: ${title}`}
            value=${current}
          >
            ${title}
          </button>
          <div id="lessons-panel" class="lessons-panel" popover="auto" onToggle=${toggled} onKeyDown=${onKey}>
            <button type="button" class="lessons-close" onClick=${() => panel().hidePopover()}>
              ${t.worksheet.close}
            </button>
            <div role="menu" aria-label=${t.lessonList.label}>
              ${Object.entries(LESSON_GROUPS).map(group)}
            </div>
          </div>`,
        node,
      );
    },
  };
}

/** Moving in the list of lessons by keyboard. */

/**
 * The lesson that a key moves to: arrows move to a neighbor in the column or in the column beside it, Home
 * and End to the first and the last lesson, and a letter to the next lesson whose name begins with it.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} items - in their order
 * @returns {HTMLElement | undefined}
 */
function lessonsAt({ key, target, altKey, ctrlKey, metaKey }, items) {
  if (altKey || ctrlKey || metaKey) return undefined;
  const place = items.indexOf(/** @type {HTMLElement} */ (target));
  if (key === 'ArrowDown') return items[(place + 1) % items.length];
  if (key === 'ArrowUp') return items.at((place - 1) % items.length);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key === 'ArrowRight' || key === 'ArrowLeft')
    return place < 0 ? items[0] : beside(items[place], items, key === 'ArrowRight' ? 1 : -1);
  if (key.length !== 1 || key === ' ') return undefined;
  const after = [...items.slice(place + 1), ...items.slice(0, place + 1)];
  return after.find((each) => folded(each.textContent ?? '').startsWith(folded(key)));
}

/** A text without case and accents. @param {string} text */
const folded = (text) =>
  text
    .trim()
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();

/**
 * The nearest lesson of the column to the left or to the right.
 *
 * @param {HTMLElement} from @param {HTMLElement[]} items @param {1 | -1} by
 */
function beside(from, items, by) {
  const { left, top } = from.getBoundingClientRect();
  const distance = (/** @type {HTMLElement} */ each) => {
    const box = each.getBoundingClientRect();
    return [Math.abs(box.left - left), Math.abs(box.top - top)];
  };
  return items
    .filter((each) => (each.getBoundingClientRect().left - left) * by > 1)
    .sort((a, b) => distance(a)[0] - distance(b)[0] || distance(a)[1] - distance(b)[1])[0];
}
