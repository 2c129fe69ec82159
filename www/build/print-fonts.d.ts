/** The faces of the fonts of figures for print, as TrueType in base64. See print-fonts.mjs. */
export const FACES: Record<'serif' | 'sans', { name: string; bold: boolean; base64: string }[]>;
