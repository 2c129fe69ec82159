/** The declarations of the analyzer import this module without an extension, which tsc does not resolve. */
declare module 'custom-elements-manifest/schema' {
  export type Module = unknown;
  export type Package = unknown;
}
