//! The Python code of masks. The last tests run it and are ignored by default, because they need a
//! Python with NumPy, which `HEEDMAP_PYTHON` names.

use std::io::Write;
use std::process::{Command, Stdio};

use heedmap_masks::{
    Expr, MAX_CLAUSES, Mask, PRESETS, Shape, flex_attention, numpy, parse, pytorch_sdpa,
};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

fn mask(text: &str, queries: usize, keys: usize) -> Mask {
    Mask::new(parse(text).unwrap().expr, Shape::new(queries, keys).unwrap()).unwrap()
}

#[test]
fn the_numpy_code_makes_an_array() {
    let code = numpy(&mask("causal and (window(6) or global(0))", 24, 24));
    let expected = "\
import numpy as np

i, j = np.ogrid[:24, :24]
mask = (j <= i) & ((i - j < 6) | (j == 0) | (i == 0))
";
    assert_eq!(code, expected);
}

#[test]
fn offsets_are_written_as_numbers_and_constant_arrays_are_broadcast() {
    for (text, line) in [
        ("causal(lower_right)", "mask = j <= i + 20\n"),
        ("window(2, 1, lower_right)", "mask = (i + 20 - j <= 2) & (j - (i + 20) <= 1)\n"),
        ("window(3, 3)", "mask = abs(i - j) <= 3\n"),
        ("block_local(4, 1, 2)", "mask = (i // 4 - j // 4 <= 1) & (j // 4 - i // 4 <= 2)\n"),
        ("not prefix(8)", "mask = np.broadcast_to(~(j < 8), (4, 24))\n"),
        ("all", "mask = np.broadcast_to(np.True_, (4, 24))\n"),
        ("images(2-3)", "mask = (i >= 2) & (i < 4) & (j >= 2) & (j < 4)\n"),
        ("block_list(4, 1:0-1)", "mask = (i // 4 == 1) & (j // 4 < 2)\n"),
        ("block_list(4, 0:0, offset=-2)", "mask = ((i - 2) // 4 == 0) & (j // 4 == 0)\n"),
        ("global(2-3)", "mask = ((j >= 2) & (j < 4)) | ((i >= 2) & (i < 4))\n"),
        ("global(3, 0-1, 1-2, 2)", "mask = (j < 4) | (i < 4)\n"),
        ("window(-1, -1)", "mask = np.broadcast_to(np.True_, (4, 24))\n"),
        ("block_local(2, -1, -1)", "mask = np.broadcast_to(np.True_, (4, 24))\n"),
        ("window(-1, -1) and prefix(8)", "mask = np.broadcast_to(np.True_ & (j < 8), (4, 24))\n"),
        ("global(0-3, offset=-2)", "mask = (j < 4) | ((i - 2 >= 0) & (i - 2 < 4))\n"),
    ] {
        let code = numpy(&mask(text, 4, 24));
        assert_eq!(code.lines().last().map(|last| format!("{last}\n")).as_deref(), Some(line));
    }
}

/// Masks that depend on the query only, on the key only, or on neither, and one that depends on
/// both.
const DEGENERATE: [&str; 12] = [
    "all",
    "none",
    "window(-1)",
    "window(-1, -1)",
    "not window(-1, -1)",
    "block_local(2, -1, -1)",
    "window(-1, -1) and prefix(2)",
    "block_local(2, -1, -1) or padding_left(1)",
    "not block_local(3, -1, -1, lower_right) or padding_right(2)",
    "window(-1, -1) and block_local(2, -1, -1)",
    "prefix(2) and window(-1, -1, lower_right) and not padding_left(1)",
    "window(-1, -1) and causal",
];

