import { attributesOf } from '../../../../state/attributes.js';
import { custom } from '../../../../state/fields.js';
import { HeedHeadsElement } from '../../heed-heads.js';
import { maps } from '../../settings.js';
import { liveState } from '../../state.js';
import { LIMITS, SENTENCE } from '../settings.js';

/** The text that the model reads. @param {string} text */
function sentenceIn(text) {
  if (text.length > LIMITS.text)
    throw new Error(`the sentence has ${text.length} characters: at most ${LIMITS.text} are read`);
  return text;
}

const SENTENCES = {
  sentence: custom({ type: 'string', read: String, write: String, parse: sentenceIn })
    .is(SENTENCE)
    .with({ effect: (state, text) => ({ ...state, text }) }),
};

/** The attributes of `<heed-model>`, and what they follow from. */
export const FIELDS = { ...SENTENCES, ...maps.fields };
const ATTRIBUTES = { ...attributesOf(SENTENCES), ...maps.attributes };

/** `<heed-model>` without what runs models, which the scripts of the page load on request. */
export class ModelElement extends HeedHeadsElement {
  static tag = 'heed-model';
  static attributes = ATTRIBUTES;
  static fields = FIELDS;
  static parts = { ...HeedHeadsElement.parts, fresh: liveState };
}
