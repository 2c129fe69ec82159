/** @import { StageProps } from './stage.js' */

/** Below this width a lesson has one column. In CSS pixels. */
const NARROW = 700;
/** Minimum height of the stage: a lower window is scrolled, except on a phone that lies down. */
const LEAST_HEIGHT = 470;
const LEAST_LYING = 260;
/** The maximum size of the window of a phone that lies down, as in the style sheet of the page. */
const LYING = { width: 1000, height: 480 };
/** The figure of a lower stage, such as that of a phone that lies down, is always beside the words. */
const LOW = 450;
const LOW_IN_TEXT = 500;

/**
 * The size of the stage, in CSS pixels, and the sizes of text that it selects.
 *
 * @param {HTMLElement} root - the parent of the stage
 * @param {{ isPresented: boolean, inText: boolean, given: number | null }} place - whether it fills the screen,
 *   or is part of a text; and the height that the text gives it, or null if it does not limit the height
 * @returns {StageProps['box']}
 */
export function stageBox(root, { isPresented, inText, given }) {
  if (isPresented) {
    const { clientWidth: width, clientHeight: height } = root;
    return { width: width - 64, height, size: width < NARROW ? 'narrow' : 'present' };
  }
  const width = root.clientWidth || 1000;
  const size = width < NARROW ? 'narrow' : 'page';
  if (inText) return { width, height: given ?? 0, size, isGiven: given !== null };
  const top = root.getBoundingClientRect().top + (root.ownerDocument.defaultView?.scrollY ?? 0);
  const isLying = size === 'page' && innerWidth <= LYING.width && innerHeight <= LYING.height;
  const least = isLying ? LEAST_LYING : LEAST_HEIGHT;
  return { width, height: Math.max(least, Math.floor(innerHeight - top - (isLying ? 0 : 4))), size };
}

/** Whether the stage fills a phone that lies down, or is as low in a text. @param {StageProps['box']} box */
export const isLow = ({ size, height, isGiven }) =>
  size === 'page' && height > 0 && height < (isGiven ? LOW_IN_TEXT : LOW);

/** Whether the stage fills a phone, or is as narrow and has a given height. @param {StageProps['box']} box */
export const isOnPhone = ({ size, height }) => size === 'narrow' && height > 0;
