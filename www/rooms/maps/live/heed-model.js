import * as engine from '../../../engine/model.js';
import { HeedHeadsElement } from '../heed-heads.js';
import liveSheet from './live.css.js';
import { running } from './running.js';
import { roomText } from './text/room-text.js';
import { ATTRIBUTES, FIELDS, PARTS } from './text/sentence.js';
/** @import { ModelSource } from './types.js' */

export { FIELDS };

/** @type {ModelSource} */
const source = {
  async running() {
    await engine.load(HeedModelElement.runner);
    return (host) => running(engine, host, HeedModelElement.modelWorker);
  },
  async small() {
    return new File([await HeedModelElement.weights()], 'small-model.gguf');
  },
};

/**
 * `<heed-model>`: a small language model that runs in the page, and what each of its attention heads does.
 * The reader changes the sentence, and every head follows; or drops a model of their own.
 *
 * It shows the Models room with a text. The small model was trained on Jane Austen's six novels and has 1.07
 * million parameters.
 */
export class HeedModelElement extends HeedHeadsElement {
  static tag = 'heed-model';
  static attributes = ATTRIBUTES;
  static fields = FIELDS;
  static parts = PARTS;
  /**
   * Loads the program that runs models, in a script that contains it.
   *
   * @type {(() => Promise<WebAssembly.Module>) | undefined} @internal
   */
  static runner;
  /** The script of the Workers that run models, in bundles. Without it, the page runs them. @internal */
  static modelWorker = '';
  static texts = {
    sheets: [liveSheet],
    open: (/** @type {import('./types.js').TextHost} */ host) => roomText(source, host),
  };

  /**
   * Loads the file of the small model.
   *
   * @returns {Promise<Uint8Array<ArrayBuffer> | ArrayBuffer>} @internal
   */
  static async weights() {
    const response = await fetch(new URL('small-model.gguf', import.meta.url));
    if (!response.ok) throw new Error(`small-model.gguf could not be loaded (${response.status}).`);
    return response.arrayBuffer();
  }
}
