//! Invalid inputs of attention over heads, and valid edge cases.

use heedmap_attention::{
    AttentionRule, Causal, HeadInputs, HeadProjections, HeadRow, Masks, Rope, RopePairs, Tensor,
    TensorError, Window, alibi_slopes, attend_heads, gelu, gelu_tanh, layer_norm,
    log_softmax_along, multi_head, rms_norm, rotate, silu, softmax_along, split_heads,
};

#[track_caller]
fn assert_rejected<T: std::fmt::Debug>(result: Result<T, TensorError>, sentence: &str) {
    assert_eq!(result.unwrap_err().to_string(), sentence);
}

fn ones(shape: &[usize]) -> Tensor<f64> {
    Tensor::new("ones", shape, vec![1.0; shape.iter().product()]).unwrap()
}

/// Attention of ones in these shapes.
fn shaped([q, k, v]: [&[usize]; 3]) -> Result<heedmap_attention::HeadAttention<f64>, TensorError> {
    attend_heads(&HeadInputs::new(&ones(q), &ones(k), &ones(v)), &AttentionRule::default())
}

/// Attention of 2 queries over 3 keys of 2 features, with 2 batch entries and 4 query heads over 2
/// key heads.
fn with(rule: &AttentionRule) -> Result<heedmap_attention::HeadAttention<f64>, TensorError> {
    let (q, kv) = (ones(&[2, 4, 2, 2]), ones(&[2, 2, 3, 2]));
    attend_heads(&HeadInputs::new(&q, &kv, &kv), rule)
}

#[test]
fn mismatched_shapes_are_rejected_with_the_figures() {
    assert_rejected(
        Tensor::new("q", &[2, 3], vec![0.0; 5]),
        "q is 2 x 3, 6 cells, but 5 numbers were given",
    );
    let absurd = Tensor::<f64>::new("q", &[0, usize::MAX, 2], Vec::new());
    let figures =
        format!("q would be 0 x {} x 2: at most 1073741824 cells and 8 axes fit", usize::MAX);
    assert_rejected(absurd, &figures);
    let four = [1, 2, 3, 4].as_slice();
    assert_rejected(
        shaped([&[2, 3, 4], four, four]),
        "q is 2 x 3 x 4: its axes must be (batch, heads, length, features)",
    );
    assert_rejected(
        shaped([four, &[2, 2, 3, 4], four]),
        "q has 1 batch entry but k has 2: they must agree",
    );
    assert_rejected(
        shaped([four, &[1, 2, 3, 5], four]),
        "q has 4 features but k has 5: they must agree",
    );
    assert_rejected(
        shaped([four, four, &[1, 1, 3, 4]]),
        "k has 2 heads but v has 1: they must agree",
    );
    assert_rejected(
        shaped([four, four, &[1, 2, 2, 4]]),
        "3 keys but 2 values: each key needs one value",
    );
    let none = [1, 2, 3, 0].as_slice();
    assert_rejected(shaped([none, none, four]), "q has 0 features, and needs at least 1");
    assert_rejected(shaped([four, four, none]), "v has 0 features, and needs at least 1");
    let headless = [1, 0, 3, 4].as_slice();
    assert_rejected(shaped([four, headless, headless]), "k has 0 heads, and needs at least 1");
    let (q, past) = (ones(four), ones(&[1, 2, 3, 5]));
    let inputs = HeadInputs::new(&q, &q, &q).past(Some((&past, &q)));
    let refused = attend_heads(&inputs, &AttentionRule::default());
    assert_rejected(refused, "k has 4 features but past k has 5: they must agree");
}

#[test]
fn heads_that_do_not_divide_are_rejected() {
    assert_rejected(
        shaped([&[1, 9, 3, 4], &[1, 2, 3, 4], &[1, 2, 3, 4]]),
        "9 query heads cannot share 2 key and value heads: 9 is not a multiple of 2",
    );
    assert_rejected(
        shaped([&[1, 2, 3, 4], &[1, 4, 3, 4], &[1, 4, 3, 4]]),
        "2 query heads cannot share 4 key and value heads: 2 is not a multiple of 4",
    );
    assert_rejected(
        split_heads("q", &ones(&[1, 2, 10]), 4),
        "q has 10 features, which cannot be divided into 4 heads",
    );
    assert_rejected(
        split_heads("q", &ones(&[1, 2, 10]), 0),
        "q has 10 features, which cannot be divided into 0 heads",
    );
}

