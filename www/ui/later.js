import { messageOf } from '../engine/instance.js';
import { html, useLayoutEffect, useState } from './html.js';
import { track } from './idle.js';

/**
 * Views that are loaded when one of them is first shown. Until then nothing is in their place.
 *
 * @template {object} V
 * @param {{ load: () => Promise<V> }} views - the page has them in a script of their own
 */
export function later(views) {
  /** @type {V | null} */
  let loaded = null;
  /** Why the views could not be loaded. */
  let problem = '';
  /** @type {Promise<void> | null} */
  let loading = null;

  /** Loads the views once, or again if that failed. */
  const load = () =>
    (loading ??= track(views.load()).then(
      (all) => void (loaded = all),
      (error) => {
        problem = messageOf(error);
        loading = null;
      },
    ));

  /**
   * A view. Once it is there, it is drawn, or `redraw` is called, if what is around it depends on its size.
   *
   * @template {keyof V} N @param {N} name
   */
  return (name) =>
    /** @param {(V[N] extends (props: infer P) => any ? P : never) & { redraw?: () => void }} props */
    function Later(props) {
      const [, drawAgain] = useState({});
      useLayoutEffect(() => {
        if (loaded) return undefined;
        let isShown = true;
        void load().then(() => {
          if (!isShown) return;
          if (props.redraw) props.redraw();
          else drawAgain({});
        });
        return () => {
          isShown = false;
        };
      }, []);
      if (loaded) return html`<${loaded[name]} ...${props} />`;
      return problem === '' ? null : html`<p class="problem" role="alert">${problem}</p>`;
    };
}
