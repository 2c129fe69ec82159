import { useState } from '../../../ui/html.js';
import { plainLabel } from '../../../ui/labels.js';
import { textCache } from '../text/units.js';
/** @import { Scene } from '../head/scene.js' */

/** The text of a head, made once; null without tokens, or with too many. @param {Scene} scene */
export function useText(scene) {
  const [textOf] = useState(textCache);
  return textOf(scene);
}

/**
 * A token without the mark of the space before it.
 *
 * @param {Scene['labels']['key'][number] | undefined} label
 */
export const wordOf = (label) => plainLabel(label?.text ?? '').replace(/^·/, '');
