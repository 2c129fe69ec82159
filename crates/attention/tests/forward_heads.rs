//! Lessons with several heads: their steps, their properties, and invalid inputs.

use crate::support::assert_same;
use heedmap_attention::teaching::forward::{
    ForwardInputs, HeadSplit, MultiHeadPass, Positions, forward_pass, multi_head_forward_pass,
};
use heedmap_attention::teaching::sharing::{Sharing, sharings};
use heedmap_attention::{
    AttentionRule, Causal, EmbeddingScale, Error, HeadProjections, Matrix, Projected, Projections,
    SoftmaxKind, Tensor, multi_head, to_row_major,
};
use proptest::prelude::*;

fn cells(rows: usize, cols: usize) -> impl Strategy<Value = Matrix> {
    prop::collection::vec(-3.0..3.0, rows * cols)
        .prop_map(move |data| Matrix::from_row_slice(rows, cols, &data))
}

/// The matrices of a layer of attention, of matching shapes.
#[derive(Clone, Debug)]
struct Layer {
    heads: usize,
    kv_heads: usize,
    embeddings: Matrix,
    projections: Projections,
    w_o: Matrix,
}

fn layers() -> impl Strategy<Value = Layer> {
    (1..4usize, 1..4usize, 1..5usize, 1..5usize, 1..4usize, 1..4usize).prop_flat_map(
        |(kv_heads, group, tokens, d_model, d_k, d_v)| {
            let heads = kv_heads * group;
            let embeddings = cells(tokens, d_model);
            let (w_q, w_k) = (cells(d_model, heads * d_k), cells(d_model, kv_heads * d_k));
            let (w_v, w_o) = (cells(d_model, kv_heads * d_v), cells(heads * d_v, d_model));
            (embeddings, w_q, w_k, w_v, w_o).prop_map(move |(embeddings, w_q, w_k, w_v, w_o)| {
                let projections = Projections { w_q, w_k, w_v };
                Layer { heads, kv_heads, embeddings, projections, w_o }
            })
        },
    )
}

impl Layer {
    fn inputs(&self) -> ForwardInputs {
        ForwardInputs::Embedded {
            embeddings: self.embeddings.clone(),
            scale: EmbeddingScale::None,
            positions: Positions::None,
            projections: self.projections.clone(),
        }
    }

    fn worked(&self, rule: &AttentionRule) -> MultiHeadPass {
        let Self { heads, kv_heads, ref w_o, .. } = *self;
        multi_head_forward_pass(
            self.inputs(),
            (rule, SoftmaxKind::default()),
            HeadSplit { heads, kv_heads, w_o: Some(w_o.clone()) },
        )
        .unwrap()
    }
}

fn rules() -> impl Strategy<Value = AttentionRule> {
    prop_oneof![Just(Causal::None), Just(Causal::UpperLeft)]
        .prop_map(|causal| AttentionRule { causal, ..AttentionRule::default() })
}

fn tensor(shape: &[usize], matrix: &Matrix) -> Tensor<f64> {
    Tensor::new("matrix", shape, to_row_major(matrix)).unwrap()
}

