//! Blocks of quantized numbers, as GGUF stores them.
//!
//! A block has a scale `d`, for some types a minimum `m`, and small integers `q`; a number is `d · q` or `d · q + m`.
//! The K types have blocks of 256 numbers with a scale and a minimum for each 16 or 32, which are themselves
//! multiples of the block's. Products and sums are rounded to 32 bits in the order of the reference, so the numbers
//! have its bits.
//!
//! Source: `quants.py` of the package `gguf` 0.19, the reference of llama.cpp.

use half::f16;

/// A 16-bit float at an offset of a block.
fn half(block: &[u8], at: usize) -> f32 {
    f16::from_le_bytes([block[at], block[at + 1]]).to_f32()
}

/// 32 numbers `d · q`, with `q` from -128 to 127. 34 bytes: d, q.
pub(crate) fn q8_0(block: &[u8], out: &mut [f32]) {
    let d = half(block, 0);
    for (cell, &q) in out.iter_mut().zip(&block[2..34]) {
        *cell = f32::from(q.cast_signed()) * d;
    }
}

/// 32 numbers `d · (q − 8)`, with `q` from 0 to 15. 18 bytes: d, q in halves.
pub(crate) fn q4_0(block: &[u8], out: &mut [f32]) {
    let d = half(block, 0);
    halves(&block[2..18], out, |q, _| d * (f32::from(q) - 8.0));
}

/// 32 numbers `d · q + m`, with `q` from 0 to 15. 20 bytes: d, m, q in halves.
pub(crate) fn q4_1(block: &[u8], out: &mut [f32]) {
    let (d, m) = (half(block, 0), half(block, 2));
    halves(&block[4..20], out, |q, _| d * f32::from(q) + m);
}

/// 32 numbers `d · (q − 16)`, with `q` from 0 to 31. 22 bytes: d, the fifth bits, q in halves.
pub(crate) fn q5_0(block: &[u8], out: &mut [f32]) {
    let d = half(block, 0);
    let high = u32::from_le_bytes([block[2], block[3], block[4], block[5]]);
    halves(&block[6..22], out, |q, at| d * (f32::from(q | fifth(high, at)) - 16.0));
}

/// 32 numbers `d · q + m`, with `q` from 0 to 31. 24 bytes: d, m, the fifth bits, q in halves.
pub(crate) fn q5_1(block: &[u8], out: &mut [f32]) {
    let (d, m) = (half(block, 0), half(block, 2));
    let high = u32::from_le_bytes([block[4], block[5], block[6], block[7]]);
    halves(&block[8..24], out, |q, at| d * f32::from(q | fifth(high, at)) + m);
}

fn fifth(bits: u32, at: usize) -> u8 {
    ((bits >> at & 1) as u8) << 4
}

/// 16 bytes with two integers each: the low halves are the first 16 numbers, the high halves the others.
fn halves(bytes: &[u8], out: &mut [f32], number: impl Fn(u8, usize) -> f32) {
    let (low, high) = out.split_at_mut(16);
    for (at, ((low, high), byte)) in low.iter_mut().zip(high).zip(bytes).enumerate() {
        *low = number(byte & 15, at);
        *high = number(byte >> 4, at + 16);
    }
}

/// 256 numbers `d · s · q − m · t`, with `q` from 0 to 15. 144 bytes: d, m, eight pairs of s and t, q.
pub(crate) fn q4_k(block: &[u8], out: &mut [f32]) {
    k(block, &block[16..144], |_, _| 0, out);
}

/// 256 numbers `d · s · q − m · t`, with `q` from 0 to 31. 176 bytes: d, m, eight pairs of s and t, the fifth bits, q.
pub(crate) fn q5_k(block: &[u8], out: &mut [f32]) {
    let high = &block[16..48];
    k(block, &block[48..176], |part, at| (high[at] >> part & 1) << 4, out);
}

/// Eight parts of 32 numbers, of which two share 32 bytes.
fn k(block: &[u8], low: &[u8], high: impl Fn(usize, usize) -> u8, out: &mut [f32]) {
    let (d, m) = (half(block, 0), half(block, 2));
    for (part, cells) in out.chunks_exact_mut(32).enumerate() {
        let (scale, least) = scale_and_minimum(&block[4..16], part);
        let (factor, minimum) = (d * f32::from(scale), m * f32::from(least));
        for (at, cell) in cells.iter_mut().enumerate() {
            let q = low[part / 2 * 32 + at] >> (4 * (part % 2)) & 15;
            *cell = factor * f32::from(q | high(part, at)) - minimum;
        }
    }
}

/// The 6-bit scale and minimum of one of eight parts, from 12 bytes. The upper two bits of the last four are above
/// the first four.
fn scale_and_minimum(bytes: &[u8], part: usize) -> (u8, u8) {
    if part < 4 {
        return (bytes[part] & 63, bytes[part + 4] & 63);
    }
    let both = bytes[part + 4];
    (both & 15 | bytes[part - 4] >> 2 & 48, both >> 4 | bytes[part] >> 2 & 48)
}

/// 256 numbers `d · s · (q − 32)`, with `q` from 0 to 63. 210 bytes: the lower four bits, the upper two, 16 scales, d.
pub(crate) fn q6_k(block: &[u8], out: &mut [f32]) {
    let (low, high, scales) = (&block[..128], &block[128..192], &block[192..208]);
    let d = half(block, 208);
    for (at, cell) in out.iter_mut().enumerate() {
        // Half of the block has two times 64 numbers in 64 bytes, and four times 32 in 32 bytes.
        let (part, within) = (at / 128, at % 128);
        let four = low[part * 64 + within % 64] >> (4 * (within / 64)) & 15;
        let two = high[part * 32 + within % 32] >> (2 * (within / 32)) & 3;
        let scale = f32::from(scales[at / 16].cast_signed());
        *cell = d * scale * (f32::from(four | two << 4) - 32.0);
    }
}

/// The numbers of 4 bits: a sign, two bits of an exponent and one of a fraction (E2M1).
const E2M1: [f32; 16] =
    [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, -0.0, -0.5, -1.0, -1.5, -2.0, -3.0, -4.0, -6.0];

/// 32 numbers `2^(e − 127) · q`, with `q` from [`E2M1`]. 17 bytes: e, q in halves.
///
/// - source: Open Compute Project, "OCP Microscaling Formats (MX) Specification", 2023
pub(crate) fn mxfp4(block: &[u8], out: &mut [f32]) {
    // 2^-127 is the only scale without a bit before its fraction.
    let scale = f32::from_bits(if block[0] == 0 { 1 << 22 } else { u32::from(block[0]) << 23 });
    halves(&block[1..17], out, |q, _| scale * E2M1[usize::from(q)]);
}

/// Blocks of MXFP4 as GGUF stores them, from those of a Hugging Face folder: there the scales are a tensor of their
/// own, and a byte has two numbers that follow each other.
pub(crate) fn mxfp4_of(blocks: &[u8], scales: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(blocks.len() + scales.len());
    for (block, &scale) in blocks.chunks_exact(16).zip(scales) {
        out.push(scale);
        let number = |at: usize| block[at / 2] >> (4 * (at % 2)) & 15;
        out.extend((0..16).map(|at| number(at) | number(at + 16) << 4));
    }
    out
}
