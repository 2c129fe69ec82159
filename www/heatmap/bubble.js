/** The distance between the field and the bubble, in CSS pixels. */
const DISTANCE = 6;

/**
 * A line of text next to a field. It is in the top layer, where no scrolling box can clip it.
 *
 * @param {HTMLElement} host - the parent of the bubble
 * @param {HTMLElement} field
 */
export function bubbleBy(host, field) {
  const bubble = document.createElement('div');
  bubble.className = 'bubble';
  bubble.id = 'wants';
  bubble.setAttribute('role', 'alert');
  bubble.hidden = true;
  if ('popover' in bubble) bubble.popover = 'manual';
  host.append(bubble);
  const stop = new AbortController();
  addEventListener('scroll', place, { capture: true, passive: true, signal: stop.signal });
  addEventListener('resize', place, { signal: stop.signal });

  function place() {
    if (bubble.hidden) return;
    const by = field.getBoundingClientRect();
    const { width, height } = bubble.getBoundingClientRect();
    const below = by.bottom + DISTANCE;
    const top = below + height > innerHeight ? by.top - DISTANCE - height : below;
    bubble.style.top = `${Math.max(0, top)}px`;
    bubble.style.left = `${Math.max(DISTANCE, Math.min(by.left, innerWidth - width - DISTANCE))}px`;
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
      stop.abort();
      bubble.remove();
    },
  };
}
