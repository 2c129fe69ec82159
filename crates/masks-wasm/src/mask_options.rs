//! The options of pictures and rows.

use heedmap_attention::pooled::Alibi;
use heedmap_heatmap::{Map, Theme};
use heedmap_masks::Shape;
use heedmap_wasm_common::{Js, MapName, Refusal, ThemeName};
use serde::Deserialize;
use tsify::Tsify;

use crate::inputs::{MaskAlibi, MaskModel};

/// Options of rows and of pictures: those that both have, and more.
macro_rules! mask_options {
    ($(#[$about:meta])* pub struct $name:ident { $($more:tt)* }) => {
        $(#[$about])*
        #[derive(Deserialize, Tsify)]
        #[serde(rename_all = "camelCase")]
        #[tsify(missing_as_null)]
        pub struct $name {
            /// The text of the mask. The one that was parsed is not read again.
            #[serde(rename = "text")]
            #[tsify(type = "string")]
            _text: Option<Js>,
            /// 1 to 2048.
            queries: usize,
            /// 1 to 2048.
            keys: usize,
            /// Of the synthetic tokens: token t has the query `[t, 0]` and the key `[t, 1]` of NumPy's
            /// `RandomState(seed).randn(tokens, 2, size)`.
            pub(crate) seed: f64,
            /// Features of a query and a key, 1 to 256.
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
    /// The mask, the tokens and the look of the pictures.
    pub struct MaskDrawOptions {
        /// How many queries are shown, from the first on; all if it is left out. The rows behind them are blank.
        #[tsify(optional, type = "number | null")]
        pub(crate) rows: Option<usize>,
        /// Device pixels from cell to cell; the image is `keys * cellWidth` wide.
        #[tsify(optional, type = "number | null")]
        pub(crate) cell_width: Option<usize>,
        /// The same downwards.
        #[tsify(optional, type = "number | null")]
        pub(crate) cell_height: Option<usize>,
        /// Device pixels of ground between two cells.
        #[tsify(optional, type = "number | null")]
        pub(crate) gap: Option<usize>,
        /// Instead of the size of a cell, that of the image, in device pixels. Cells that share a pixel are pooled.
        #[tsify(optional, type = "number | null")]
        pub(crate) width: Option<usize>,
        /// The same downwards.
        #[tsify(optional, type = "number | null")]
        pub(crate) height: Option<usize>,
        #[serde(with = "MapName")]
        #[tsify(type = "MapName")]
        pub(crate) map: Map,
        #[serde(with = "ThemeName")]
        #[tsify(type = "ThemeName")]
        pub(crate) theme: Theme,
        /// Left out, the ends are the same for every mask: as far both ways as the largest score before ALiBi, over the
        /// root of how many pairs share a pixel.
        #[tsify(optional, type = "number | null")]
        pub(crate) scores_low: Option<f64>,
        /// As `scoresLow`.
        #[tsify(optional, type = "number | null")]
        pub(crate) scores_high: Option<f64>,
        /// Left out, it is the largest weight shown; where pairs share pixels, four times the mean at most. Weights
        /// beyond it look like it.
        #[tsify(optional, type = "number | null")]
        pub(crate) weights_high: Option<f64>,
        /// Left out, there are no figures.
        #[tsify(optional, type = "MaskModel | null")]
        pub(crate) model: Option<MaskModel>,
    }
}
