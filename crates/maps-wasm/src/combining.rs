//! Maps that are made from other maps.

use std::rc::Rc;

use heedmap_measures::maps;
use heedmap_measures::maps::Combination;
use heedmap_measures::{self as measures, HeadMap as Cells, ValueWeighting, norms};
use heedmap_wasm_common::{Number, Refusal, read_options, read_value, usizes};
use serde::Deserialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;

#[wasm_bindgen]
extern "C" {
    /// One number for each token.
    #[wasm_bindgen(typescript_type = "Uint32Array")]
    pub type Indexes;
}

/// How maps are combined.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum CombiningKind {
    Mean,
    Max,
}

/// How weights are multiplied by the norms of values: as they are, or as shares of their sum in the row.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum ValuesKind {
    Norm,
    Share,
}

/// Combines maps cell by cell. They are added one after the other.
#[wasm_bindgen]
pub struct Combining(maps::Combining);

#[wasm_bindgen]
impl Combining {
    /// A combination without maps.
    #[wasm_bindgen(constructor)]
    pub fn new(kind: &Ts<CombiningKind>) -> Result<Self, Refusal> {
        let kind = read_options("the kind of combining", kind)?;
        Ok(Self(maps::Combining::new(match kind {
            CombiningKind::Mean => Combination::Mean,
            CombiningKind::Max => Combination::Max,
        })))
    }

    /// Adds the next map.
    pub fn add(&mut self, map: &HeadMap) -> Result<(), Refusal> {
        Ok(self.0.add(&map.0)?)
    }

    /// The combination of all added maps.
    pub fn finish(self) -> Result<HeadMap, Refusal> {
        Ok(HeadMap::of(self.0.finish()?))
    }
}

/// Attention rollout: the attention matrices of the layers, multiplied.
#[wasm_bindgen]
pub struct Rollout(measures::Rollout);

#[wasm_bindgen]
impl Rollout {
    /// A rollout before the first layer.
    #[wasm_bindgen(constructor)]
    pub fn new(tokens: &Number) -> Result<Self, Refusal> {
        Ok(Self(measures::Rollout::new(read_value("the number of tokens", tokens)?)?))
    }

    /// Applies the next layer.
    pub fn layer(&mut self, map: &HeadMap) -> Result<(), Refusal> {
        Ok(self.0.layer(&map.0)?)
    }

    /// The share of each input token in each position.
    pub fn map(&self) -> HeadMap {
        HeadMap::of(self.0.map())
    }
}

/// A list of maps, such as the steps of generation.
#[wasm_bindgen]
#[derive(Default)]
pub struct MapList(Vec<Rc<Cells>>);

#[wasm_bindgen]
impl MapList {
    /// An empty list.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a map.
    pub fn push(&mut self, map: &HeadMap) {
        self.0.push(Rc::clone(&map.0));
    }

    /// Stacks the rows of all maps, padded with zeros to a number of keys.
    pub fn stacked(self, keys: &Number) -> Result<HeadMap, Refusal> {
        let parts: Vec<&Cells> = self.0.iter().map(|part| &**part).collect();
        Ok(HeadMap::of(maps::stacked(&parts, read_value("the number of keys", keys)?)?))
    }
}

/// The similarity of two heads, 0 to 1, or `undefined` if no row can be compared.
#[wasm_bindgen]
pub fn similarity(a: &HeadMap, b: &HeadMap) -> Result<Option<f64>, Refusal> {
    Ok(measures::similarity(&a.0, &b.0)?)
}

/// Weights multiplied by the norms of the values `v`, (keys, features).
#[wasm_bindgen(js_name = valueWeighted)]
pub fn value_weighted(
    map: &HeadMap,
    v: &HeadMap,
    kind: &Ts<ValuesKind>,
) -> Result<HeadMap, Refusal> {
    let kind = match read_options("the kind of values", kind)? {
        ValuesKind::Norm => ValueWeighting::Lengths,
        ValuesKind::Share => ValueWeighting::Shares,
    };
    let norms = norms(v.0.cells(), v.0.queries(), v.0.keys())?;
    Ok(HeadMap::of(measures::value_weighted(&map.0, &norms, kind)?))
}

/// The symmetrized and corrected weights between residues. `residues` has 1 for each token that is a residue, else 0.
#[wasm_bindgen]
pub fn contacts(map: &HeadMap, residues: &Indexes) -> Result<HeadMap, Refusal> {
    let residues: Vec<bool> =
        usizes("the residues", residues)?.into_iter().map(|each| each > 0).collect();
    Ok(HeadMap::of(measures::contacts(&map.0, &residues)?))
}

/// The weights between words. `queryWords` and `keyWords` have the index of the word of each token.
#[wasm_bindgen]
pub fn merged(
    map: &HeadMap,
    query_words: &Indexes,
    key_words: &Indexes,
) -> Result<HeadMap, Refusal> {
    let queries = usizes("the words of the queries", query_words)?;
    let keys = usizes("the words of the keys", key_words)?;
    Ok(HeadMap::of(measures::merge(&map.0, &queries, &keys)?))
}
