//! The three pictures of a mask, in one crossing: its pattern, the masked scores, the weights.

use heedmap_attention::pooled::{Pooled, View};
use heedmap_heatmap::{Grid, Kind, PooledOptions, Scale, paint_pooled};
use heedmap_masks::Bits;
use heedmap_wasm_common::{MAPS, Options, Record, Refusal, THEMES, image, plain, record, scale};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::figures::figures_result;
use crate::inputs::{alibi, model};
use crate::mask::{Mask, SizedMask};
use crate::memo::with_scores;

#[wasm_bindgen(typescript_custom_section)]
const DRAW: &str = r#"
export interface MaskDrawOptions {
  text: string;
  queries: number;
  keys: number;
  /** Of the synthetic tokens: token t has the query `[t, 0]` and the key `[t, 1]` of NumPy's `RandomState(seed).randn(tokens, 2, size)`. */
  seed: number;
  /** Features of a query and a key, 1 to 256. */
  size: number;
  alibi?: MaskAlibi | null;
  /** How many queries are shown, from the first on; all if it is left out. The rows behind them are blank. */
  rows?: number | null;
  /** Device pixels from cell to cell, and of ground between two; the image is `keys * cellWidth` wide. */
  cellWidth?: number | null;
  cellHeight?: number | null;
  gap?: number | null;
  /** Instead of the size of a cell, that of the image, in device pixels. Cells that share a pixel are pooled. */
  width?: number | null;
  height?: number | null;
  map: MapName;
  theme: ThemeName;
  /** Left out, it is the same for every mask: as far both ways as the largest score before ALiBi, over the root of how many pairs share a pixel. */
  scoresLow?: number | null;
  scoresHigh?: number | null;
  /** Left out, it is the largest weight shown; where pairs share pixels, four times the mean at most. Weights beyond it look like it. */
  weightsHigh?: number | null;
  /** Left out, there are no figures. */
  model?: MaskModel | null;
}

export interface MaskScale {
  low: number;
  high: number;
}

/** What is drawn beside the pictures. */
export interface MaskDrawn {
  /** What the ends of the colours mean. Scores are diverging, weights sequential. */
  scale: { scores: MaskScale; weights: MaskScale };
  figures: MaskFigures | null;
  /** Shown queries that may attend to no key: their weights are 0. */
  emptyRows: number;
}

/**
 * In the pictures forbidden pairs are hatched. Where pairs share a pixel, the pattern is as strong as the share of them that
 * is allowed, the score is the mean of the allowed ones, and the weight is the largest.
 */
export interface MaskDrawing extends MaskDrawn {
  pattern: ImageData;
  scores: ImageData;
  weights: ImageData;
}

export interface MaskPixels extends MaskDrawn {
  pattern: LegendPixels;
  scores: LegendPixels;
  weights: LegendPixels;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "MaskDrawOptions")]
    pub type MaskDrawOptions;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "MaskDrawing")]
    pub type MaskDrawing;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "MaskPixels")]
    pub type MaskPixels;
}

#[derive(Serialize)]
struct ScaleResult {
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct ScalesResult {
    scores: ScaleResult,
    weights: ScaleResult,
}

#[wasm_bindgen]
impl Mask {
    /// Draws the mask, the masked scores of synthetic tokens, and their weights.
    ///
    /// @example
    /// const { pattern, weights } = mask.draw({ text: 'causal', queries: 24, keys: 24, seed: 7, size: 16, cellWidth: 12,
    ///   cellHeight: 12, gap: 1, map: 'ember', theme: 'light' });
    pub fn draw(&self, options: &MaskDrawOptions) -> Result<MaskDrawing, JsValue> {
        self.drawn(options, |pixels, width, height| Ok(image(pixels, width, height)?.into()))
            .map(JsCast::unchecked_into)
    }

    /// `draw` for where there is no canvas.
    ///
    /// @example
    /// mask.pixels(options).pattern.pixels.length; // width * height * 4
    pub fn pixels(&self, options: &MaskDrawOptions) -> Result<MaskPixels, JsValue> {
        self.drawn(options, |pixels, width, height| {
            Ok(heedmap_wasm_common::bare(pixels, width, height).into())
        })
        .map(JsCast::unchecked_into)
    }
}

/// Makes an image of pixels, width and height.
type Finish = fn(&[u8], usize, usize) -> Result<JsValue, Refusal>;

impl Mask {
    fn drawn(&self, options: &MaskDrawOptions, finish: Finish) -> Result<Record, JsValue> {
        let options = Options { what: "mask options", object: options };
        self.located(|| draw(options, &*self.sized_by(options)?, finish))
    }
}

fn draw(options: Options<'_>, sized: &SizedMask, finish: Finish) -> Result<Record, Refusal> {
    let (queries, keys) = (sized.mask.shape().queries(), sized.mask.shape().keys());
    let (width, height, gap) = size(options, queries, keys)?;
    let shown = options.maybe_count("rows")?.unwrap_or(queries);
    let view = View::fitting((queries, keys), shown, (width, height), alibi(options)?);
    let (low, high) = (options.maybe_number("scoresLow")?, options.maybe_number("scoresHigh")?);
    let most = options.maybe_number("weightsHigh")?;
    let (map, theme) = (options.name("map", MAPS)?, options.name("theme", THEMES)?);
    let bits = sized.bits();
    let (reach, pooled) = with_scores(options.number("seed")?, options.count("size")?, |scores| {
        let pooled = scores.pool(&view, bits.rows())?;
        Ok((scores.reach(&view)?, pooled))
    })?;
    let scores = scale(Kind::Diverging, low.unwrap_or(-reach), high.unwrap_or(reach))?;
    let weights = scale(Kind::Sequential, 0.0, most.unwrap_or(pooled.reach(&view)))?;
    let (rows, cols) = (view.rows, view.cols);
    let painting = |scale| PooledOptions { rows, cols, width, height, gap, scale, map, theme };
    let Pooled { shares, .. } = &pooled;
    let result = record();
    for (name, scale, values) in [
        ("pattern", weights, None),
        ("scores", scores, Some(pooled.scores.as_slice())),
        ("weights", weights, Some(pooled.weights.as_slice())),
    ] {
        let pixels = paint_pooled(&painting(scale), values, shares)?;
        result.set(name, &finish(&pixels, width, height)?);
    }
    let ends = |scale: Scale| ScaleResult { low: scale.low(), high: scale.high() };
    result.set("scale", &plain(&ScalesResult { scores: ends(scores), weights: ends(weights) })?);
    result.set("figures", &counted(options, bits)?);
    result.set("emptyRows", &(pooled.empty_queries as f64).into());
    Ok(result)
}

/// Width, height and gap of the pictures.
fn size(options: Options<'_>, rows: usize, cols: usize) -> Result<(usize, usize, usize), Refusal> {
    let gap = options.maybe_count("gap")?.unwrap_or(0);
    let (width, height) = match options.maybe_count("cellWidth")? {
        None => (options.count("width")?, options.count("height")?),
        Some(cell_width) => {
            let cell_height = options.count("cellHeight")?;
            Grid { rows, cols, cell_width, cell_height, gap }.size()?
        }
    };
    Ok((width, height, gap))
}

/// The figures of a mask, if a model is given.
fn counted(options: Options<'_>, bits: &Bits) -> Result<JsValue, Refusal> {
    let Some(given) = options.maybe("model")? else { return Ok(JsValue::NULL) };
    figures_result(bits, &model(&given)?)
}
