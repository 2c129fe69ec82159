import { maskExpression } from '../engine/masks.js';
import { expressionView } from '../masks/expression-view.js';
import { bindBrush } from '../masks/map-brush.js';
import { painting } from '../masks/painting.js';
import { roomView } from '../masks/room-view.js';
import { sheet } from '../masks/style.js';
import { masks as en } from '../strings/en-masks.js';
import { masks as es } from '../strings/es-masks.js';

/**
 * What `<heed-mask>` has beside the figure: the rest of the room, the field for the expression and the brush. A script that shows figures alone leaves this out, and
 * with it what only this asks of the engine.
 */
export const parts = { sheet, words: { en: { masks: en }, es: { masks: es } }, room: roomView, expression: expressionView, brush: bindBrush, painting, parsed: maskExpression };
