/**
 * The widget of the Python package, for anywidget: a live figure in a sandboxed frame. The numbers come as
 * bytes from the model; the scripts come from a second model, which all widgets of a notebook share. The
 * frame compiles the program when it is rendered.
 */

/**
 * The part of anywidget's model that is used here.
 *
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, listener: () => void) => void} on
 * @property {(event: string, listener: () => void) => void} off
 * @property {{ get_model(id: string): Promise<Pick<Model, 'get'>> }} widget_manager
 */

/** The greatest height of the frame, in CSS pixels. */
const TALLEST = 20_000;

/** A copy, because views of messages may start at any offset of their buffer. @param {DataView} view */
const bytesOf = ({ buffer, byteOffset, byteLength }) => buffer.slice(byteOffset, byteOffset + byteLength);

/**
 * The page of the figure with its first link. Less-than signs in data are escaped.
 *
 * @param {Model} model @param {string} scripts
 */
const pageOf = (model, scripts) =>
  /** @type {string} */ (model.get('page'))
    .replace('"link":"@@link@@"', () =>
      `"link":${JSON.stringify(model.get('link'))}`.replaceAll('<', '\\u003c'),
    )
    .replace('>@@scripts@@<', () => `>${scripts}<`);

export default {
  /**
   * @param {object} view
   * @param {Model} view.model
   * @param {HTMLElement} view.el
   * @returns {Promise<() => void>}
   */
  async render({ model, el }) {
    const id = String(model.get('program')).replace(/^(?:IPY_MODEL_|anywidget:)/, '');
    const program = await model.widget_manager.get_model(id);
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.title = model.get('title');
    Object.assign(frame.style, { width: '100%', height: `${model.get('height')}px`, border: '0' });
    frame.srcdoc = pageOf(model, new TextDecoder().decode(program.get('scripts')));
    // The link of the frame; null until the frame accepts links.
    let shown = /** @type {string | null} */ (null);
    const first = model.get('link');
    const send = (/** @type {object} */ message) => frame.contentWindow?.postMessage(message, '*');

    function follow() {
      const link = model.get('link');
      if (shown === null || link === shown) return;
      shown = link;
      send({ type: 'heedmap:state', link });
    }
    /** @param {MessageEvent} event */
    function take({ source, data }) {
      if (source !== frame.contentWindow) return;
      if (data?.type === 'heedmap:height' && data.height > 0)
        frame.style.height = `${Math.min(data.height, TALLEST)}px`;
      if (data?.type === 'heedmap:ready') send({ type: 'heedmap:data', bytes: bytesOf(model.get('data')) });
      if (data?.type === 'heedmap:shown') {
        shown = first;
        follow();
      }
      if (data?.type === 'heedmap:change' && typeof data.link === 'string') {
        shown = data.link;
        model.set('link', data.link);
        model.save_changes();
      }
    }
    addEventListener('message', take);
    model.on('change:link', follow);
    el.append(frame);
    return () => {
      removeEventListener('message', take);
      model.off('change:link', follow);
      frame.remove();
    };
  },
};
