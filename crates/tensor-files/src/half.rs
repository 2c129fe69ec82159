//! Floats of 16 bits as floats of 32, which hold every one of them exactly.

/// IEEE 754 half precision: `(-1)^s · 2^(e-15) · 1.f`, below the smallest exponent `2^-14 · 0.f`.
pub(crate) fn from_half(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(bits >> 10 & 31), u32::from(bits & 0x3ff));
    match exponent {
        // 2^-24 is one unit of the fraction, and a product with it is exact.
        0 => f32::from_bits(sign | (fraction as f32 / 16_777_216.0).to_bits()),
        31 => f32::from_bits(sign | 0x7f80_0000 | fraction << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

/// Bfloat16: the upper half of a float of 32 bits.
pub(crate) fn from_bfloat(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}
