/** The functions that paint heatmaps, which need no lesson. The bindings have their types and comments. */
import { bindings, exposed } from './attention-instance.js';

export { load } from './attention-instance.js';

export const paint = /* @__PURE__ */ exposed(bindings.paint);
/** `paint` and `legend` for use without `ImageData`. */
export const paintPixels = /* @__PURE__ */ exposed(bindings.paintPixels);
export const legend = /* @__PURE__ */ exposed(bindings.legend);
export const legendPixels = /* @__PURE__ */ exposed(bindings.legendPixels);
export const inkColors = /* @__PURE__ */ exposed(bindings.inkColors);