#[test]
fn invalid_options_are_rejected_with_the_figures() {
    let plain = AttentionRule::default();
    for temperature in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_rejected(
            with(&AttentionRule { temperature: Some(temperature), ..plain.clone() }),
            &format!("the temperature is {temperature}: it must be a finite number above 0"),
        );
    }
    assert_rejected(
        with(&AttentionRule { scale: Some(f64::NAN), ..plain.clone() }),
        "the scale factor is NaN: it must be a finite number",
    );
    assert_rejected(
        with(&AttentionRule { softcap: Some(f64::INFINITY), ..plain.clone() }),
        "the softcap is inf: it must be a finite number",
    );
    assert_rejected(
        with(&AttentionRule { sink: Some(f64::NAN), ..plain.clone() }),
        "the sink is NaN: it must be a finite number",
    );
    let one = ones(&[1, 1, 1, 1]);
    let three = alibi_slopes(3);
    let lists = |inputs: HeadInputs<'_, f64>| attend_heads(&inputs, &plain);
    let inputs = HeadInputs::new(&one, &one, &one);
    assert_rejected(lists(inputs.slopes(Some(&three))), "3 slopes for 1 head: each needs one");
    assert_rejected(lists(inputs.sinks(Some(&three))), "3 sinks for 1 head: each needs one");
    assert_rejected(
        lists(inputs.offsets(Some(&[]))),
        "0 offsets for 1 batch entry: each needs one",
    );
    let turned = |rope| with(&AttentionRule { rope: Some(rope), ..plain.clone() });
    let odd = Rope { dim: Some(1), ..Rope::default() };
    assert_rejected(turned(odd), "1 of 2 features cannot be turned in pairs");
    let flat = Rope { base: 0.0, ..Rope::default() };
    assert_rejected(turned(flat), "the base of RoPE is 0: it must be a finite number above 0");
    assert_rejected(
        with(&AttentionRule { mask: Some("causal".to_owned()), ..plain.clone() }),
        "the rule has the mask \"causal\": attention over heads takes its cells as a boolean mask",
    );
}

#[test]
fn a_temperature_that_is_0_in_32_bits_is_rejected_in_32_bits() {
    let cells = Tensor::new("cells", &[1, 1, 1, 1], vec![1.0_f32]).unwrap();
    let options = AttentionRule { temperature: Some(1e-60), ..AttentionRule::default() };
    let refused = attend_heads(&HeadInputs::new(&cells, &cells, &cells), &options);
    assert!(matches!(refused, Err(TensorError::Temperature { .. })), "{refused:?}");
}

#[test]
fn mismatched_masks_are_rejected_with_the_figures() {
    let (q, kv) = (ones(&[2, 4, 2, 2]), ones(&[2, 2, 3, 2]));
    let masks = |masks| {
        attend_heads(&HeadInputs::new(&q, &kv, &kv).masks(masks), &AttentionRule::default())
    };
    let short = ones(&[2, 2]);
    assert_rejected(
        masks(Masks::default().additive(Some(&short))),
        "the additive mask is 2 x 2, which does not broadcast to 2 x 4 x 2 x 3",
    );
    let deep = ones(&[1, 1, 1, 1, 3]).map(|_| true);
    assert_rejected(
        masks(Masks::default().boolean(Some(&deep))),
        "the boolean mask is 1 x 1 x 1 x 1 x 3, which does not broadcast to 2 x 4 x 2 x 3",
    );
    let padding = ones(&[3, 3]).map(|_| true);
    assert_rejected(
        masks(Masks::default().padding(Some(&padding))),
        "the padding is 3 x 3, which does not broadcast to 2 x 3",
    );
    assert_rejected(
        masks(Masks::default().valid_keys(Some(&[3]))),
        "1 valid length of keys for 2 batch entries: each needs one",
    );
    assert_rejected(
        masks(Masks::default().valid_keys(Some(&[3, 4]))),
        "batch entry 1 has 4 valid keys of 3",
    );
}

#[test]
fn far_offsets_and_wide_windows_do_not_overflow() {
    for offset in [i64::MIN, i64::MAX] {
        let rule = AttentionRule {
            causal: Causal::Offset,
            offset: Some(offset),
            window: Some(Window { left: Some(usize::MAX), right: Some(usize::MAX) }),
            rope: Some(Rope { first_position: offset, ..Rope::default() }),
            slope: Some(0.5),
            ..AttentionRule::default()
        };
        assert!(with(&rule).is_ok());
    }
}

