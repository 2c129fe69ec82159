//! Picked keys and blocks, compressed entries, and caches with a budget.

use heedmap_attention::{AttentionRule, Causal, HeadInputs, Real, Tensor, attend_heads};
use heedmap_sparse_attention::{
    BlockRule, Entries, attended_entries, h2o, index_scores, mass_lost, moba_blocks, msa_blocks,
    nsa_blocks, share_entries, snapkv, top_k, window_with_sinks,
};

use super::{Outputs, required, tensor, unknown};
use crate::fields::{Failure, Fields};

/// The indexer of DSA, the keys that it picks, their softmax, and the mass that is lost.
pub(super) fn index<T: Real>(params: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    params.only(&["count"])?;
    inputs.only(&["q", "k", "index_q", "index_k", "index_weights"])?;
    let count = required("count", params.size("count")?)?;
    let [q, k, index_q, index_k, of_heads] =
        ["q", "k", "index_q", "index_k", "index_weights"].map(|name| inputs.needed::<f64>(name));
    let (q, k, index_q, index_k, of_heads) = (q?, k?, index_q?, index_k?, of_heads?);
    let [tokens, features] = sides(&q)?;
    let [_, width] = sides(&index_k)?;
    let [_, heads] = sides(&of_heads)?;
    let of_head = |tensor: &Tensor<f64>| {
        Tensor::new("a head", &[1, 1, tokens, features], tensor.data().to_vec())
    };
    let (q, k) = (of_head(&q)?, of_head(&k)?);
    let rule = AttentionRule { causal: Causal::UpperLeft, ..AttentionRule::default() };
    let dense = attend_heads(&HeadInputs::new(&q, &k, &k), &rule)?.weights;
    let (mut scores, mut lost, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..tokens {
        let query = &index_q.data()[i * heads * width..][..heads * width];
        let weights = &of_heads.data()[i * heads..][..heads];
        let row = index_scores(query, index_k.data(), width, weights)?;
        let picked = top_k(&row[..=i], count);
        lost.push(mass_lost(&dense.data()[i * tokens..][..tokens], &picked)?);
        scores.extend(row);
        rows.push(picked);
    }
    let cells = marks(&rows, tokens);
    let picked: Vec<bool> = cells.iter().map(|&mark| mark == 1.0).collect();
    let picked = Tensor::new("the picked keys", &[1, 1, tokens, tokens], picked)?;
    let masks = heedmap_attention::Masks::default().boolean(Some(&picked));
    let shares = attend_heads(&HeadInputs::new(&q, &k, &k).masks(masks), &rule)?.weights;
    Ok(vec![
        ("scores", tensor("scores", &[tokens, tokens], &scores)?),
        ("picked", tensor("picked", &[tokens, tokens], &cells)?),
        ("weights", tensor("weights", &[tokens, tokens], shares.data())?),
        ("lost", tensor("lost", &[tokens], &lost)?),
    ])
}

/// The blocks that each query picks.
pub(super) fn blocks<T: Real>(params: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    params.only(&["rule", "block", "count", "scale", "local"])?;
    inputs.only(&["q", "k"])?;
    let (q, k) = (inputs.needed::<f64>("q")?, inputs.needed::<f64>("k")?);
    let [tokens, features] = sides(&k)?;
    let width = q.data().len() / tokens.max(1);
    let size = |name: &str| params.size(name).and_then(|found| required(name, found));
    let rule = BlockRule { block: size("block")?, count: size("count")? };
    let mut rows = Vec::new();
    for query in 0..tokens {
        let (q, k) = (&q.data()[query * width..][..width], k.data());
        rows.push(match params.text("rule")? {
            Some("moba") => moba_blocks(q, k, query, rule)?,
            Some("msa") => msa_blocks(q, k, query, size("local")?, rule)?,
            Some("nsa") => {
                let scale = required("scale", params.number("scale")?)?;
                nsa_blocks(q, k, features, query, scale, rule)?
            }
            other => return Err(unknown("rule", other)),
        });
    }
    let columns = tokens.div_ceil(rule.block.max(1));
    Ok(vec![("picked", tensor("picked", &[tokens, columns], &marks(&rows, columns))?)])
}

/// The entries of CSA and HCA, what they pool, and how many each query sees.
pub(super) fn entries<T: Real>(params: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    params.only(&["kind", "m", "features"])?;
    inputs.only(&["c", "z", "b"])?;
    let size = |name: &str| params.size(name).and_then(|found| required(name, found));
    let (m, features) = (size("m")?, size("features")?);
    let numbers = |name| inputs.needed::<f64>(name);
    let (c, z, b) = (numbers("c")?, numbers("z")?, numbers("b")?);
    let tokens = c.shape().first().copied().unwrap_or(0);
    let (found, pooled) = match params.text("kind")? {
        Some("csa") => (Entries::csa(c.data(), z.data(), b.data(), features, m)?, 2 * m),
        Some("hca") => (Entries::hca(c.data(), z.data(), b.data(), features, m)?, m),
        other => return Err(unknown("kind", other)),
    };
    let count = found.count();
    let visible: Vec<f64> = (0..tokens).map(|query| found.visible(query) as f64).collect();
    Ok(vec![
        ("entries", tensor("entries", &[count, features], &found.cells)?),
        ("shares", tensor("shares", &[count, pooled, features], &found.shares)?),
        ("visible", tensor("visible", &[tokens], &visible)?),
    ])
}

/// The weights of a window and of entries, which a query may have picked, and the weights by token.
pub(super) fn compressed<T: Real>(params: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    params.only(&["m", "window", "sink"])?;
    inputs.only(&["q", "k", "k_compressed", "selected"])?;
    let size = |name: &str| params.size(name).and_then(|found| required(name, found));
    let (m, window, sink) = (size("m")?, size("window")?, params.number("sink")?);
    let numbers = |name| inputs.needed::<f64>(name);
    let (q, k, entries) = (numbers("q")?, numbers("k")?, numbers("k_compressed")?);
    let picks = inputs.floats::<f64>("selected")?;
    let ([tokens, features], [count, _]) = (sides(&q)?, sides(&entries)?);
    let picks: Option<(Vec<i32>, usize)> = picks.as_ref().map(|picks| {
        let numbers = picks.data().iter().map(|&pick| pick as i32).collect();
        (numbers, picks.shape()[1])
    });
    let given = picks.as_ref().map(|(picks, most)| (&picks[..], *most));
    let attended = attended_entries(given, tokens, 0, m, count)?;
    let columns = tokens + count;
    let mut seen = marks(&attended, columns);
    seen.chunks_mut(columns).for_each(|row| row.rotate_right(tokens));
    for (query, row) in seen.chunks_mut(columns).enumerate() {
        row[(query + 1).saturating_sub(window)..=query].fill(1.0);
    }
    let seen = seen.iter().map(|&mark| mark == 1.0).collect();
    let seen = Tensor::new("the seen keys", &[1, 1, tokens, columns], seen)?;
    let all = [k.data(), entries.data()].concat();
    let q = Tensor::new("q", &[1, 1, tokens, features], q.data().to_vec())?;
    let k = Tensor::new("k", &[1, 1, columns, features], all)?;
    let masks = heedmap_attention::Masks::default().boolean(Some(&seen));
    let rule = AttentionRule { sink, ..AttentionRule::default() };
    let weights = attend_heads(&HeadInputs::new(&q, &k, &k).masks(masks), &rule)?.weights;
    let mut by_token = Vec::with_capacity(tokens * tokens);
    for row in weights.data().chunks(columns) {
        let start = by_token.len();
        by_token.extend_from_slice(&row[..tokens]);
        share_entries(&mut by_token[start..], &row[tokens..], m as u16);
    }
    Ok(vec![
        ("weights", tensor("weights", &[tokens, columns], weights.data())?),
        ("by_token", tensor("by_token", &[tokens, tokens], &by_token)?),
    ])
}

/// The keys that a cache with a budget keeps, and the mass that each query loses.
pub(super) fn evictions<T: Real>(params: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    params.only(&["policy", "sinks", "window", "recent", "budget", "prompt", "reach"])?;
    inputs.only(&["weights"])?;
    let weights = inputs.needed::<f64>("weights")?;
    let [tokens, _] = sides(&weights)?;
    let cells = weights.data();
    let size = |name: &str| params.size(name).and_then(|found| required(name, found));
    let rows = match params.text("policy")? {
        Some("window") => {
            let (sinks, window) = (size("sinks")?, size("window")?);
            (0..tokens).map(|query| window_with_sinks(query, sinks, window)).collect()
        }
        Some("h2o") => h2o(cells, tokens, size("budget")?, size("recent")?)?,
        Some("snapkv") => {
            let (prompt, window) = (size("prompt")?, size("window")?);
            let kept = snapkv(cells, tokens, prompt, window, size("reach")?, size("budget")?)?;
            let kept = marks(&[kept], tokens);
            return Ok(vec![("picked", tensor("picked", &[1, tokens], &kept)?)]);
        }
        other => return Err(unknown("policy", other)),
    };
    let lost = rows
        .iter()
        .zip(cells.chunks(tokens.max(1)))
        .map(|(kept, row): (&Vec<usize>, _)| mass_lost(row, kept))
        .collect::<Result<Vec<f64>, _>>()?;
    Ok(vec![
        ("picked", tensor("picked", &[tokens, tokens], &marks(&rows, tokens))?),
        ("lost", tensor("lost", &[tokens], &lost)?),
    ])
}

/// 1 for what each row picks, else 0.
fn marks(rows: &[Vec<usize>], columns: usize) -> Vec<f64> {
    let mut cells = vec![0.0; rows.len() * columns];
    for (row, picked) in cells.chunks_mut(columns.max(1)).zip(rows) {
        for &column in picked.iter().filter(|&&column| column < columns) {
            row[column] = 1.0;
        }
    }
    cells
}

/// The sides of a matrix.
fn sides(tensor: &Tensor<f64>) -> Result<[usize; 2], Failure> {
    <[usize; 2]>::try_from(tensor.shape())
        .map_err(|_| Failure(format!("{:?} must be a matrix", tensor.shape())))
}
