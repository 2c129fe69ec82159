import type * as engine from '../../../engine/model.js';

/** The functions of the engine of models. */
export type Models = typeof engine;

/** How the room gets what it needs to run models. */
export interface ModelSource {
  /** Starts the engine. */
  engine(): Promise<Models>;
  /** The file of the model that the room opens with. */
  small(): Promise<File>;
}
