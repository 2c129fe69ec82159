//! The measures, with their definitions.

/// A habit of a head, expressed as a number.
///
/// `w[i, j]` is the weight of query `i`, at position `p`, on key `j`. A mean is over the rows of
/// weights that have a key and for which the key in the formula exists. If there are no such rows,
/// the measure is `None`. A share is in \[0, 1\] for rows that sum to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Measure {
    /// How widely a query distributes its weight: the mean of `-Σⱼ w ln w`, in nats, with `0 ln 0 =
    /// 0`.
    ///
    /// It is 0 if all weight is on one key, and `ln n` for an even distribution over `n` keys. Its
    /// `exp` can be read as the number of keys that a query attends to.
    ///
    /// - range: \[0, ln keys\]
    /// - source: Clark et al., "What Does BERT Look At?", 2019, section 3.2
    Entropy,

    /// The entropy as a share of its maximum: the mean of `-Σⱼ w ln w / ln n`, where the query may
    /// attend to `n` keys.
    ///
    /// In a causal head later rows have more keys, and texts differ in length; this measure is
    /// comparable all the same. The whole head determines which keys a query may attend to: if
    /// every weight after its query is 0, those up to the query, otherwise all keys.
    ///
    /// - edge cases: a query with a single key is excluded
    /// - range: \[0, 1\]
    NormalisedEntropy,

    /// The weight on the first `k` keys: the mean of `Σ w[i, j]` over `j < k`.
    ///
    /// Many heads put their weight on the first token if they find nothing to attend to, and then
    /// everything else is faint in comparison.
    ///
    /// - edge cases: the first `k` queries of a causal head have no other keys, and count as 1
    /// - range: \[0, 1\]
    /// - source: Xiao et al., "Efficient Streaming Language Models with Attention Sinks", 2023
    SinkShare,

    /// The weight on the previous token: the mean of `w[i, p - 1]`.
    ///
    /// Previous-token heads are one half of an induction circuit, and join the pieces of a word.
    ///
    /// - edge cases: a query for which `p - 1` is not a key is excluded
    /// - range: \[0, 1\]
    /// - source: Elhage et al., "A Mathematical Framework for Transformer Circuits", 2021
    PreviousToken,

    /// The weight on the next token: the mean of `w[i, p + 1]`.
    ///
    /// - edge cases: a query for which `p + 1` is not a key is excluded; causal heads have 0
    /// - range: \[0, 1\]
    /// - source: Clark et al. 2019, section 3.1
    NextToken,

    /// The weight on what followed the same token earlier: the mean of `Σ w[i, e + 1]` over the
    /// earlier positions `e < p` with the same token as `p`.
    ///
    /// After "A B ... A", such a head attends to B, and so predicts it again.
    ///
    /// - edge cases: a query whose token has not occurred before is excluded; after the same token
    ///   twice in a row, `e + 1` is the query itself
    /// - range: \[0, 1\]; `None` without tokens
    /// - source: Olsson et al., "In-context Learning and Induction Heads", 2022
    Induction,

    /// The weight on earlier occurrences of the same token: the mean of `Σ w[i, e]` over the
    /// earlier positions `e < p` with the same token as `p`.
    ///
    /// - edge cases: a query whose token has not occurred before is excluded
    /// - range: \[0, 1\]; `None` without tokens
    /// - source: Wang et al., "Interpretability in the Wild", 2022, "duplicate token heads"
    DuplicateToken,

    /// The mean distance to the keys: the mean of `Σⱼ w[i, j] · |p - j|`, in tokens.
    ///
    /// - range: \[0, keys - 1\] if the position of every query is a key
    /// - source: Vig and Belinkov, "Analyzing the Structure of Attention in a Transformer Language
    ///   Model", 2019, section 4.4
    MeanDistance,

    /// The weight on nearby keys: the mean of `Σ w[i, j]` over `|p - j| <= reach`.
    ///
    /// - edge cases: a query far from every key counts as 0
    /// - range: \[0, 1\]
    /// - source: the "diagonal" pattern of Kovaleva et al., "Revealing the Dark Secrets of BERT",
    ///   2019
    DiagonalShare,

    /// The weight on keys up to and including the query: the mean of `Σ w[i, j]` over `j <= p`.
    ///
    /// It is 1 in a causal model. In other models it shows in which direction a head looks.
    ///
    /// - range: \[0, 1\]
    CausalShare,
}

impl Measure {
    /// All measures, in the order of every list.
    pub const ALL: [Measure; 10] = [
        Measure::Entropy,
        Measure::NormalisedEntropy,
        Measure::SinkShare,
        Measure::PreviousToken,
        Measure::NextToken,
        Measure::Induction,
        Measure::DuplicateToken,
        Measure::MeanDistance,
        Measure::DiagonalShare,
        Measure::CausalShare,
    ];

    /// The name of the measure in data: `previous_token`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Measure::Entropy => "entropy",
            Measure::NormalisedEntropy => "normalised_entropy",
            Measure::SinkShare => "sink_share",
            Measure::PreviousToken => "previous_token",
            Measure::NextToken => "next_token",
            Measure::Induction => "induction",
            Measure::DuplicateToken => "duplicate_token",
            Measure::MeanDistance => "mean_distance",
            Measure::DiagonalShare => "diagonal_share",
            Measure::CausalShare => "causal_share",
        }
    }

    /// Its index in [`Measure::ALL`].
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}
