/**
 * Views that no lesson of the page opens with: they are loaded when one is first shown. `more-views.js` has
 * them as they are, for scripts that contain them anyway.
 */
import { later } from '../../ui/later.js';

/** Loads what has the views: the page has them in a script of their own. */
export const script = { load: async () => {} };

/** @template {object} M @template {keyof M} N @param {() => Promise<M>} load @param {N} name */
function view(load, name) {
  const loadAll = async () => {
    await script.load();
    return load();
  };
  return later({ load: loadAll })(name);
}

export const AttentionBands = /* @__PURE__ */ view(() => import('./views/bands-view.js'), 'AttentionBands');
export const ConceptBands = /* @__PURE__ */ view(() => import('./views/lines-view.js'), 'ConceptBands');
export const Curve = /* @__PURE__ */ view(() => import('./schemes/curve-view.js'), 'Curve');
export const LineBands = /* @__PURE__ */ view(() => import('./views/lines-view.js'), 'LineBands');
export const Own = /* @__PURE__ */ view(() => import('./views/own-view.js'), 'Own');
export const OwnOnStage = /* @__PURE__ */ view(() => import('./views/own-view.js'), 'OwnOnStage');
export const Schemes = /* @__PURE__ */ view(() => import('./schemes/view.js'), 'Schemes');