#[test]
fn no_queries_give_an_empty_result_and_no_keys_an_output_of_0() {
    let empty = shaped([&[1, 2, 0, 4], &[1, 2, 3, 4], &[1, 2, 3, 5]]).unwrap();
    assert_eq!(empty.output.shape(), [1, 2, 0, 5]);
    let unheard = shaped([&[1, 2, 3, 4], &[1, 2, 0, 4], &[1, 2, 0, 5]]).unwrap();
    assert!(unheard.output.data().iter().all(|&cell| cell == 0.0));
    assert_eq!(unheard.rows_without_key.len(), 6);
    assert_eq!(unheard.rows_without_key[4], HeadRow { batch: 0, head: 1, query: 1 });
    assert!(shaped([&[0, 2, 3, 4], &[0, 2, 3, 4], &[0, 2, 3, 4]]).is_ok());
}

#[test]
fn a_finite_mask_excludes_nothing_however_low_it_is() {
    let lowest = ones(&[3]).map(|_| f64::from(f32::MIN));
    let masks = Masks::default().additive(Some(&lowest));
    let (q, kv) = (ones(&[2, 4, 2, 2]), ones(&[2, 2, 3, 2]));
    let inputs = HeadInputs::new(&q, &kv, &kv).masks(masks);
    let found = attend_heads(&inputs, &AttentionRule::default()).unwrap();
    assert!(found.rows_without_key.is_empty());
    assert!(found.output.data().iter().all(|&cell| (cell - 1.0).abs() < 1e-15));
}

#[test]
fn the_temperature_excludes_no_key_however_low_a_finite_score_is() {
    let single =
        |shape: &[usize], cells: &[f32]| Tensor::new("cells", shape, cells.to_vec()).unwrap();
    let one = single(&[1, 1, 1, 1], &[0.0]);
    let k = single(&[1, 1, 3, 1], &[0.0; 3]);
    let v = single(&[1, 1, 3, 1], &[1.0, 2.0, 6.0]);
    let weights = |additive: [f32; 3], temperature: f64| {
        let additive = single(&[3], &additive);
        let masks = Masks::default().additive(Some(&additive));
        let rule = AttentionRule { temperature: Some(temperature), ..AttentionRule::default() };
        attend_heads(&HeadInputs::new(&one, &k, &v).masks(masks), &rule).unwrap()
    };
    // Divided by the temperature, each of these scores is beyond the range of 32 bits.
    let equal = weights([-3.4e38; 3], 0.5);
    assert!(equal.rows_without_key.is_empty());
    assert_eq!(equal.weights.data(), [1.0_f32 / 3.0; 3]);
    assert!((equal.output.data()[0] - 3.0).abs() < 1e-6);
    assert!((equal.entropy.data()[0] - 3.0_f32.ln()).abs() < 1e-6);
    assert_eq!(weights([-3.4e38, -3.3e38, f32::NEG_INFINITY], 0.5).weights.data(), [0.0, 1.0, 0.0]);
    assert_eq!(weights([3.4e38, 3.4e38, -3.4e38], 0.25).weights.data(), [0.5, 0.5, 0.0]);
    let far = weights([3.4e38, 1.0, f32::NEG_INFINITY], 0.5);
    assert_eq!(far.weights.data(), [1.0, 0.0, 0.0]);
    assert!(far.rows_with_nan.is_empty());
    // A score that is infinite before the division still counts as infinite.
    let excluded = weights([f32::NEG_INFINITY; 3], 0.5);
    assert_eq!(excluded.rows_without_key.len(), 1);
    assert_eq!(excluded.output.data(), [0.0]);
    let infinite = weights([-3.4e38, f32::INFINITY, 0.0], 0.5);
    assert_eq!(infinite.rows_with_nan[0].key, 1);
    assert!(infinite.weights.data().iter().all(|weight| weight.is_nan()));
}

#[test]
fn sizes_beyond_the_memory_are_rejected_with_the_bytes() {
    let wide = Tensor::new("cells", &[1, 1, 1 << 16, 1], vec![0.0_f64; 1 << 16]).unwrap();
    assert_rejected(
        attend_heads(&HeadInputs::new(&wide, &wide, &wide), &AttentionRule::default()),
        "scores would be 1 x 1 x 65536 x 65536: at most 1073741824 cells and 8 axes fit",
    );
    let (needed, allowed) = (6_442_975_232, 4_294_967_295);
    assert_eq!(
        TensorError::Memory { needed, allowed }.to_string(),
        "attention over heads needs 6442975232 bytes of memory: at most 4294967295 can be addressed"
    );
    let bytes = 2_147_483_648;
    assert_eq!(
        TensorError::OutOfMemory { name: "the weights", bytes }.to_string(),
        "2147483648 bytes of memory for the weights could not be allocated"
    );
}