/// Masks with an `and` and with an `or` without operands, which text cannot express.
fn empty_operators(queries: usize, keys: usize) -> Vec<Mask> {
    let prefix = || parse("prefix(2)").unwrap().expr;
    let shape = Shape::new(queries, keys).unwrap();
    [
        Expr::And(Vec::new()),
        Expr::Or(Vec::new()),
        Expr::Not(Box::new(Expr::And(Vec::new()))),
        Expr::And(vec![Expr::And(Vec::new()), prefix()]),
        Expr::Or(vec![Expr::Or(Vec::new()), prefix()]),
    ]
    .into_iter()
    .map(|expr| Mask::new(expr, shape).unwrap())
    .collect()
}

#[test]
fn a_mask_that_ignores_the_query_or_the_key_is_expanded_to_both_sides() {
    for text in DEGENERATE.iter().take(DEGENERATE.len() - 1) {
        let mask = mask(text, 3, 5);
        let (array, tensor) = (numpy(&mask), pytorch_sdpa(&mask));
        assert!(array.contains("mask = np.broadcast_to("), "{text}:\n{array}");
        assert!(array.ends_with(", (3, 5))\n"), "{text}:\n{array}");
        assert!(tensor.contains(").expand(3, 5)\n"), "{text}:\n{tensor}");
    }
    for mask in empty_operators(3, 5) {
        assert!(numpy(&mask).ends_with(", (3, 5))\n"), "{}", numpy(&mask));
        assert!(pytorch_sdpa(&mask).contains(").expand(3, 5)\n"), "{}", pytorch_sdpa(&mask));
    }
    // FlexAttention calls the function for each pair, so it must not return a Python constant.
    for text in ["window(-1, -1)", "block_local(2, -1, -1)"] {
        assert!(flex_attention(&mask(text, 3, 5)).contains("    return q_idx >= 0\n"), "{text}");
    }
}

#[test]
fn an_expression_without_operands_is_a_constant() {
    let shape = Shape::new(4, 24).unwrap();
    for (expr, text) in [(Expr::And(vec![]), "all"), (Expr::Or(vec![]), "none")] {
        let empty = Mask::new(expr, shape).unwrap();
        let named = mask(text, 4, 24);
        assert_eq!(numpy(&empty), numpy(&named));
        assert_eq!(pytorch_sdpa(&empty), pytorch_sdpa(&named));
        assert_eq!(flex_attention(&empty), flex_attention(&named));
    }
    let all = numpy(&Mask::new(Expr::And(vec![]), shape).unwrap());
    assert!(all.ends_with("mask = np.broadcast_to(np.True_, (4, 24))\n"), "{all}");
    let none = numpy(&Mask::new(Expr::Or(vec![]), shape).unwrap());
    assert!(none.ends_with("mask = np.broadcast_to(np.False_, (4, 24))\n"), "{none}");
}

#[test]
fn sdpa_is_called_with_a_mask_unless_is_causal_is_enough() {
    let expected = "\
import torch
import torch.nn.functional as F

i = torch.arange(1)[:, None]
j = torch.arange(24)[None, :]
starts = torch.tensor([7])
mask = (j <= i + 23) & (torch.bucketize(i, starts, right=True) == torch.bucketize(j, starts, right=True))

# q: (batch, heads, 1, head size); k, v: (batch, heads, 24, head size)
output = F.scaled_dot_product_attention(q, k, v, attn_mask=mask.to(q.device))
";
    let one_line =
        expected.replace("mask = (j <= i + 23) & (", "mask = (\n    (j <= i + 23)\n    & (");
    let expected = one_line.replace("right=True))\n", "right=True))\n)\n");
    assert_eq!(pytorch_sdpa(&mask("causal(lower_right) and documents(7, 9)", 1, 24)), expected);
    let causal = pytorch_sdpa(&mask("causal", 24, 24));
    assert!(causal.ends_with("scaled_dot_product_attention(q, k, v, is_causal=True)\n"));
    assert!(!causal.contains("attn_mask"));
    assert!(pytorch_sdpa(&mask("causal(lower_right)", 1, 24)).contains("mask = j <= i + 23\n"));
}

