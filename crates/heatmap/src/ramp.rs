//! A path through OKLab: linear in lightness, smooth in hue and chroma.

use crate::OkLab;

/// Chroma, and hue in degrees, of an end of a ramp or of a control point between.
pub(crate) type Tint = (f64, f64);

/// The colors from one lightness to another.
pub(crate) struct Ramp<const N: usize> {
    /// Lightness at `t = 0` and at `t = 1`.
    pub(crate) lightness: (f64, f64),
    /// Control points, evenly spaced in `t`. The ramp passes through the first and the last and is
    /// attracted by the others.
    pub(crate) tints: [Tint; N],
}

impl<const N: usize> Ramp<N> {
    /// The color at `t`, 0 to 1.
    ///
    /// Lightness is `L0 + (L1 - L0) t`, so equal steps of `t` are equal steps of perceived
    /// lightness. The two color coordinates follow a uniform cubic B-spline of the tints, mirrored
    /// at the ends so that it passes through them. The spline is in the plane and not on the hue
    /// circle, so a ramp from a cool grey to orange passes through grey and no third hue.
    pub(crate) fn at(&self, t: f64) -> OkLab {
        let (from, to) = self.lightness;
        let last = N - 1;
        let place = t.clamp(0.0, 1.0) * last as f64;
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
        let points = [
            self.point(segment.checked_sub(1)),
            self.point(Some(segment)),
            self.point(Some(segment + 1)),
            self.point(Some(segment + 2)),
        ];
        let mix = |axis: usize| (0..4).map(|i| basis[i] * points[i][axis]).sum::<f64>() / 6.0;
        OkLab { lightness: from + (to - from) * t.clamp(0.0, 1.0), a: mix(0), b: mix(1) }
    }

    /// The coordinates of a tint. Before the first and after the last tint, its neighbor is
    /// mirrored at the end.
    fn point(&self, index: Option<usize>) -> [f64; 2] {
        let coordinates = |(chroma, hue): Tint| {
            let OkLab { a, b, .. } = OkLab::from_polar(0.0, chroma, hue);
            [a, b]
        };
        let mirrored = |end: usize, neighbor: usize| {
            let (end, neighbor) = (coordinates(self.tints[end]), coordinates(self.tints[neighbor]));
            [2.0 * end[0] - neighbor[0], 2.0 * end[1] - neighbor[1]]
        };
        match index {
            None => mirrored(0, 1),
            Some(index) if index < N => coordinates(self.tints[index]),
            Some(_) => mirrored(N - 1, N - 2),
        }
    }
}
