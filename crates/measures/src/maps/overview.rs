//! The measures and a small picture of one of many heads.

use crate::{HeadMap, HeadMeasures, Measures, Pool, Pooling, Settings};

use super::error::Error;

/// One head in a list of heads.
#[derive(Clone, Debug, PartialEq)]
pub struct Overview {
    /// Its measures.
    pub measures: HeadMeasures,
    /// The head, pooled to at most the requested size: each cell is the largest weight of its tile,
    /// or NaN if the tile has a NaN.
    pub thumb: HeadMap,
}

/// Measures and pools a head in one pass over its rows.
///
/// - `side`: the maximum number of rows and of columns of the picture
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
