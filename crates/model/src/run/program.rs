//! The operations of a layer, in their order.

use crate::config::{Block, Config, Projections};
use crate::parameter::Part;

/// An operation on the rows of a group of texts and variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// `h ← norm(x)`, or `h ← x`.
    Input(Option<Part>),
    /// A product with a matrix, plus its bias; which rows, and where it goes, follows from the part.
    Project(Part),
    /// From queries, keys and values to the outputs of the heads.
    Attend,
    /// What each head writes, if it is kept.
    Writes,
    /// `y ← norm(y)`
    After(Part),
    /// `x ← x + y` after attention.
    AddAttention,
    /// Which experts each token takes.
    Route,
    /// The experts, one after the other, with the tokens that take them.
    Experts,
    /// The function of the MLP.
    Activate,
    /// `x ← x + y` after the MLP.
    AddMlp,
    /// `x ← norm(x)`
    Stream(Part),
    /// Keeps the residual stream between attention and MLP.
    KeepMiddle,
}

/// The operations of a layer.
pub(super) fn program(config: &Config, layer: usize) -> Vec<Op> {
    let post = config.block == Block::PostNorm;
    let parallel = config.block == Block::Parallel;
    const DELTA: [Part; 4] =
        [Part::QueryKeyValue, Part::DeltaGate, Part::DeltaBeta, Part::DeltaStep];
    let projected: &[Part] = match config.projections {
        _ if config.delta_of(layer).is_some() => &DELTA,
        Projections::Separate => &[Part::Query, Part::Key, Part::Value],
        Projections::Fused | Projections::FusedByHead => &[Part::QueryKeyValue],
    };
    let after = |part| config.norms_after.then_some(Op::After(part));
    let normed = |part| Op::Input((!post).then_some(part));
    let mut ops = vec![normed(Part::AttentionNorm)];
    ops.extend(projected.iter().map(|&part| Op::Project(part)));
    // In a parallel layer, the MLP reads the stream before attention writes to it.
    ops.extend(parallel.then_some(normed(Part::MlpNorm)));
    ops.extend([Op::Attend, Op::Project(Part::Output), Op::Writes]);
    ops.extend(after(Part::AttentionNormAfter));
    ops.push(Op::AddAttention);
    ops.extend(post.then_some(Op::Stream(Part::AttentionNorm)));
    ops.push(Op::KeepMiddle);
    ops.extend((!parallel).then_some(normed(Part::MlpNorm)));
    if config.experts.is_some() {
        ops.extend([Op::Route, Op::Experts]);
    } else {
        ops.extend(config.gated.then_some(Op::Project(Part::Gate)));
        ops.extend([Op::Project(Part::Up), Op::Activate, Op::Project(Part::Down)]);
    }
    ops.extend(after(Part::MlpNormAfter));
    ops.push(Op::AddMlp);
    ops.extend(post.then_some(Op::Stream(Part::MlpNorm)));
    ops
}