#[test]
fn the_flex_attention_code_has_a_function_and_its_tables() {
    let expected = "\
import torch
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

cells = torch.zeros(24, 24, dtype=torch.bool)
cells[1, 2] = True
cells[3:6, 0:5] = True
cells = cells.to(q.device)

def mask_mod(b, h, q_idx, kv_idx):
    return (kv_idx <= q_idx) & cells[q_idx, kv_idx]

block_mask = create_block_mask(
    mask_mod, B=None, H=None, Q_LEN=24, KV_LEN=24, device=q.device
)
output = flex_attention(q, k, v, block_mask=block_mask)
";
    assert_eq!(flex_attention(&mask("causal and cells(1:2, 3-5:0-4)", 24, 24)), expected);
}

/// The presets, and a hundred random masks with a fixed seed.
fn masks() -> Vec<Mask> {
    let mut masks: Vec<Mask> =
        PRESETS.iter().map(|preset| mask(preset.text, preset.queries, preset.keys)).collect();
    let mut runner = TestRunner::deterministic();
    let random = crate::support::mask();
    masks.extend((0..100).map(|_| random.new_tree(&mut runner).unwrap().current()));
    // The largest, the deepest and the longest masks that are allowed.
    masks.push(mask("random_blocks(64, 3, 1) or causal and window(300)", 2048, 2048));
    masks.push(mask(&format!("{}causal{}", "not (all and ".repeat(32), ")".repeat(32)), 5, 5));
    masks.push(mask(&["causal"; MAX_CLAUSES].join(" or "), 5, 5));
    for (queries, keys) in [(3, 5), (5, 3), (1, 4), (4, 4)] {
        masks.extend(DEGENERATE.map(|text| mask(text, queries, keys)));
        masks.extend(empty_operators(queries, keys));
    }
    masks
}

/// Runs the code of all masks in one Python process and compares each array `mask` with the
/// evaluated mask.
fn assert_python_agrees(write: fn(&Mask) -> String) {
    let python = std::env::var("HEEDMAP_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let masks = masks();
    let mut program = include_str!("python/prelude.py").to_owned();
    for mask in &masks {
        let (queries, keys) = (mask.shape().queries(), mask.shape().keys());
        program += &format!("show('''{}''', {queries}, {keys})\n", write(mask));
    }
    let mut child =
        Command::new(python).arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    // Python reads the whole program before it prints, so neither process waits for the other.
    child.stdin.take().unwrap().write_all(program.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "Python failed: {}", output.status);
    let printed = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), masks.len());
    for (mask, line) in masks.iter().zip(lines) {
        let bytes = mask.bits().to_bytes();
        let drawn: String = bytes.iter().map(|&byte| char::from(b'0' + byte)).collect();
        assert!(line == drawn, "{} is another mask in Python:\n{}", mask.expr(), write(mask));
    }
}

#[test]
#[ignore = "needs a Python with NumPy"]
fn the_numpy_code_makes_the_evaluated_mask() {
    assert_python_agrees(numpy);
}

/// A NumPy stand-in for PyTorch answers the calls as PyTorch's documentation describes them: the
/// code is tested, not PyTorch.
#[test]
#[ignore = "needs a Python with NumPy"]
fn the_pytorch_call_gets_the_evaluated_mask() {
    assert_python_agrees(pytorch_sdpa);
}

/// The same with a stand-in for FlexAttention.
#[test]
#[ignore = "needs a Python with NumPy"]
fn flex_attention_gets_the_evaluated_mask() {
    assert_python_agrees(flex_attention);
}

#[test]
fn painted_cells_are_an_array_of_the_library() {
    let painted = mask("cells(1:2, 3-5:0)", 8, 8);
    assert!(
        numpy(&painted).contains("cells = np.zeros((8, 8), dtype=bool)"),
        "{}",
        numpy(&painted)
    );
    let code = pytorch_sdpa(&painted);
    assert!(code.contains("cells = torch.zeros(8, 8, dtype=torch.bool)"), "{code}");
}
