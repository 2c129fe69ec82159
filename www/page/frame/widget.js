/**
 * The widget of the Python package, for anywidget: a live figure in a sandboxed frame. The model has the
 * numbers, as bytes; a second model, which all widgets of a notebook share, has the scripts. The frame
 * compiles the program when it is rendered.
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

/** In CSS pixels. */
const MAX_HEIGHT = 20_000;

/** Copies the bytes, because a view may start at any offset of its buffer. @param {DataView} view */
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
    let frameLink = /** @type {string | null} */ (null);
    const firstLink = model.get('link');
    const send = (/** @type {object} */ message) => frame.contentWindow?.postMessage(message, '*');

    function sendLink() {
      const link = model.get('link');
      if (frameLink === null || link === frameLink) return;
      frameLink = link;
      send({ type: 'heedmap:state', link });
    }
    /** @param {MessageEvent} event */
    function receive({ source, data }) {
      if (source !== frame.contentWindow) return;
      if (data?.type === 'heedmap:height' && data.height > 0)
        frame.style.height = `${Math.min(data.height, MAX_HEIGHT)}px`;
      if (data?.type === 'heedmap:ready') send({ type: 'heedmap:data', bytes: bytesOf(model.get('data')) });
      if (data?.type === 'heedmap:shown') {
        frameLink = firstLink;
        sendLink();
      }
      if (data?.type === 'heedmap:change' && typeof data.link === 'string') {
        frameLink = data.link;
        model.set('link', data.link);
        model.save_changes();
      }
    }
    addEventListener('message', receive);
    model.on('change:link', sendLink);
    el.append(frame);
    return () => {
      removeEventListener('message', receive);
      model.off('change:link', sendLink);
      frame.remove();
    };
  },
};
