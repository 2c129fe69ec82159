//! A path through OKLab: linear in lightness, smooth in hue and chroma.

use crate::OkLab;

/// The two color coordinates of an end of a ramp or of a control point between.
pub(crate) type Tint = [f64; 2];

/// The tints of pairs of a chroma and a hue in degrees. It is called in constants, so that programs contain no
/// sines.
pub(crate) const fn tints<const N: usize>(polar: [(f64, f64); N]) -> [Tint; N] {
    let mut tints = [[0.0; 2]; N];
    let mut at = 0;
    while at < N {
        let OkLab { a, b, .. } = OkLab::from_polar(0.0, polar[at].0, polar[at].1);
        tints[at] = [a, b];
        at += 1;
    }
    tints
}

/// The color at `t`, 0 to 1, of a path from one lightness to another.
///
/// Lightness is `L0 + (L1 - L0) t`, so equal steps of `t` are equal steps of perceived lightness. The two color
/// coordinates follow a uniform cubic B-spline of the tints, mirrored at the ends so that it passes through them and
/// is attracted by the others. The spline is in the plane and not on the hue circle, so a ramp from a cool grey to
/// orange passes through grey and no third hue.
///
/// - `lightness`: at `t = 0` and at `t = 1`
/// - `tints`: control points, evenly spaced in `t`; at least two
pub(crate) fn ramp((from, to): (f64, f64), tints: &[Tint], t: f64) -> OkLab {
    let t = t.clamp(0.0, 1.0);
    let last = tints.len() - 1;
    let place = t * last as f64;
    // t = 1 is the end of the last segment.
    let segment = (place as usize).min(last - 1);
    let u = place - segment as f64;
    let v = 1.0 - u;
    let basis = [
        v * v * v,
        4.0 - 6.0 * u * u + 3.0 * u * u * u,
        4.0 - 6.0 * v * v + 3.0 * v * v * v,
        u * u * u,
    ];
    let mirrored = |end: usize, neighbor: usize| {
        let (end, neighbor) = (tints[end], tints[neighbor]);
        [2.0 * end[0] - neighbor[0], 2.0 * end[1] - neighbor[1]]
    };
    // Before the first and after the last tint, its neighbor is mirrored at the end.
    let points = [
        if segment == 0 { mirrored(0, 1) } else { tints[segment - 1] },
        tints[segment],
        tints[segment + 1],
        tints.get(segment + 2).copied().unwrap_or_else(|| mirrored(last, last - 1)),
    ];
    let mix = |axis: usize| (0..4).map(|i| basis[i] * points[i][axis]).sum::<f64>() / 6.0;
    OkLab { lightness: from + (to - from) * t, a: mix(0), b: mix(1) }
}
