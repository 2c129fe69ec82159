// The tags in JSX of Preact: `import type {} from 'heedmap/jsx/preact'`.
import type { HTMLAttributes, Ref } from 'preact';
import type { HeedAttributes, HeedElements } from './attributes.js';

// Preact keeps `key` for itself: it never becomes an attribute.
type Props = {
  [Tag in keyof HeedAttributes]: Omit<HeedAttributes[Tag], 'key'> & { ref?: Ref<HeedElements[Tag]> } & Omit<
      HTMLAttributes<HeedElements[Tag]>,
      Exclude<keyof HeedAttributes[Tag], 'key'> | 'ref'
    >;
};

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends Props {}
  }
}
