//! The learned tensors of a model, by what they do.

/// A learned tensor of a layer. Most consist of a matrix or factors, and some have a bias as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Part {
    /// Before attention; in a post-norm layer after it.
    AttentionNorm,
    Query,
    Key,
    Value,
    /// The three in one matrix.
    QueryKeyValue,
    /// From a token to the gates of the outputs of gated DeltaNet heads.
    DeltaGate,
    /// From a token to `b` of each head, whose sigmoid is the beta: see [`GatedDelta`](crate::GatedDelta).
    DeltaBeta,
    /// From a token to `a` of each head, from which its decay follows.
    DeltaStep,
    /// What is added to `a`, for each head.
    DeltaStepBias,
    /// The rate of the decay of each head, or its logarithm.
    DeltaRate,
    /// The weights of the convolution over the last tokens, for each feature of queries, keys and values.
    DeltaConvolution,
    /// Of the output of a gated DeltaNet head, before its gate.
    DeltaNorm,
    /// The score of the learned sink of each head.
    Sinks,
    QueryNorm,
    KeyNorm,
    Output,
    /// Of what attention writes, before it is added.
    AttentionNormAfter,
    /// Before the MLP; in a post-norm layer after it.
    MlpNorm,
    Gate,
    Up,
    Down,
    /// From a token to a score for each expert.
    Router,
    /// The gate and the other half of all experts in one matrix each: columns 0, 2, 4 ... are the gate.
    ExpertGateUp,
    ExpertGate,
    ExpertUp,
    ExpertDown,
    /// Of what the MLP writes, before it is added.
    MlpNormAfter,
}

/// All parts, in the order in which a layer uses them.
pub(crate) const PARTS: [Part; 27] = [
    Part::AttentionNorm,
    Part::Query,
    Part::Key,
    Part::Value,
    Part::QueryKeyValue,
    Part::DeltaGate,
    Part::DeltaBeta,
    Part::DeltaStep,
    Part::DeltaStepBias,
    Part::DeltaRate,
    Part::DeltaConvolution,
    Part::DeltaNorm,
    Part::Sinks,
    Part::QueryNorm,
    Part::KeyNorm,
    Part::Output,
    Part::AttentionNormAfter,
    Part::MlpNorm,
    Part::Gate,
    Part::Up,
    Part::Down,
    Part::Router,
    Part::ExpertGateUp,
    Part::ExpertGate,
    Part::ExpertUp,
    Part::ExpertDown,
    Part::MlpNormAfter,
];

/// A learned tensor of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Parameter {
    /// A row for each token of the vocabulary.
    Tokens,
    /// A row for each position.
    Positions,
    /// A row for each segment of a pair of texts; the first is used.
    Segments,
    /// Of the sum of the embeddings.
    EmbeddingNorm,
    /// A part of a layer, counted from 0.
    Layer(usize, Part),
    /// After the last layer.
    FinalNorm,
    /// From the residual stream to a logit for each token.
    Unembedding,
}

/// The shape of a parameter, and whether a bias belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Rows that are looked up.
    Table { rows: usize, width: usize },
    /// Factors of a norm.
    Factors { length: usize, bias: bool },
    /// A matrix that rows are multiplied with.
    Matrix { inputs: usize, outputs: usize, bias: bool },
    /// A weight for each channel and place of a window.
    Convolution { channels: usize, places: usize },
    /// Such a matrix for each expert, with biases.
    Experts { count: usize, inputs: usize, outputs: usize },
}
