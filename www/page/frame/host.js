/**
 * What a figure in a frame and the page round it tell each other. How high it is, is told to any page. What it shows is taken from, and told to, those alone
 * that its address names.
 *
 * @param {string[]} origins - that may send a state, each as browsers write it
 * @param {(link: string) => void} take
 */
export function hostOf(origins, take) {
  const { parent, self } = window;
  const isFramed = parent !== self;
  // Nobody is told who has not written first, unless the browser says who is there.
  let origin = origins.find((each) => each === location.ancestorOrigins?.[0]) ?? null;
  let told = 0;

  addEventListener('message', ({ source, origin: from, data }) => {
    if (
      source !== parent ||
      !origins.includes(from) ||
      data?.type !== 'heedmap:state' ||
      typeof data.link !== 'string'
    )
      return;
    origin = from;
    take(data.link);
  });

  return {
    /** @param {number} height - in CSS pixels */
    height(height) {
      if (!isFramed || height === told) return;
      told = height;
      parent.postMessage({ type: 'heedmap:height', height }, '*');
    },
    /** @param {'heedmap:change' | 'heedmap:select'} type @param {object} what */
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
