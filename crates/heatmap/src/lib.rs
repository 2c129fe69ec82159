//! Heatmaps: matrices of numbers as pixels.
//!
//! A [`Scale`] maps a value to a place `t` between 0 and 1, a [`Map`] maps the place to a color, and
//! the color fills the rectangle of the cell. Cells without a value look different: a masked cell is
//! hatched, a missing cell (NaN) has a cross, a key that could have been picked has one flat color, and a
//! blank cell shows the background. Every cell also gets an ink, dark or light, in which its digits are
//! readable.
//!
//! Colors are interpolated in OKLab, so that equal steps of a value look like equal steps: in
//! every map defined here, lightness is linear. The crate does not depend on the DOM, files or
//! attention.
//!
//! ```
//! use heedmap_heatmap::{Grid, Map, PaintOptions, Scale, ScaleKind, State, Theme, paint};
//!
//! let grid = Grid { rows: 1, cols: 2, cell_width: 8, cell_height: 8, gap: 0 };
//! let scale = Scale::new(ScaleKind::Sequential, 0.0, 1.0)?;
//! let options = PaintOptions { grid, scale, map: Map::Ember, theme: Theme::Light };
//!
//! let painted = paint(&options, &[1.0, 0.0], &[State::Value, State::Masked])?;
//! assert_eq!((painted.width, painted.height), (16, 8));
//! assert_eq!(painted.pixels.len(), 16 * 8 * 4);
//! # Ok::<(), heedmap_heatmap::Error>(())
//! ```
//!
//! # Which function
//!
//! | to | use |
//! |---|---|
//! | paint a matrix of cells, with hatches, crosses and inks | [`paint`](fn@paint) |
//! | paint cells that are partly masked, many to a pixel | [`paint_pooled`] |
//! | paint one pixel for each cell | [`paint_pixels`] |
//! | map values to places on a color map | [`Scale`], or [`Percentiles`] by rank |
//! | know the color of a place, or paint a legend | [`color`](fn@color), [`legend`](fn@legend) |
//! | check that text is legible | [`contrast`](fn@contrast), [`Ink::on`] |

mod color;
mod contrast;
mod cross;
mod error;
mod grid;
mod hatch;
mod ink;
mod legend;
mod maps;
mod paint;
mod percentiles;
mod pixels;
mod pooled;
mod ramp;
mod scale;
mod state;
mod table;
mod theme;

pub use color::{OkLab, Rgb};
pub use contrast::{contrast, luminance};
pub use error::Error;
pub use grid::{Grid, MAX_IMAGE_SIDE, MAX_PIXELS};
pub use ink::Ink;
pub use legend::legend;
pub use maps::{Map, color};
pub use paint::{PaintOptions, Painted, paint};
pub use percentiles::{Percentiles, QUANTILES};
pub use pixels::{PixelOptions, Shading, paint_pixels};
pub use pooled::{PooledOptions, paint_pooled};
pub use scale::{Scale, ScaleKind};
pub use state::State;
pub use theme::Theme;
