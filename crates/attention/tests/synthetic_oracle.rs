//! Pooled scores and weights, compared with attention over heads and with plain loops.

use heedmap_attention::synthetic::{Alibi, Pooled, SyntheticRow, SyntheticScores, Tokens, View};
use heedmap_attention::{AttentionRule, HeadInputs, Masks, Tensor, attend_heads};
use heedmap_masks::{Bits, Mask, Shape};

const SEED: f64 = 7.0;
const SIZE: usize = 16;
/// Figures of pictures are in 32 bits, whose last bit is 6e-8 of a number around 1.
const TOLERANCE: f64 = 1e-6;

const TEXTS: [&str; 7] = [
    "all",
    "causal",
    "causal and (window(6) or global(0))",
    "dilated(5, 3) or random_blocks(8, 2, 3)",
    "padding_left(1) and not blocks(4)",
    "causal(lower_right)",
    "none",
];
const SHAPES: [(usize, usize); 5] = [(1, 1), (1, 24), (24, 24), (40, 130), (150, 70)];

fn bits(text: &str, (queries, keys): (usize, usize)) -> Bits {
    Mask::parse(text, Shape::new(queries, keys).unwrap()).unwrap().bits()
}

fn view((queries, keys): (usize, usize), pixels: (usize, usize), alibi: Option<Alibi>) -> View {
    View::fitting((queries, keys), queries, pixels, alibi)
}

/// A view with one pixel for each cell.
fn unpooled(shape: (usize, usize)) -> View {
    view(shape, (shape.1, shape.0), None)
}

fn pool(view: &View, bits: &Bits) -> Pooled {
    SyntheticScores::new(SEED, SIZE).unwrap().pool(view, bits.rows()).unwrap()
}

fn row(query: usize, shape: (usize, usize), alibi: Option<Alibi>, bits: &Bits) -> SyntheticRow {
    SyntheticScores::new(SEED, SIZE).unwrap().row(query, shape, alibi, bits.row(query)).unwrap()
}

fn assert_near(got: &[f32], wanted: &[f64], what: &str) {
    assert_eq!(got.len(), wanted.len(), "{what}");
    for (at, (&got, &wanted)) in got.iter().zip(wanted).enumerate() {
        let error = (f64::from(got) - wanted).abs();
        assert!(error <= TOLERANCE * wanted.abs().max(1.0), "{what} at {at}: {got}, not {wanted}");
    }
}

/// The masked scores and weights of attention over heads.
fn attended(
    bits: &Bits,
    (queries, keys): (usize, usize),
    slope: Option<f64>,
) -> (Vec<f64>, Vec<f64>) {
    let mut tokens = Tokens::new(SEED, SIZE).unwrap();
    tokens.draw(queries.max(keys));
    let q = (0..queries).flat_map(|token| tokens.query(token).to_vec()).collect();
    let k: Vec<f64> = (0..keys).flat_map(|token| tokens.key(token).to_vec()).collect();
    let q = Tensor::new("q", &[1, 1, queries, SIZE], q).unwrap();
    let k = Tensor::new("k", &[1, 1, keys, SIZE], k).unwrap();
    let allowed = bits.to_bytes().into_iter().map(|byte| byte == 1).collect();
    let allowed = Tensor::new("mask", &[queries, keys], allowed).unwrap();
    let inputs = HeadInputs::new(&q, &k, &k).masks(Masks::default().boolean(Some(&allowed)));
    let offset = Some(keys as i64 - queries as i64);
    let rule = AttentionRule { offset, slope, ..AttentionRule::default() };
    let found = attend_heads(&inputs, &rule).unwrap();
    (found.masked.into_data(), found.weights.into_data())
}

#[test]
fn with_one_pixel_for_each_cell_the_picture_matches_attention_over_heads() {
    for alibi in [None, Some(Alibi::new(8, 1).unwrap())] {
        for (text, shape) in TEXTS.iter().flat_map(|text| SHAPES.map(|shape| (text, shape))) {
            let bits = bits(text, shape);
            let (masked, weights) = attended(&bits, shape, alibi.map(Alibi::slope));
            let pooled = pool(&View { alibi, ..unpooled(shape) }, &bits);
            // An excluded cell has no score; the picture has a 0 there and a share of 0.
            let scores: Vec<f64> = masked.iter().map(|score| score.max(-1e300)).collect();
            let shown = scores.iter().map(|&score| if score == -1e300 { 0.0 } else { score });
            assert_near(&pooled.scores, &shown.collect::<Vec<_>>(), text);
            assert_near(&pooled.weights, &weights, text);
            let shares: Vec<f64> = bits.to_bytes().into_iter().map(f64::from).collect();
            assert_near(&pooled.shares, &shares, text);
        }
    }
}

