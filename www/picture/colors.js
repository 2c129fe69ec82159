/**
 * The colors of the page in pictures, which cannot use its custom properties. Hatches and crosses have the
 * colors of the engine.
 */
export const COLORS = {
  light: {
    paper: '#fbfaf7',
    panel: '#ffffff',
    ink: '#1d1f24',
    soft: '#5f646e',
    line: '#d5d1c7',
    ground: '#f1efe9',
    hatch: '#c9c4b7',
    cross: '#8a8e98',
    frame: '#b4480f',
    dashed: '#b4480f',
  },
  dark: {
    paper: '#14161a',
    panel: '#1b1e24',
    ink: '#eceae4',
    soft: '#9ea4af',
    line: '#3b414c',
    ground: '#191c21',
    hatch: '#3a3f4a',
    cross: '#6c727e',
    frame: '#f08a4b',
    dashed: '#f08a4b',
  },
};
