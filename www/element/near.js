/** How far from what the reader sees a figure begins to be computed, so that it is there when it is scrolled to. */
const MARGIN = '600px';

/**
 * Calls once, when an element is near what the reader sees; one that is not shown at all waits until it is.
 *
 * @param {Element} target
 * @param {() => void} call
 * @returns {() => void} what ends the waiting
 */
export function whenNear(target, call) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      call();
    },
    { rootMargin: MARGIN },
  );
  observer.observe(target);
  return () => observer.disconnect();
}
