//! Rounds an exact number to the nearest float.

/// The float nearest to `bits · 2^exponent`, where `rest` means that a positive amount below one
/// unit of `bits` was dropped. Ties go to the even neighbour, and numbers below the smallest normal
/// float lose bits first.
///
/// With `rest`, `bits` must have at least 55 bits, or the number must be smaller than every float.
pub(super) fn round(bits: u128, rest: bool, exponent: i64) -> f64 {
    let length = 128 - i64::from(bits.leading_zeros());
    // The exponent of the highest bit; the lowest exponent of a float is -1074.
    let top = length - 1 + exponent;
    let lowest = (top - 52).max(-1074);
    let drop = lowest - exponent;
    if drop <= 0 {
        return bits as f64 * power_of_two(exponent);
    }
    if drop > length {
        return 0.0;
    }
    // At most 53 bits are kept. If none is, the highest dropped bit decides alone.
    let kept = bits.checked_shr(drop as u32).unwrap_or(0) as u64;
    let half = 1_u128 << (drop - 1);
    let dropped = bits & (half | (half - 1));
    let up = dropped > half || dropped == half && (rest || kept & 1 == 1);
    (kept + u64::from(up)) as f64 * power_of_two(lowest)
}

/// `2^exponent` as a factor for at most 53 bits; infinite beyond the largest float.
fn power_of_two(exponent: i64) -> f64 {
    match exponent {
        -1074..-1022 => f64::from_bits(1 << (exponent + 1074)),
        -1022..1024 => f64::from_bits(((exponent + 1023) as u64) << 52),
        1024.. => f64::INFINITY,
        _ => 0.0,
    }
}
