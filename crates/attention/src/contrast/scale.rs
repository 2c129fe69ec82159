//! The mistake of not scaling, and how it grows.

use super::error::ContrastError;
use super::given::Given;
use super::side::Side;
use super::{ContrastSizes, CurvePoint};
use crate::heads::HeadOptions;
use crate::scores::Scale;

/// The powers of two up to the largest number of features there is.
const POWERS: u32 = 10;

/// [`Mistake::Unscaled`](super::Mistake::Unscaled): `softmax(Q Kᵀ)`.
pub(super) fn unscaled(sizes: ContrastSizes) -> Result<[Side; 2], ContrastError> {
    let given = Given::drawn(sizes, 0)?;
    let wrong = HeadOptions { scale: Scale::None, ..HeadOptions::default() };
    Ok([given.attended::<f64>(&wrong, 0)?, given.attended::<f64>(&HeadOptions::default(), 0)?])
}

/// The figures of both sides at every power of two, and at the number of features that is asked for.
pub(super) fn curve(sizes: ContrastSizes) -> Result<Vec<CurvePoint>, ContrastError> {
    let mut features: Vec<usize> = (0..=POWERS).map(|power| 1 << power).collect();
    if let Err(place) = features.binary_search(&sizes.features) {
        features.insert(place, sizes.features);
    }
    let point = |features| {
        let [wrong, right] = unscaled(ContrastSizes { features, ..sizes })?;
        Ok(CurvePoint { features, wrong: wrong.figures, right: right.figures })
    };
    features.into_iter().map(point).collect()
}
