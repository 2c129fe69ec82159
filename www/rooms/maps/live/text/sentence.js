/** What `<heed-model>` is, apart from what runs models: its attributes and its state. */
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
export const ATTRIBUTES = { ...attributesOf(SENTENCES), ...maps.attributes };

/** How `<heed-model>` starts its engine and keeps its state. */
export const PARTS = { ...HeedHeadsElement.parts, fresh: liveState };
