// The tags in Svelte 5: `import type {} from 'heedmap/jsx/svelte'`.
import type { HTMLAttributes } from 'svelte/elements';
import type { HeedAttributes, HeedElements } from './attributes.js';

type Props = {
  [Tag in keyof HeedAttributes]: HeedAttributes[Tag] &
    Omit<HTMLAttributes<HeedElements[Tag]>, keyof HeedAttributes[Tag]>;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends Props {}
}
