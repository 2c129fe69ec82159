/**
 * The messages between a figure in a frame and the page around it. Any page receives the height of the
 * figure. Only origins that the address names can send a state and receive changes; for a live figure, which
 * a notebook writes into its frame, that is the page around it.
 *
 * @param {object} options
 * @param {string[]} options.origins - that may send a state, each as browsers write it
 * @param {boolean} options.isLive
 * @param {(link: string) => void} take
 */
export function hostOf({ origins, isLive }, take) {
  const { parent, self } = window;
  const isFramed = parent !== self;
  // A page receives messages after it has sent one, or if the browser names its origin.
  let origin = isLive ? '*' : (origins.find((each) => each === location.ancestorOrigins?.[0]) ?? null);
  let sentHeight = 0;
  /** @type {(bytes: ArrayBuffer) => void} */
  let receive = () => {};

  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== parent || !(isLive || origins.includes(from))) return;
    if (isLive && data?.type === 'heedmap:data' && data.bytes instanceof ArrayBuffer) receive(data.bytes);
    if (data?.type !== 'heedmap:state' || typeof data.link !== 'string') return;
    if (!isLive) origin = from;
    take(data.link);
  });

  return {
    /** @param {number} height - in CSS pixels */
    height(height) {
      if (!isFramed || height === sentHeight) return;
      sentHeight = height;
      parent.postMessage({ type: 'heedmap:height', height }, '*');
    },
    /**
     * The numbers of a live figure, which its page sends when it is asked.
     *
     * @returns {Promise<ArrayBuffer>}
     */
    received() {
      return new Promise((done) => {
        receive = done;
        parent.postMessage({ type: 'heedmap:ready' }, '*');
      });
    },
    /** @param {'heedmap:change' | 'heedmap:select' | 'heedmap:shown'} type @param {object} what */
    tell(type, what) {
      if (origin !== null && isFramed) parent.postMessage({ type, ...what }, origin);
    },
  };
}

/** The origins that an address allows: `?from=https://a.example,https://b.example`. @param {string} search */
export function originsIn(search) {
  return (new URLSearchParams(search).get('from') ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => /^https?:\/\/[^/]+$/.test(each));
}
