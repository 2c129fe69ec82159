//! Heads with compressed keys: weights of single tokens, and of entries that stand for several.

use std::ops::Range;

use heedmap_attention::streaming::{HeadWeights, Vectors};
use heedmap_measures::HeadMap as Cells;
use heedmap_sparse_attention::{attended_entries, complete_entries, share_entries};
use heedmap_wasm_common::{GivenRule, InputError, Refusal, rule_in};
use js_sys::{Float32Array, Uint32Array};
use wasm_bindgen::prelude::*;

use crate::head_map::HeadMap;
use crate::indexes::array;
use crate::mask_ranges::seen_keys;
use crate::picked::integers;

/// A head whose queries attend to single tokens, and to entries.
#[wasm_bindgen]
pub struct CompressedHead {
    weights: HeadWeights,
    /// The tokens that each query sees by itself, ascending.
    tokens: Vec<Vec<Range<usize>>>,
    /// The entries that each query attends to, ascending.
    entries: Vec<Vec<usize>>,
    /// The number of all entries.
    count: usize,
    keys: usize,
    /// The position of query 0.
    offset: i64,
    /// The number of tokens of an entry.
    m: u16,
}

/// A head with entries: `kCompressed` has one row for each, of `m` tokens. The softmax is over the tokens that `rule` lets a
/// query see, the entries, and the sink.
///
/// `picks`: (queries, places), the entries that each query picked; without it, queries attend to all complete entries.
/// `layer`, `group`: named by errors.
#[allow(clippy::too_many_arguments, reason = "JavaScript passes them by name")]
#[wasm_bindgen(js_name = compressedHead)]
pub fn compressed_head(
    q: &HeadMap,
    k: &HeadMap,
    k_compressed: &HeadMap,
    picks: Option<HeadMap>,
    rule: &GivenRule,
    m: u16,
    layer: usize,
    group: usize,
) -> Result<CompressedHead, Refusal> {
    let (q, k, entries) = (&q.0, &k.0, &k_compressed.0);
    let rule = rule_in(rule)?;
    if k.keys() != entries.keys() {
        return Err(InputError::wanted("the entries", "rows with as many features as k").into());
    }
    let [queries, keys, count] = [q.queries(), k.queries(), entries.queries()];
    let offset = rule.first_position(queries, keys);
    let seen = seen_keys(&rule, [queries, keys])?;
    let numbers = picks.map(|picks| (integers(&picks), picks.0.keys()));
    let given = numbers.as_ref().map(|(cells, most)| (&cells[..], *most));
    let attended = attended_entries(given, queries, offset, usize::from(m), count);
    let all = [k.cells(), entries.cells()].concat();
    let q = Vectors { cells: q.cells(), size: q.keys() };
    Ok(CompressedHead {
        weights: HeadWeights::new(q, Vectors { cells: &all, size: k.keys() }, &rule)?,
        tokens: (0..queries).map(seen).collect(),
        entries: attended.map_err(|error| error.at(layer, group))?,
        count,
        keys,
        offset,
        m,
    })
}

#[wasm_bindgen]
impl CompressedHead {
    /// The weights by token: that of an entry is added to its tokens in equal shares.
    pub fn map(&self) -> Result<HeadMap, Refusal> {
        let sinks = self.sinks();
        let columns = sinks + self.keys;
        let mut cells = Vec::with_capacity(self.tokens.len().saturating_mul(columns));
        for query in 0..self.tokens.len() {
            let row = self.weights_of(query)?;
            let (own, entries) = row.split_at(columns);
            let start = cells.len();
            cells.extend_from_slice(own);
            share_entries(&mut cells[start + sinks..], entries, self.m);
        }
        Ok(HeadMap::of(Cells::new("weights", self.tokens.len(), columns, cells)?))
    }