proptest! {
    #[test]
    fn one_head_without_w_o_has_the_bits_of_a_lesson_without_heads(
        layer in layers(),
        rule in rules(),
    ) {
        let w_k = layer.projections.w_q.clone();
        let projections = Projections { w_k, ..layer.projections.clone() };
        let layer = Layer { projections, ..layer };
        let options = (&rule, SoftmaxKind::default());
        let one = HeadSplit { heads: 1, kv_heads: 1, w_o: None };

        let heads = multi_head_forward_pass(layer.inputs(), options, one).unwrap();
        let without = forward_pass(layer.inputs(), options, None).unwrap();

        let all: Vec<_> = heads.named().into_iter().chain(heads.heads[0].named()).collect();
        for (name, matrix) in without.named() {
            for (_, found) in all.iter().filter(|(other, _)| *other == name) {
                assert_same(name, found, matrix);
            }
        }
        assert_same("merged", &heads.merged, &without.attention.output);
        prop_assert_eq!(heads.heads[0].variance, without.variance);
        prop_assert_eq!(heads.projected_output, None);
    }

    #[test]
    fn several_heads_have_the_bits_of_multi_head_attention(layer in layers(), rule in rules()) {
        let found = layer.worked(&rule);

        let flat = |matrix: &Matrix| tensor(&[matrix.nrows(), matrix.ncols()], matrix);
        let Projections { w_q, w_k, w_v } = &layer.projections;
        let (w_q, w_k, w_v, w_o) = (flat(w_q), flat(w_k), flat(w_v), flat(&layer.w_o));
        let projections = HeadProjections { w_q: &w_q, w_k: &w_k, w_v: &w_v, w_o: &w_o };
        let (tokens, d_model) = layer.embeddings.shape();
        let x = tensor(&[1, tokens, d_model], &layer.embeddings);
        let sizes = (layer.heads, layer.kv_heads);
        let expected = multi_head(&x, &projections, sizes, &rule).unwrap();

        let all = |each: fn(&heedmap_attention::teaching::forward::HeadPass) -> &Matrix| {
            found.heads.iter().flat_map(|head| to_row_major(each(head))).collect::<Vec<_>>()
        };
        prop_assert_eq!(all(|head| &head.projected.q), expected.q.data());
        prop_assert_eq!(all(|head| &head.attention.scaled), expected.attention.scaled.data());
        prop_assert_eq!(all(|head| &head.attention.masked), expected.attention.masked.data());
        prop_assert_eq!(all(|head| &head.attention.softmax.weights), expected.attention.weights.data());
        prop_assert_eq!(all(|head| &head.attention.output), expected.attention.output.data());
        prop_assert_eq!(to_row_major(&found.merged), expected.merged.data());
        prop_assert_eq!(to_row_major(&found.projected_output.unwrap()), expected.output.data());
    }

    #[test]
    fn a_change_of_one_key_head_affects_only_the_query_heads_that_share_it(
        layer in layers(),
        chosen in any::<prop::sample::Index>(),
    ) {
        let options = AttentionRule::default();
        let before = layer.worked(&options);
        let column = chosen.index(layer.projections.w_k.ncols());
        let mut changed = layer.clone();
        changed.projections.w_k.column_mut(column).add_scalar_mut(1.0);
        let after = changed.worked(&options);

        let changed_head = column / (layer.projections.w_k.ncols() / layer.kv_heads);
        let group = layer.heads / layer.kv_heads;
        for (h, (before, after)) in before.heads.iter().zip(&after.heads).enumerate() {
            prop_assert_eq!(before.kv_head, h / group);
            let shares = before.kv_head == changed_head;
            prop_assert_eq!(before.projected.k != after.projected.k, shares);
            prop_assert!(shares || before == after, "head {} does not read the changed keys", h);
        }
    }
}

fn given(q: usize, k: usize, v: usize) -> ForwardInputs {
    let ones = |cols| Matrix::from_element(2, cols, 1.0);
    ForwardInputs::Given(Projected { q: ones(q), k: ones(k), v: ones(v) })
}

#[test]
fn mismatched_heads_are_rejected_with_the_figures() {
    let refused = |inputs, heads, kv_heads, w_o| -> String {
        let heads = HeadSplit { heads, kv_heads, w_o };
        multi_head_forward_pass(inputs, (&AttentionRule::default(), SoftmaxKind::default()), heads)
            .unwrap_err()
            .to_string()
    };
    let wide = || given(6, 6, 6);
    assert_eq!(
        refused(wide(), 4, 2, None),
        "q has 6 features, which cannot be divided into 4 heads"
    );
    assert_eq!(
        refused(wide(), 0, 1, None),
        "q has 6 features, which cannot be divided into 0 heads"
    );
    assert_eq!(
        refused(wide(), 2, 0, None),
        "k has 6 features, which cannot be divided into 0 heads"
    );
    assert_eq!(
        refused(given(6, 6, 5), 3, 3, None),
        "v has 5 features, which cannot be divided into 3 heads"
    );
    assert_eq!(
        refused(wide(), 3, 2, None),
        "3 query heads cannot share 2 key and value heads: 3 is not a multiple of 2"
    );
    assert_eq!(refused(wide(), 2, 1, None), "q has 3 columns but k has 6: they must be as wide");
    assert_eq!(
        refused(wide(), 2, 2, Some(Matrix::zeros(5, 4))),
        "merged is 2 x 6 and wO is 5 x 4: 6 columns cannot meet 5 rows"
    );
    let nothing = ForwardInputs::Given(Projected {
        q: Matrix::zeros(0, 2),
        k: Matrix::zeros(0, 2),
        v: Matrix::zeros(0, 2),
    });
    let one = HeadSplit { heads: 1, kv_heads: 1, w_o: None };
    assert_eq!(
        multi_head_forward_pass(nothing, (&AttentionRule::default(), SoftmaxKind::default()), one),
        Err(Error::NoTokens { name: "q" })
    );
}

#[test]
fn the_size_of_the_cache_depends_on_the_key_and_value_heads() {
    let sharing = |kv_heads, cache_bytes| Sharing { kv_heads, cache_bytes };
    assert_eq!(sharings(4, (2, 2), 2), [sharing(4, 32), sharing(2, 16), sharing(1, 8)]);
    assert_eq!(sharings(3, (2, 5), 4), [sharing(3, 84), sharing(1, 28)]);
    assert_eq!(sharings(0, (2, 2), 2), []);
    assert_eq!(sharings(1, (usize::MAX, 1), 2), [sharing(1, usize::MAX)]);
}
