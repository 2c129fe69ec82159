/** Under which key a saved figure says what each of its heads was. Apart from what reads it, which no frame needs. */
export const KEPT = 'heedmap_sources';
