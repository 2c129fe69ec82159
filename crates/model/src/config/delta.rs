//! The heads of gated DeltaNet.

use super::check_sizes;
use crate::error::Error;
use crate::parameter::{Form, Part};

/// The heads of layers of gated DeltaNet, which keep a state in place of a softmax.
///
/// For each head, with `q`, `k` and `v` after a convolution over the last tokens and SiLU:
///
/// ```text
/// β = sigmoid(b)            g = −rate · softplus(a + bias)
/// S ← e^g S                 S ← S + β k (v − Sᵀ k)ᵀ          o = Sᵀ q / √(key size)
/// z = norm(o) · SiLU(gate)
/// ```
///
/// where `q` and `k` are divided by `√(Σ x² + 10⁻⁶)`, and `a`, `b` and the gate are projections of the token.
///
/// - source: Yang, Kautz and Hatamizadeh, "Gated Delta Networks", 2024, equation 10
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GatedDelta {
    /// The number of query heads, which is also that of key heads. It divides `heads`.
    pub key_heads: usize,
    /// The number of heads. Each has its own values, gates, betas and decays.
    pub heads: usize,
    /// The number of features of a query and of a key.
    pub key_size: usize,
    /// The number of features of a value.
    pub value_size: usize,
    /// The width of the convolution: it sums over this many tokens, up to the current one.
    pub kernel: usize,
    /// Whether head `h` reads key head `h mod key_heads`, as in GGUF files. If not, it reads `⌊h · key_heads / heads⌋`, as in
    /// folders: consecutive heads share a key head.
    pub is_tiled: bool,
    /// Whether `ln(rate)` is stored, as in folders. If not, `−rate` is, as in GGUF files.
    pub has_logarithms: bool,
}

impl GatedDelta {
    /// The query and key head of a head.
    pub(crate) fn key_head(&self, head: usize) -> usize {
        if self.is_tiled {
            head % self.key_heads.max(1)
        } else {
            head / (self.heads / self.key_heads.max(1)).max(1)
        }
    }

    /// The number of features of all queries, and of all keys.
    pub(crate) fn key_width(&self) -> usize {
        self.key_heads * self.key_size
    }

    /// The number of features of all values.
    pub(crate) fn value_width(&self) -> usize {
        self.heads * self.value_size
    }

    /// The number of features that go through the convolution: all queries, keys and values.
    pub(crate) fn channels(&self) -> usize {
        2 * self.key_width() + self.value_width()
    }

    /// The first column of `b` in the projections of a token: after the channels and the gates.
    pub(crate) fn beta_column(&self) -> usize {
        self.channels() + self.value_width()
    }

    /// The first column of `a`.
    pub(crate) fn step_column(&self) -> usize {
        self.beta_column() + self.heads
    }

    /// The number of projected features of a token: the channels, the gates, `b` and `a`.
    pub(crate) fn projected_width(&self) -> usize {
        self.step_column() + self.heads
    }

    /// The form of a part of attention; `None` if the layer has no such part.
    pub(super) fn form(&self, part: Part, width: usize) -> Option<Form> {
        let matrix = |inputs, outputs| Form::Matrix { inputs, outputs, bias: false };
        let factors = |length| Form::Factors { length, bias: false };
        Some(match part {
            Part::QueryKeyValue => matrix(width, self.channels()),
            Part::DeltaGate => matrix(width, self.value_width()),
            Part::DeltaBeta | Part::DeltaStep => matrix(width, self.heads),
            Part::DeltaStepBias | Part::DeltaRate => factors(self.heads),
            Part::DeltaConvolution => {
                Form::Convolution { channels: self.channels(), places: self.kernel }
            }
            Part::DeltaNorm => factors(self.value_size),
            Part::Output => matrix(self.value_width(), width),
            _ => return None,
        })
    }

    /// Checks the sizes, so that products of two of them do not overflow.
    ///
    /// - errors: [`Error::Field`], [`Error::Limit`]
    pub(super) fn check(&self) -> Result<(), Error> {
        check_sizes(&[
            ("heads of gated DeltaNet", self.heads, 1 << 10),
            ("key heads of gated DeltaNet", self.key_heads, 1 << 10),
            ("features of a key of gated DeltaNet", self.key_size, 1 << 12),
            ("features of a value of gated DeltaNet", self.value_size, 1 << 12),
            ("tokens of the convolution", self.kernel, 1 << 6),
        ])?;
        if !self.heads.is_multiple_of(self.key_heads) {
            let Self { heads, key_heads, .. } = self;
            let why = format!("{heads} heads of gated DeltaNet cannot share {key_heads} keys");
            return Err(Error::Contradiction { why });
        }
        Ok(())
    }
}