#[test]
fn a_full_row_has_the_bits_of_attention_over_heads() {
    let shape = (40, 130);
    let alibi = Alibi::new(8, 2).unwrap();
    let bits = bits("causal(lower_right) and not window(9, 2)", shape);
    let (masked, weights) = attended(&bits, shape, Some(alibi.slope()));
    for query in [0, 17, 39] {
        let row = row(query, shape, Some(alibi), &bits);
        let here = query * shape.1..(query + 1) * shape.1;
        assert_eq!(row.masked, masked[here.clone()]);
        assert_eq!(row.weights, weights[here]);
    }
}

/// The pixels of a view, computed by a loop over the cells of each.
fn by_plain_loops(view: &View, bits: &Bits) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let shape = (view.queries, view.keys);
    let mut full = SyntheticScores::new(SEED, SIZE).unwrap();
    let mut row = |query| full.row(query, shape, view.alibi, bits.row(query)).unwrap();
    let rows: Vec<SyntheticRow> = (0..view.shown).map(&mut row).collect();
    let (mut shares, mut scores, mut weights) = (Vec::new(), Vec::new(), Vec::new());
    let cut = |index: usize, parts: usize, whole: usize| index * whole / parts;
    for y in 0..view.rows {
        let queries = cut(y, view.rows, view.queries)..cut(y + 1, view.rows, view.queries);
        let queries: Vec<usize> = queries.filter(|&query| query < view.shown).collect();
        for x in 0..view.cols {
            let keys = cut(x, view.cols, view.keys)..cut(x + 1, view.cols, view.keys);
            let (mut cells, mut allowed, mut sum, mut most) = (0.0, 0.0, 0.0, 0.0_f64);
            for (&query, key) in queries.iter().flat_map(|q| keys.clone().map(move |k| (q, k))) {
                cells += 1.0;
                if bits.get(query, key) {
                    allowed += 1.0;
                    sum += rows[query].masked[key];
                    most = most.max(rows[query].weights[key]);
                }
            }
            if !queries.is_empty() {
                shares.push(allowed / cells);
                scores.push(if allowed > 0.0 { sum / allowed } else { 0.0 });
                weights.push(most);
            }
        }
    }
    (shares, scores, weights)
}

#[test]
fn pixels_are_shares_means_and_maxima_of_their_cells() {
    let alibi = Some(Alibi::new(4, 0).unwrap());
    for (text, shape) in TEXTS.iter().flat_map(|text| SHAPES.map(|shape| (text, shape))) {
        let bits = bits(text, shape);
        for (pixels, alibi) in [((9, 7), None), ((1, 1), alibi), ((64, 13), alibi)] {
            let shown = shape.0.div_ceil(2);
            let view = View { shown, ..view(shape, pixels, alibi) };
            let (shares, scores, weights) = by_plain_loops(&view, &bits);
            let pooled = pool(&view, &bits);
            assert_near(&pooled.shares, &shares, text);
            assert_near(&pooled.scores, &scores, text);
            assert_near(&pooled.weights, &weights, text);
            let largest = weights.iter().copied().fold(0.0, f64::max);
            assert_near(&[pooled.largest_weight], &[largest], text);
            let bright = weights.iter().filter(|&&weight| weight > 0.0);
            let mean = weights.iter().sum::<f64>() / bright.count().max(1) as f64;
            assert_near(&[pooled.mean_weight], &[mean], text);
        }
    }
}

#[test]
fn a_query_without_a_key_has_no_weights() {
    let shape = (5, 3);
    // The last query is at the last key, so the first two are before all keys.
    let bits = bits("causal(lower_right)", shape);
    let pooled = pool(&unpooled(shape), &bits);
    assert_eq!(pooled.empty_queries, 2);
    assert_eq!(pooled.weights[..6], [0.0; 6]);
    let row = row(0, shape, None, &bits);
    assert_eq!(row.weights, [0.0; 3]);
    assert!((row.removed - 1.0).abs() < 1e-12);
}

