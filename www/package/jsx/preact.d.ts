// The tags in JSX of Preact: `import type {} from 'heedmap/jsx/preact'`.
import type { HTMLAttributes, Ref } from 'preact';
import type { HeedAttributes, HeedElements } from './attributes.js';

type Props = {
  [Tag in keyof HeedAttributes]: HeedAttributes[Tag] & { ref?: Ref<HeedElements[Tag]> } & Omit<
      HTMLAttributes<HeedElements[Tag]>,
      keyof HeedAttributes[Tag] | 'ref'
    >;
};

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends Props {}
  }
}
