import { element } from '../ui/dom.js';

/** The distance between the field and the bubble, in CSS pixels. */
const DISTANCE = 6;

/**
 * An error message next to a field. It is in the top layer, so that scrolling boxes do not clip it.
 *
 * @param {HTMLElement} host - the parent of the bubble
 * @param {HTMLElement} field
 */
export function bubbleBy(host, field) {
  const bubble = element('div', { class: 'bubble', id: 'wants', role: 'alert', hidden: true });
  if ('popover' in bubble) bubble.popover = 'manual';
  host.append(bubble);
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('scroll', place, { capture: true, passive: true, signal });
  addEventListener('resize', place, { signal });

  function place() {
    if (bubble.hidden) return;
    const anchor = field.getBoundingClientRect();
    const { width, height } = bubble.getBoundingClientRect();
    const below = anchor.bottom + DISTANCE;
    const top = below + height > innerHeight ? anchor.top - DISTANCE - height : below;
    bubble.style.top = `${Math.max(0, top)}px`;
    bubble.style.left = `${Math.max(DISTANCE, Math.min(anchor.left, innerWidth - width - DISTANCE))}px`;
  }

  return {
    id: bubble.id,
    /** @param {string} text */
    show(text) {
      bubble.hidden = false;
      if (bubble.popover && !bubble.matches(':popover-open')) bubble.showPopover();
      // Screen readers announce an alert when its text changes.
      bubble.textContent = '';
      bubble.textContent = text;
      place();
    },
    hide() {
      if (bubble.popover && bubble.matches(':popover-open')) bubble.hidePopover();
      bubble.hidden = true;
    },
    remove() {
      listening.abort();
      bubble.remove();
    },
  };
}
