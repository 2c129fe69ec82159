//! Writes a mask as Python: for NumPy, for PyTorch's SDPA, and for FlexAttention.
//!
//! The code is for the size of the mask: offsets of alignments are written as numbers. True means
//! "may attend" everywhere.

mod clause;
mod term;
mod writer;

use term::Term;
use writer::{Library, Writer};

use crate::clause::Clause;
use crate::expression::Expr;
use crate::mask::Mask;

/// The hash function of random blocks; see [`Clause::RandomBlocks`].
const MIX: &str = "\
def mix(x):
    for _ in range(2):
        x = x & 0xFFFFFFFF
        x = (x ^ (x >> 16)) * 0x45D9F3B
    x = x & 0xFFFFFFFF
    return x ^ (x >> 16)

";

/// Python code that creates the mask, a boolean NumPy array named `mask`.
///
/// - shape of `mask` in the code: (queries, keys)
#[must_use]
pub fn numpy(mask: &Mask) -> String {
    let (queries, keys) = (mask.shape().queries(), mask.shape().keys());
    let mut writer = Writer::new(Library::NumPy, mask.shape());
    let term = expression(mask.expr(), &mut writer);
    let assigned = match writer.depends {
        (true, true) => term.statement("mask = ", ""),
        // An array that is constant along a side is broadcast along it.
        _ => format!("mask = np.broadcast_to({}, ({queries}, {keys}))\n", term.text()),
    };
    let grid = format!("i, j = np.ogrid[:{queries}, :{keys}]\n");
    format!("import numpy as np\n\n{}{grid}{}{assigned}", helpers(&writer), setup(&writer))
}

/// Python code that calls `scaled_dot_product_attention` with the mask, for tensors `q`, `k`, `v`.
///
/// A mask that is only `causal`, aligned to the upper left corner, becomes `is_causal=True`,
/// because PyTorch has a faster path for it.
#[must_use]
pub fn pytorch_sdpa(mask: &Mask) -> String {
    const IMPORTS: &str = "import torch\nimport torch.nn.functional as F\n\n";
    let shape = mask.shape();
    let (queries, keys) = (shape.queries(), shape.keys());
    let sizes = format!(
        "# q: (batch, heads, {queries}, head size); k, v: (batch, heads, {keys}, head size)\n"
    );
    let call = "output = F.scaled_dot_product_attention(q, k, v, ";
    if let Expr::Clause(Clause::Causal { at }) = mask.expr()
        && at.offset(shape) == 0
    {
        return format!("{IMPORTS}{sizes}{call}is_causal=True)\n");
    }
    let mut writer = Writer::new(Library::Sdpa, shape);
    let term = expression(mask.expr(), &mut writer);
    let assigned = match writer.depends {
        (true, true) => term.statement("mask = ", ""),
        _ => format!("mask = ({}).expand({queries}, {keys})\n", term.text()),
    };
    let grid = format!(
        "i = torch.arange({queries})[:, None]\n\
         j = torch.arange({keys})[None, :]\n"
    );
    format!(
        "{IMPORTS}{}{grid}{}{assigned}\n{sizes}{call}attn_mask=mask.to(q.device))\n",
        helpers(&writer),
        setup(&writer)
    )
}

/// Python code that calls `flex_attention` with the mask as a `mask_mod`, for tensors `q`, `k`,
/// `v`.
#[must_use]
pub fn flex_attention(mask: &Mask) -> String {
    let (queries, keys) = (mask.shape().queries(), mask.shape().keys());
    let mut writer = Writer::new(Library::Flex, mask.shape());
    let returned = expression(mask.expr(), &mut writer).statement("return ", "    ");
    let import = if writer.setup.is_empty() { "" } else { "import torch\n" };
    let mut tables = setup(&writer);
    if !tables.is_empty() {
        tables.push('\n');
    }
    format!(
        "{import}from torch.nn.attention.flex_attention import create_block_mask, flex_attention\n\n\
         {}{tables}\
         def mask_mod(b, h, q_idx, kv_idx):\n\
         {returned}\n\
         block_mask = create_block_mask(\n    \
             mask_mod, B=None, H=None, Q_LEN={queries}, KV_LEN={keys}, device=q.device\n\
         )\n\
         output = flex_attention(q, k, v, block_mask=block_mask)\n",
        helpers(&writer),
    )
}

fn expression(expr: &Expr, writer: &mut Writer) -> Term {
    let mut each = |operands: &[Expr]| -> Vec<Term> {
        operands.iter().map(|operand| expression(operand, writer)).collect()
    };
    match expr {
        Expr::And(operands) if !operands.is_empty() => Term::and(each(operands)),
        Expr::Or(operands) if !operands.is_empty() => Term::or(each(operands)),
        Expr::And(_) => writer.constant(true),
        Expr::Or(_) => writer.constant(false),
        Expr::Not(operand) => expression(operand, writer).not(),
        Expr::Clause(clause) => clause::term(clause, writer),
    }
}

fn helpers(writer: &Writer) -> &'static str {
    if writer.mixes { MIX } else { "" }
}

fn setup(writer: &Writer) -> String {
    writer.setup.iter().map(|line| format!("{line}\n")).collect()
}
