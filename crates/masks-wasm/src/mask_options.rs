//! The options of pictures and rows.

use heedmap_attention::pooled::Alibi;
use heedmap_heatmap::{Map, Theme};
use heedmap_masks::Shape;
use heedmap_wasm_common::colors::{MapName, ThemeName};
use heedmap_wasm_common::{Js, Refusal};
use serde::Deserialize;
use tsify::Tsify;

use crate::inputs::{MaskAlibi, MaskModel};

/// Defines the options of rows and of pictures: common fields and others.
macro_rules! mask_options {
    ($(#[$about:meta])* pub struct $name:ident { $($more:tt)* }) => {
        $(#[$about])*
        #[derive(Deserialize, Tsify)]
        #[serde(rename_all = "camelCase")]
        #[tsify(missing_as_null)]
        pub struct $name {
            /// The text of the mask. It is ignored, because the mask is parsed already.
            #[serde(rename = "text")]
            #[tsify(type = "string")]
            _text: Option<Js>,
            /// 1 to 2048.
            queries: usize,
            /// 1 to 2048.
            keys: usize,
            /// The seed of the synthetic tokens: token t has the query `[t, 0]` and the key `[t,
            /// 1]` of NumPy's `RandomState(seed).randn(tokens, 2, size)`.
            pub(crate) seed: f64,
            /// The number of features of a query and a key, 1 to 256.
            pub(crate) size: usize,
            #[tsify(optional, type = "MaskAlibi | null")]
            alibi: Option<MaskAlibi>,
            $($more)*
        }

        impl $name {
            pub(crate) fn shape(&self) -> Result<Shape, Refusal> {
                Ok(Shape::new(self.queries, self.keys)?)
            }

            pub(crate) fn alibi(&self) -> Result<Option<Alibi>, Refusal> {
                self.alibi.map(MaskAlibi::core).transpose()
            }
        }
    };
}

mask_options! {
    /// The mask and the tokens of a row.
    pub struct MaskRowOptions {}
}

mask_options! {
    /// The mask, the tokens and the appearance of the pictures.
    pub struct MaskDrawOptions {
        /// The number of queries that are shown, from the first; by default all. Later rows are
        /// blank.
        #[tsify(optional, type = "number | null")]
        pub(crate) rows: Option<usize>,
        /// The width of a cell with its gap, in device pixels; the image is `keys * cellWidth`
        /// wide.
        #[tsify(optional, type = "number | null")]
        pub(crate) cell_width: Option<usize>,
        /// The height of a cell with its gap, in device pixels.
        #[tsify(optional, type = "number | null")]
        pub(crate) cell_height: Option<usize>,
        /// The gap between two cells, in device pixels.
        #[tsify(optional, type = "number | null")]
        pub(crate) gap: Option<usize>,
        /// The width of the image in device pixels, instead of the size of a cell. Cells that share
        /// a pixel are pooled.
        #[tsify(optional, type = "number | null")]
        pub(crate) width: Option<usize>,
        /// The height of the image in device pixels.
        #[tsify(optional, type = "number | null")]
        pub(crate) height: Option<usize>,
        #[serde(with = "MapName")]
        #[tsify(type = "MapName")]
        pub(crate) map: Map,
        #[serde(with = "ThemeName")]
        #[tsify(type = "ThemeName")]
        pub(crate) theme: Theme,
        /// By default the ends are the same for every mask: symmetric, up to the largest score
        /// before ALiBi, over the root of the number of pairs that share a pixel.
        #[tsify(optional, type = "number | null")]
        pub(crate) scores_low: Option<f64>,
        /// Like `scoresLow`.
        #[tsify(optional, type = "number | null")]
        pub(crate) scores_high: Option<f64>,
        /// By default the largest shown weight; if pairs share pixels, at most four times the mean.
        /// Weights beyond it have its colour.
        #[tsify(optional, type = "number | null")]
        pub(crate) weights_high: Option<f64>,
        /// Without it there are no figures.
        #[tsify(optional, type = "MaskModel | null")]
        pub(crate) model: Option<MaskModel>,
    }
}
