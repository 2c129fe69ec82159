//! The options of pictures and rows.

use heedmap_attention::synthetic::Alibi;
use heedmap_heatmap::{Map, Theme};
use heedmap_masks::Shape;
use heedmap_wasm_common::colors::{MapName, ThemeName};
use heedmap_wasm_common::{Js, Refusal};
use serde::Deserialize;
use tsify::Tsify;

use crate::inputs::{MaskAlibi, MaskModel};

/// Defines options: the fields that rows and pictures share, and further ones.
macro_rules! mask_options {
    ($(#[$about:meta])* pub struct $name:ident { $($more:tt)* }) => {
        $(#[$about])*
        #[derive(Deserialize, Tsify)]
        #[serde(rename_all = "camelCase")]
        #[tsify(missing_as_null)]
        pub struct $name {
            /// Ignored, because the mask is already parsed.
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
        /// The low end of the scale of the scores. The default does not depend on the mask: the scale is
        /// symmetric, up to the largest score before ALiBi, divided by the square root of the number of pairs
        /// that share a pixel.
        #[tsify(optional, type = "number | null")]
        pub(crate) scores_low: Option<f64>,
        /// The high end of the scale of the scores, like `scoresLow`.
        #[tsify(optional, type = "number | null")]
        pub(crate) scores_high: Option<f64>,
        /// The high end of the scale of the weights: by default the largest shown weight, but at most four
        /// times the mean if pairs share pixels. Weights beyond it have its color.
        #[tsify(optional, type = "number | null")]
        pub(crate) weights_high: Option<f64>,
        /// The model for `figures`; without it `figures` is null.
        #[tsify(optional, type = "MaskModel | null")]
        pub(crate) model: Option<MaskModel>,
    }
}
