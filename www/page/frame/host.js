/**
 * The messages between a figure in a frame and its host page. Any host receives the height of the figure.
 * Only the origins in the address can send a state and receive changes. A live figure, which a notebook
 * writes into its frame, accepts any host.
 *
 * @param {object} options
 * @param {string[]} options.origins - the origins that may send a state, serialized as browsers do
 * @param {boolean} options.isLive
 * @param {(link: string) => void} setState
 */
export function hostOf({ origins, isLive }, setState) {
  const { parent, self } = window;
  const isFramed = parent !== self;
  // A host receives messages after it has sent one, or if the browser reports its origin.
  let origin = isLive ? '*' : (origins.find((each) => each === location.ancestorOrigins?.[0]) ?? null);
  let sentHeight = 0;
  /** @type {(bytes: ArrayBuffer) => void} */
  let receive = () => {};

  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== parent || !(isLive || origins.includes(from))) return;
    if (isLive && data?.type === 'heedmap:data' && data.bytes instanceof ArrayBuffer) receive(data.bytes);
    if (data?.type !== 'heedmap:state' || typeof data.link !== 'string') return;
    if (!isLive) origin = from;
    setState(data.link);
  });

  return {
    /** @param {number} height - in CSS pixels */
    setHeight(height) {
      if (!isFramed || height === sentHeight) return;
      sentHeight = height;
      parent.postMessage({ type: 'heedmap:height', height }, '*');
    },
    /**
     * Requests the numbers of a live figure from its host.
     *
     * @returns {Promise<ArrayBuffer>}
     */
    requestData() {
      return new Promise((resolve) => {
        receive = resolve;
        parent.postMessage({ type: 'heedmap:ready' }, '*');
      });
    },
    /** @param {'heedmap:change' | 'heedmap:select' | 'heedmap:shown'} type @param {object} details */
    post(type, details) {
      if (origin !== null && isFramed) parent.postMessage({ type, ...details }, origin);
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
