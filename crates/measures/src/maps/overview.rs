//! One of many heads: its measures, and a small picture.

use crate::{HeadMap, HeadMeasures, Measures, Pool, Pooling, Settings};

use super::error::Error;

/// What is shown of a head among many.
#[derive(Clone, Debug, PartialEq)]
pub struct Overview {
    /// What it does.
    pub measures: HeadMeasures,
    /// The head no larger than asked for: each cell the largest weight that falls into it, and NaN
    /// where one of those is.
    pub thumb: HeadMap,
}

/// Measures a head, and makes it small, in one pass over its rows.
///
/// - `side`: the most rows and columns of the picture
/// - errors: those of the settings, `Nothing` for a side of 0
pub fn overview(map: &HeadMap, settings: &Settings<'_>, side: usize) -> Result<Overview, Error> {
    let (queries, keys) = (map.queries(), map.keys());
    let mut measures = Measures::new(queries, keys, settings)?;
    let mut pool = Pool::new((queries, keys), (side, side), Pooling::Max)?;
    for row in map.rows() {
        measures.row(row)?;
        pool.row(row)?;
    }
    Ok(Overview { measures: measures.finish()?, thumb: pool.finish()? })
}