#[test]
fn a_query_whose_near_keys_are_hidden_is_computed_again_in_64_bits() {
    // The slope is 1/2, and keys closer than 300 are hidden: exp(-150) is 0 in 32 bits.
    let (shape, alibi) = ((700, 700), Some(Alibi::new(8, 0).unwrap()));
    let bits = bits("not window(300, 300)", shape);
    let pooled = pool(&View { alibi, ..unpooled(shape) }, &bits);
    for query in [0, 350, 399, 699] {
        let row = row(query, shape, alibi, &bits);
        assert!(row.weights.iter().any(|&weight| weight > 0.1));
        assert_near(&pooled.weights[query * 700..(query + 1) * 700], &row.weights, "weights");
    }
}

#[test]
fn the_removed_weight_goes_to_the_other_keys() {
    let shape = (24, 24);
    let row = row(14, shape, None, &bits("causal and window(6)", shape));
    let kept: f64 = (9..15).map(|key| row.unmasked[key]).sum();
    assert!((row.removed - (1.0 - kept)).abs() < 1e-12);
    for key in 9..15 {
        assert!((row.weights[key] - row.unmasked[key] / kept).abs() < 1e-12);
    }
}

#[test]
fn more_tokens_do_not_change_the_earlier_ones() {
    let mut grown = SyntheticScores::new(SEED, SIZE).unwrap();
    for shape in [(3, 5), (70, 20), (20, 140), (64, 64), (150, 70)] {
        let bits = bits("causal or prefix(2)", shape);
        let view = unpooled(shape);
        assert_eq!(grown.pool(&view, bits.rows()).unwrap(), pool(&view, &bits));
        let reach = grown.reach(&view).unwrap();
        let largest = (0..shape.0)
            .flat_map(|query| row(query, shape, None, &bits).scores)
            .fold(0.0, |most: f64, score| most.max(score.abs()));
        assert!((reach - largest).abs() <= TOLERANCE * largest, "{reach}, not {largest}");
    }
}

#[test]
fn scores_computed_in_parts_are_those_computed_at_once_whatever_is_drawn_between() {
    let mut parts = SyntheticScores::new(SEED, SIZE).unwrap();
    let drawn = |scores: &mut SyntheticScores, shape| {
        let bits = bits("causal or prefix(2)", shape);
        let view = unpooled(shape);
        assert_eq!(scores.pool(&view, bits.rows()).unwrap(), pool(&view, &bits), "{shape:?}");
    };
    let first = 100 * 80 * SIZE / 10;
    assert!(!parts.prepare(100, 80, first));
    // Rows that are there already, then more columns than those being computed.
    drawn(&mut parts, (5, 80));
    assert!(parts.prepare(5, 80, 1));
    assert!(!parts.prepare(100, 80, first));
    drawn(&mut parts, (30, 90));
    let mut calls = 1;
    while !parts.prepare(100, 80, first) {
        calls += 1;
        assert!(calls < 12);
    }
    assert!(calls > 5, "{calls} parts");
    drawn(&mut parts, (100, 80));
    drawn(&mut parts, (100, 100));
}

#[test]
fn the_ends_of_scales_fit_the_pixels() {
    let (shape, mut scores) = ((64, 64), SyntheticScores::new(SEED, SIZE).unwrap());
    let whole = scores.reach(&unpooled(shape)).unwrap();
    // Sixteen pairs for each pixel: the mean of sixteen independent scores has a quarter of their
    // deviation.
    let pooled = scores.reach(&view(shape, (16, 16), None)).unwrap();
    assert!((pooled - whole / 4.0).abs() < 1e-12);

    // The first query of a causal mask has weight 1, and most pixels have much less.
    let bits = bits("causal", shape);
    let (fine, coarse) = (unpooled(shape), view(shape, (16, 16), None));
    assert_eq!(pool(&fine, &bits).reach(&fine), 1.0);
    let found = pool(&coarse, &bits);
    assert_eq!(found.reach(&coarse), f64::from(4.0 * found.mean_weight));
    assert!(found.reach(&coarse) < 1.0);
}