#[test]
fn slopes_for_other_head_counts_than_powers_of_two_include_those_of_the_next_power() {
    assert!(alibi_slopes(0).is_empty());
    assert_eq!(alibi_slopes(4), [0.25, 0.0625, 0.015_625, 0.003_906_25]);
    let six = [0.25, 0.0625, 0.015_625, 0.003_906_25, 0.5, 0.125];
    assert_eq!(alibi_slopes(6), six);
}

#[test]
fn layers_reject_mismatched_shapes() {
    let x = ones(&[1, 2, 3]);
    let axis = "axis 3 is out of range: the tensor has 3";
    assert_rejected(softmax_along(&x, 3), axis);
    assert_rejected(
        log_softmax_along(&x, i64::MIN),
        &format!("axis {} is out of range: the tensor has 3", i64::MIN),
    );
    assert_rejected(
        layer_norm(&x, &ones(&[2]), None, -1, 1e-5),
        "the weight is 2, which does not broadcast to 1 x 2 x 3",
    );
    assert_rejected(rms_norm(&x, &x, -1, f64::NAN), "epsilon is NaN: it must be a finite number");
    assert_rejected(
        rms_norm(&ones(&[2, 0]), &ones(&[1]), -1, 1e-5),
        "x has 0 cells to normalize, and needs at least 1",
    );
    let (x, table) = (ones(&[1, 1, 2, 4]), ones(&[1, 2, 3]));
    assert_rejected(
        rotate(&x, (&table, &table), RopePairs::Half),
        "6 of 4 features cannot be turned in pairs",
    );
    let w = ones(&[5, 4]);
    let projections = HeadProjections { w_q: &w, w_k: &w, w_v: &w, w_o: &w };
    assert_rejected(
        multi_head(&ones(&[1, 2, 4]), &projections, (2, 2), &AttentionRule::default()),
        "x has 4 features but w_q has 5: they must agree",
    );
}

#[test]
fn multi_head_attention_projects_attends_and_merges() {
    // One token attends to itself alone, so the layer is W_V times W_O.
    let x = Tensor::new("x", &[1, 1, 2], vec![2.0, 3.0]).unwrap();
    let w = Tensor::new("w", &[2, 2], vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    let projections = HeadProjections { w_q: &w, w_k: &w, w_v: &w, w_o: &w };
    let found = multi_head(&x, &projections, (2, 2), &AttentionRule::default()).unwrap();
    assert_eq!(found.merged.data(), [11.0, 16.0]);
    assert_eq!(found.output.data(), [59.0, 86.0]);
}

#[test]
fn softmaxes_ignore_excluded_cells() {
    let out = f64::NEG_INFINITY;
    let x = Tensor::new("x", &[2, 2], vec![0.0, out, out, out]).unwrap();
    assert_eq!(softmax_along(&x, -1).unwrap().data(), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(log_softmax_along(&x, -1).unwrap().data(), [0.0, out, out, out]);
}

#[test]
fn a_logarithmic_softmax_is_the_logarithm_of_the_softmax() {
    let x = Tensor::new("x", &[1, 3], vec![1.0_f64, 3.0, 2.5]).unwrap();
    let weights = softmax_along(&x, -1).unwrap();
    let logarithms = log_softmax_along(&x, -1).unwrap();
    for (&weight, &logarithm) in weights.data().iter().zip(logarithms.data()) {
        assert!((weight.ln() - logarithm).abs() < 1e-14, "{weight}, {logarithm}");
    }
}

#[test]
fn activations_keep_large_numbers_and_suppress_very_negative_ones() {
    for curve in [gelu::<f64>, gelu_tanh, silu] {
        assert_eq!(curve(0.0), 0.0);
        assert_eq!(curve(100.0), 100.0);
        assert!(curve(-1000.0).abs() < 1e-300);
    }
    assert!((gelu(1.0_f64) - 0.841_344_746_068_542_9).abs() < 1e-15);
    assert!((silu(1.0_f64) - 0.731_058_578_630_004_9).abs() < 1e-15);
}