    /// The weights of a query: of the sink, if there is one, the tokens and the entries.
    pub fn row(&self, query: usize) -> Result<Float32Array, Refusal> {
        Ok(Float32Array::new_from_slice(&self.weights_of(query)?))
    }

    /// The entries that a query attends to.
    pub fn entries(&self, query: usize) -> Uint32Array {
        array(self.entries.get(query).into_iter().flatten().copied())
    }

    /// The first token and the end of each range of tokens that a query sees by themselves.
    pub fn seen(&self, query: usize) -> Uint32Array {
        let ranges = self.tokens.get(query).into_iter().flatten();
        array(ranges.flat_map(|range| [range.start, range.end]))
    }

    /// For each query, the weight that it would give to the complete entries that it did not pick.
    pub fn lost(&self) -> Result<Float32Array, Refusal> {
        let lost = (0..self.tokens.len()).map(|query| {
            let row = self.weights_over(query, 0..self.complete(query))?;
            let entries = &row[self.sinks() + self.keys..];
            let picked = &self.entries[query];
            let others =
                (0..self.complete(query)).filter(|entry| picked.binary_search(entry).is_err());
            Ok(others.map(|entry| entries[entry]).sum())
        });
        Ok(Float32Array::new_from_slice(&lost.collect::<Result<Vec<f32>, Refusal>>()?))
    }

    /// Two square pictures, one after the other, of the tokens that queries see by themselves and of the entries, both with a
    /// column for each token: the weight, -1 for an entry that was not picked, NaN for what a query cannot see. With more tokens
    /// than `side`, one cell of each block is shown.
    pub fn pictures(&self, side: usize) -> Result<Float32Array, Refusal> {
        let (queries, keys) = (self.tokens.len(), self.keys);
        let side = side.clamp(1, queries.max(keys).max(1));
        let mut cells = vec![f32::NAN; 2 * side * side];
        let (of_tokens, of_entries) = cells.split_at_mut(side * side);
        let lines = of_tokens.chunks_exact_mut(side).zip(of_entries.chunks_exact_mut(side));
        for (at, (by_token, by_entry)) in lines.enumerate() {
            let query = at * queries / side;
            if query >= queries {
                break;
            }
            let row = self.weights_of(query)?;
            let row = &row[self.sinks()..];
            let complete = self.complete(query);
            for to in 0..side {
                let token = to * keys / side;
                let sees = self.tokens[query].iter().any(|range| range.contains(&token));
                let entry = token / usize::from(self.m);
                let has = self.entries[query].binary_search(&entry).is_ok();
                if sees {
                    by_token[to] = row[token];
                }
                if entry < complete {
                    by_entry[to] = if has { row[keys + entry] } else { -1.0 };
                }
            }
        }
        Ok(Float32Array::new_from_slice(&cells))
    }

    /// The number of columns before those of the tokens.
    fn sinks(&self) -> usize {
        self.weights.columns() - self.weights.keys()
    }

    fn position(&self, query: usize) -> i64 {
        self.offset.saturating_add(query as i64)
    }

    /// The number of entries that a query could have attended to.
    fn complete(&self, query: usize) -> usize {
        complete_entries(self.position(query), usize::from(self.m), self.count)
    }

    fn weights_of(&self, query: usize) -> Result<Vec<f32>, Refusal> {
        self.weights_over(query, self.entries.get(query).into_iter().flatten().copied())
    }

    /// The weights of a query that attends to these entries.
    fn weights_over(
        &self,
        query: usize,
        entries: impl Iterator<Item = usize>,
    ) -> Result<Vec<f32>, Refusal> {
        let mut row = vec![0.0; self.weights.columns()];
        let tokens = self.tokens.get(query).into_iter().flatten().cloned();
        let entries = entries.map(|at| self.keys + at..self.keys + at + 1);
        let ranges: Vec<Range<usize>> = tokens.chain(entries).collect();
        self.weights.row_over(query, &ranges, &mut row)?;
        Ok(row)
    }
}
