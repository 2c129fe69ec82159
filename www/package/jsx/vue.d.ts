// The tags in templates of Vue: `import type {} from 'heedmap/jsx/vue'`.
import type { HTMLAttributes, VNodeProps } from 'vue';
import type { HeedAttributes } from './attributes.js';

// A template writes `@heed-select`, which Vue calls `onHeedSelect`.
type Camel<Name> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;
type Listeners<All> = {
  [
    Name in keyof All as Name extends `on${infer Event}` ? `on${Capitalize<Camel<Event>>}` : never
  ]?: All[Name];
};

// Vue keeps `key` for itself: it never becomes an attribute.
type Components = {
  [Tag in keyof HeedAttributes]: new () => {
    $props: Omit<HeedAttributes[Tag], 'key'> &
      VNodeProps &
      Listeners<HeedAttributes[Tag]> &
      Omit<HTMLAttributes, keyof HeedAttributes[Tag]>;
  };
};

declare module 'vue' {
  interface GlobalComponents extends Components {}
}
