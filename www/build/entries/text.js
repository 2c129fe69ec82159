/** The entry of the script with the text that a model of the Models room reads. Only the page has it. */
import first from 'heedmap:first-sentence';
import { HeedHeadsElement } from '../../rooms/maps/heed-heads.js';
import liveSheet from '../../rooms/maps/live/live.css.js';
import { roomText } from '../../rooms/maps/live/text/room-text.js';
import { bytesOf, inflate } from '../../engine/inflate.js';
/** @import { ModelSource } from '../../rooms/maps/live/types.js' */

/** @type {ModelSource} */
const source = {
  async running() {
    if (!heedmap.models) await heedmap.load(['model']).catch(() => {});
    if (!heedmap.models) throw new Error('heedmap-model.js, which runs models, could not be loaded.');
    return heedmap.models();
  },
  first: () => bytesOf(first),
  async small() {
    if (!heedmap.smallModel) await heedmap.load(['austen']).catch(() => {});
    if (!heedmap.smallModel) throw new Error('heedmap-austen.js, the small model, could not be loaded.');
    return new File([await inflate(heedmap.smallModel)], 'small-model.gguf');
  },
};

HeedHeadsElement.texts = { sheets: [liveSheet], open: (host) => roomText(source, host) };
