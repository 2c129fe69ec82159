import { beginWork } from '../ui/idle.js';

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
  // Whether it is near is known after the next frame.
  const known = beginWork();
  const observer = new IntersectionObserver(
    (entries) => {
      known();
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      call();
    },
    { rootMargin: MARGIN },
  );
  observer.observe(target);
  return () => {
    known();
    observer.disconnect();
  };
}
