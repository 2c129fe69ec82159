//! From an exact number to the nearest float.

/// The float nearest to `bits · 2^exponent`, where `rest` says whether a positive amount below one unit of `bits`
/// is left out. Ties go to the even neighbour, and what is below the smallest normal number loses bits first.
///
/// With `rest`, `bits` must have at least 55 bits, or as many as make it smaller than every float.
pub(super) fn round(bits: u128, rest: bool, exponent: i64) -> f64 {
    let length = 128 - i64::from(bits.leading_zeros());
    // The exponent of the highest bit; the lowest one that a float has is -1074.
    let top = length - 1 + exponent;
    let lowest = (top - 52).max(-1074);
    let drop = lowest - exponent;
    if drop <= 0 {
        return bits as f64 * power_of_two(exponent);
    }
    if drop > length {
        return 0.0;
    }
    // At most 53 bits are kept, or none; then the highest dropped bit alone decides.
    let kept = bits.checked_shr(drop as u32).unwrap_or(0) as u64;
    let half = 1_u128 << (drop - 1);
    let dropped = bits & (half | (half - 1));
    let up = dropped > half || dropped == half && (rest || kept & 1 == 1);
    (kept + u64::from(up)) as f64 * power_of_two(lowest)
}

/// `2^exponent` for what is multiplied by at most 53 bits: beyond the largest float it is infinite.
fn power_of_two(exponent: i64) -> f64 {
    match exponent {
        -1074..-1022 => f64::from_bits(1 << (exponent + 1074)),
        -1022..1024 => f64::from_bits(((exponent + 1023) as u64) << 52),
        1024.. => f64::INFINITY,
        _ => 0.0,
    }
}
