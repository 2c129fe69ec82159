/** The distance from the viewport at which a figure starts, so that it is ready when it is scrolled to. */
const MARGIN = '600px';

/**
 * Calls back once, when an element is near the viewport and not hidden.
 *
 * @param {Element} target
 * @param {() => void} call
 * @returns {() => void} stops waiting
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
