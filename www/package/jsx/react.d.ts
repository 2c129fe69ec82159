// The tags in JSX of React 19: `import type {} from 'heedmap/jsx/react'`.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { HeedAttributes, HeedElements } from './attributes.js';

// React keeps `key` for itself: it never becomes an attribute.
type Props = {
  [Tag in keyof HeedAttributes]: Omit<HeedAttributes[Tag], 'key'> &
    Omit<
      DetailedHTMLProps<HTMLAttributes<HeedElements[Tag]>, HeedElements[Tag]>,
      Exclude<keyof HeedAttributes[Tag], 'key'>
    >;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Props {}
  }
}
