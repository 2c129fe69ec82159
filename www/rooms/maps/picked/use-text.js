import { useState } from '../../../ui/html.js';
import { textCache } from '../text/units.js';
/** @import { Scene } from '../head/scene.js' */

/** The text of a head, made once; null without tokens, or with too many. @param {Scene} scene */
export function useText(scene) {
  const [textOf] = useState(textCache);
  return textOf(scene);
}
