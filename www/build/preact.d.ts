/** The functions of Preact and htm that the page uses. See vendor.mjs. */

/** The result of a template, which `render` turns into elements. */
export interface View {
  readonly type: unknown;
  readonly props: unknown;
}

/**
 * A template of elements and components. Values become text, attributes, properties and listeners, never
 * markup.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): View;

/** Renders a view in an element, and updates what is there. */
export function render(view: View, parent: Element): void;

/** A component with state of its own. */
export abstract class Component<P> {
  constructor(props: P);
  readonly props: P;
  abstract render(props: P): View;
}

/** A state of a component. Setting it renders the component again. */
export function useState<S>(initial: S | (() => S)): [S, (next: S | ((before: S) => S)) => void];

/** A mutable object of a component; changing it does not render. */
export function useRef<T>(initial: T): { current: T };

/**
 * A value that is computed again if one of the inputs has changed. A view that is the same object is not
 * compared.
 */
export function useMemo<T>(compute: () => T, inputs: readonly unknown[]): T;

/**
 * Runs after the elements were updated and before the page is painted, if one of the inputs has changed. The
 * function that it returns cleans up.
 */
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
