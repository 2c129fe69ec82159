//! Draws the three pictures of a mask in one call: its pattern, the masked scores, the weights.

use heedmap_attention::synthetic::{Pooled, View};
use heedmap_heatmap::{Grid, PooledOptions, Scale, ScaleKind, paint_pooled};
use heedmap_legend_wasm::LegendPixels;
use heedmap_wasm_common::colors::{image, scale};
use heedmap_wasm_common::{InputError, Js, Refusal, read_options, serialize_value};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::figures::MaskFigures;
use crate::mask::{Mask, SizedMask};
use crate::mask_options::{MaskDrawOptions, MaskRowOptions};
use crate::scores::with_scores;

/// The ends of a color scale.
#[derive(Serialize, Tsify)]
pub(crate) struct MaskScale {
    low: f64,
    high: f64,
}

/// The scales of the pictures. Scores are diverging, weights sequential.
#[derive(Serialize, Tsify)]
pub(crate) struct MaskScales {
    scores: MaskScale,
    weights: MaskScale,
}

/// The three pictures of a mask. Forbidden pairs are hatched. If pairs share a pixel, the pattern shows
/// the share that is allowed, the score is the mean of the allowed pairs, and the weight is the largest.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub(crate) struct MaskDrawn<P> {
    pattern: P,
    scores: P,
    weights: P,
    scale: MaskScales,
    figures: Option<MaskFigures>,
    /// The number of shown queries that may attend to no key: their weights are 0.
    empty_rows: usize,
}

#[wasm_bindgen(typescript_custom_section)]
const DRAWN: &str = "export type MaskDrawing = MaskDrawn<ImageData>;
export type MaskPixels = MaskDrawn<LegendPixels>;";

#[wasm_bindgen]
impl Mask {
    /// Draws the mask, the masked scores of synthetic tokens, and their weights.
    ///
    /// @example
    /// const { pattern, weights } = mask.draw({ text: 'causal', queries: 24, keys: 24, seed: 7, size: 16,
    ///   cellWidth: 12, cellHeight: 12, gap: 1, map: 'ember', theme: 'light' });
    #[wasm_bindgen(unchecked_return_type = "MaskDrawing")]
    pub fn draw(&self, options: &Ts<MaskDrawOptions>) -> Result<JsValue, JsValue> {
        self.draw_with(options, |pixels, width, height| Ok(Js::from(image(pixels, width, height)?)))
    }

    /// Computes a part of the scores that `draw` and `pixels` need, and returns whether all are there.
    ///
    /// `draw` computes whatever is missing, which takes long for millions of pairs. A page that may not
    /// block calls `prepare` until it returns true, and can handle input between two calls.
    ///
    /// @example
    /// while (!mask.prepare(options)) await new Promise((resolve) => setTimeout(resolve));
    pub fn prepare(&self, options: &Ts<MaskRowOptions>) -> Result<bool, JsValue> {
        self.located(|| {
            let options = read_options("mask options", options)?;
            let shape = options.shape()?;
            with_scores(options.seed, options.size, |scores| {
                Ok(scores.prepare(shape.queries(), shape.keys(), PART))
            })
        })
    }

    /// `draw` for use without a canvas.
    ///
    /// @example
    /// mask.pixels(options).pattern.pixels.length; // width * height * 4
    #[wasm_bindgen(unchecked_return_type = "MaskPixels")]
    pub fn pixels(&self, options: &Ts<MaskDrawOptions>) -> Result<JsValue, JsValue> {
        self.draw_with(options, |pixels, width, height| {
            Ok(serialize_value(&LegendPixels::new(pixels, width, height))?.into())
        })
    }
}

/// The multiplications of one part of the scores: about 4 ms on a desktop computer.
const PART: usize = 1 << 22;

/// Converts pixels, width and height to an image. All images have one type, so that programs contain the drawing
/// once.
type Finish = fn(&[u8], usize, usize) -> Result<Js, Refusal>;

impl Mask {
    fn draw_with(&self, options: &Ts<MaskDrawOptions>, finish: Finish) -> Result<JsValue, JsValue> {
        self.located(|| {
            let options = read_options("mask options", options)?;
            serialize_value(&draw(&options, &*self.in_shape(options.shape()?)?, finish)?)
        })
    }
}

fn draw(
    options: &MaskDrawOptions,
    sized: &SizedMask,
    finish: Finish,
) -> Result<MaskDrawn<Js>, Refusal> {
    let (queries, keys) = (sized.mask.shape().queries(), sized.mask.shape().keys());
    let (width, height, gap) = size(options, queries, keys)?;
    let shown = options.rows.unwrap_or(queries);
    let view = View::fitting((queries, keys), shown, (width, height), options.alibi()?);
    let MaskDrawOptions { map, theme, .. } = *options;
    let bits = sized.bits();
    let (reach, pooled) = with_scores(options.seed, options.size, |scores| {
        let pooled = scores.pool(&view, bits.rows())?;
        Ok((scores.reach(&view)?, pooled))
    })?;
    let low = options.scores_low.unwrap_or(-reach);
    let scores = scale(ScaleKind::Diverging, low, options.scores_high.unwrap_or(reach))?;
    let most = options.weights_high.unwrap_or(pooled.reach(&view));
    let weights = scale(ScaleKind::Sequential, 0.0, most)?;
    let (rows, cols) = (view.rows, view.cols);
    let Pooled { shares, .. } = &pooled;
    let picture = |scale, values: Option<&[f32]>| {
        let painting = PooledOptions { rows, cols, width, height, gap, scale, map, theme };
        finish(&paint_pooled(&painting, values, shares)?, width, height)
    };
    let ends = |scale: Scale| MaskScale { low: scale.low(), high: scale.high() };
    Ok(MaskDrawn {
        pattern: picture(weights, None)?,
        scores: picture(scores, Some(pooled.scores.as_slice()))?,
        weights: picture(weights, Some(pooled.weights.as_slice()))?,
        scale: MaskScales { scores: ends(scores), weights: ends(weights) },
        figures: match options.model {
            None => None,
            Some(model) => Some(MaskFigures::of(bits, &model.core()?)?),
        },
        empty_rows: pooled.empty_queries,
    })
}

/// Width, height and gap of the pictures.
fn size(
    options: &MaskDrawOptions,
    rows: usize,
    cols: usize,
) -> Result<(usize, usize, usize), Refusal> {
    let needed = |key: &str, given: Option<usize>| {
        let name = format!("mask options: {key}");
        given.ok_or_else(|| InputError::wanted(&name, "a whole number from 0 up"))
    };
    let gap = options.gap.unwrap_or(0);
    let (width, height) = match options.cell_width {
        None => (needed("width", options.width)?, needed("height", options.height)?),
        Some(cell_width) => {
            let cell_height = needed("cellHeight", options.cell_height)?;
            Grid { rows, cols, cell_width, cell_height, gap }.size()?
        }
    };
    Ok((width, height, gap))
}
