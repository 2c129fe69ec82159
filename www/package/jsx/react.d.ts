// The tags in JSX of React 19: `import type {} from 'heedmap/jsx/react'`.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { HeedAttributes, HeedElements } from './attributes.js';

type Props = {
  [Tag in keyof HeedAttributes]: HeedAttributes[Tag] &
    Omit<DetailedHTMLProps<HTMLAttributes<HeedElements[Tag]>, HeedElements[Tag]>, keyof HeedAttributes[Tag]>;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Props {}
  }
}
