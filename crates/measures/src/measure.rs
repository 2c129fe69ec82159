//! The measures by name, each with what it is.

/// One habit of a head as a number.
///
/// `w[i, j]` is the weight of query `i`, which stands at position `p`, on key `j`. A mean is over
/// the rows that hold weights and have a key; of those, over the ones for which the formula names a
/// key. Where there are none the measure is `None`. A share is in \[0, 1\] for rows that sum to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// How widely a query spreads its weight: the mean of `-Σⱼ w ln w`, in nats, with `0 ln 0 = 0`.
    ///
    /// 0 is all weight on one key, and `ln n` an even spread over `n`: `exp` of it is how many keys
    /// are looked at, as it were.
    ///
    /// - range: \[0, ln keys\]
    /// - source: Clark et al., "What Does BERT Look At?", 2019, section 3.2
    Entropy,

    /// The entropy as a share of what is possible: the mean of `-Σⱼ w ln w / ln n`, where the query
    /// may attend to `n` keys.
    ///
    /// Rows of a causal head have ever more keys, and texts are not equally long; this can be
    /// compared all the same. Which keys are admitted is read off the whole head: those at or before
    /// the query if no weight lies beyond, else all of them.
    ///
    /// - edge cases: a query with one admitted key has no choice, and is left out
    /// - range: \[0, 1\]
    NormalisedEntropy,

    /// How much goes to the first `k` keys: the mean of `Σ w[i, j]` over `j < k`.
    ///
    /// Many heads leave their weight on the first token when there is nothing for them to do, and
    /// everything else is dim beside it.
    ///
    /// - edge cases: the first `k` queries of a causal head have no other keys, and count as 1
    /// - range: \[0, 1\]
    /// - source: Xiao et al., "Efficient Streaming Language Models with Attention Sinks", 2023
    SinkShare,

    /// How much goes to the token before: the mean of `w[i, p - 1]`.
    ///
    /// The other half of induction, and how models put the pieces of a word together.
    ///
    /// - edge cases: a query for which `p - 1` is no key is left out
    /// - range: \[0, 1\]
    /// - source: Elhage et al., "A Mathematical Framework for Transformer Circuits", 2021
    PreviousToken,

    /// How much goes to the token after: the mean of `w[i, p + 1]`.
    ///
    /// - edge cases: a query for which `p + 1` is no key is left out; causal heads have 0
    /// - range: \[0, 1\]
    /// - source: Clark et al. 2019, section 3.1
    NextToken,

    /// How much goes to what followed the same token earlier: the mean of `Σ w[i, e + 1]` over the
    /// earlier positions `e < p` whose token is that of `p`.
    ///
    /// Having seen "A B ... A", such a head looks at B, and so proposes it again.
    ///
    /// - edge cases: a query whose token has not occurred before is left out; after the same token
    ///   twice in a row, `e + 1` is the query itself
    /// - range: \[0, 1\]; `None` without tokens
    /// - source: Olsson et al., "In-context Learning and Induction Heads", 2022
    Induction,

    /// How much goes to the same token earlier: the mean of `Σ w[i, e]` over the earlier positions
    /// `e < p` whose token is that of `p`.
    ///
    /// - edge cases: a query whose token has not occurred before is left out
    /// - range: \[0, 1\]; `None` without tokens
    /// - source: Wang et al., "Interpretability in the Wild", 2022, "duplicate token heads"
    DuplicateToken,

    /// How far away the head looks: the mean of `Σⱼ w[i, j] · |p - j|`, in tokens.
    ///
    /// - range: \[0, keys - 1\] where every query stands at a key
    /// - source: Vig and Belinkov, "Analyzing the Structure of Attention in a Transformer Language
    ///   Model", 2019, section 4.4
    MeanDistance,

    /// How much stays near: the mean of `Σ w[i, j]` over `|p - j| <= reach`.
    ///
    /// - edge cases: a query that stands far from every key counts as 0
    /// - range: \[0, 1\]
    /// - source: the "diagonal" pattern of Kovaleva et al., "Revealing the Dark Secrets of BERT",
    ///   2019
    DiagonalShare,

    /// How much goes to the query itself and what stands before it: the mean of `Σ w[i, j]` over
    /// `j <= p`.
    ///
    /// 1 in a causal model. In others it says which way a head looks.
    ///
    /// - range: \[0, 1\]
    CausalShare,
}

impl Measure {
    /// Every measure, in the order in which they are listed everywhere.
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

    /// Its place in [`Measure::ALL`].
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}
