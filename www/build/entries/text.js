/** The entry of the script with the text that a model of the Models room reads. */
import first from 'heedmap:first-sentence';
import base64 from 'heedmap:wasm/heedmap_map_paint_wasm';
import * as painter from '../../engine/map-paint-instance.js';
import { HeedHeadsElement } from '../../rooms/maps/heed-heads.js';
import { early } from '../../rooms/maps/program.js';
import liveSheet from '../../rooms/maps/live/live.css.js';
import { roomText } from '../../rooms/maps/live/text/room-text.js';
import found from '../../rooms/maps/live/text/first-sentence.json' with { type: 'json' };
import { ATTRIBUTES, FIELDS, PARTS } from '../../rooms/maps/live/text/sentence.js';
import { bytesOf, inflate } from '../../engine/inflate.js';
import { requested } from '../requested.js';
/** @import { ModelSource } from '../../rooms/maps/live/types.js' */

/** @type {ModelSource} */
const source = {
  async running() {
    const models = await requested('model', () => heedmap.models);
    return models();
  },
  first: () => ({ bytes: bytesOf(first), found }),
  async small() {
    const model = await requested('austen', () => heedmap.smallModel);
    return new File([await inflate(model)], 'small-model.gguf');
  },
};

early.painter = { load: () => painter.load(() => inflate(base64)), paintMap: painter.paintMap };
HeedHeadsElement.texts = { sheets: [liveSheet], open: (host) => roomText(source, host) };

/** `<heed-model>` in the Embed room, which runs the model of the page. */
class ModelElement extends HeedHeadsElement {
  static tag = 'heed-model';
  static attributes = ATTRIBUTES;
  static fields = FIELDS;
  static parts = PARTS;
}
ModelElement.define();
