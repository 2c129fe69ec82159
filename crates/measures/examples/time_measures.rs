//! Times what a page does with a dropped file of 12 layers of 12 heads of 512 x 512 weights, and
//! with a single head of 4096 x 4096:
//! `cargo run --release -p heedmap-measures --example time_measures`.

use std::time::Instant;

use heedmap_measures::{
    Combination, Error, HeadMap, Pooling, Rollout, Settings, alike, combined, measures, pooled,
    pyramid,
};

const LAYERS: usize = 12;
const HEADS: usize = 12;
const TOKENS: usize = 512;
const LARGE: usize = 4096;

/// The side of a thumbnail, and of the maps by which heads are compared.
const SIDE: usize = 48;

fn main() -> Result<(), Error> {
    for (name, causal) in [("causal", true), ("bidirectional", false)] {
        let heads: Result<Vec<HeadMap>, Error> =
            (0..LAYERS * HEADS).map(|head| weights(head as u32, TOKENS, causal)).collect();
        let heads = heads?;
        println!("{name}: {} heads of {TOKENS} x {TOKENS}", heads.len());

        timed("all measures", || {
            let tokens: Vec<u32> = (0..TOKENS as u32).map(|at| at % 97).collect();
            let settings = Settings { tokens: Some(&tokens), ..Settings::default() };
            heads.iter().try_for_each(|head| measures(head, &settings).map(drop))
        })?;
        for (name, pooling) in [("largest", Pooling::Max), ("mean", Pooling::Mean)] {
            timed(&format!("thumbnails by the {name}"), || {
                heads.iter().try_for_each(|head| pooled(head, (SIDE, SIDE), pooling).map(drop))
            })?;
        }
        timed("pyramids", || heads.iter().try_for_each(|head| pyramid(head).map(drop)))?;
        let small: Result<Vec<HeadMap>, Error> =
            heads.iter().map(|head| pooled(head, (SIDE, SIDE), Pooling::Mean)).collect();
        let small = small?;
        timed("heads like the first, of pooled maps", || {
            alike(&small[0], &small.iter().collect::<Vec<_>>()).map(drop)
        })?;
        timed("heads like the first, of whole maps", || {
            alike(&heads[0], &heads.iter().collect::<Vec<_>>()).map(drop)
        })?;
        timed("mean over heads, and rollout", || {
            let mut rollout = Rollout::new(TOKENS)?;
            for layer in heads.chunks(HEADS) {
                let layer: Vec<&HeadMap> = layer.iter().collect();
                rollout.layer(&combined(&layer, Combination::Mean)?)?;
            }
            Ok(())
        })?;
    }
    println!("causal: 1 head of {LARGE} x {LARGE}");
    let head = weights(1, LARGE, true)?;
    timed("all measures", || measures(&head, &Settings::default()).map(drop))?;
    timed("pyramid", || pyramid(&head).map(drop))
}

/// Rows that sum to 1, of numbers from a small generator: what they are does not change the time.
fn weights(head: u32, tokens: usize, causal: bool) -> Result<HeadMap, Error> {
    let mut state = head.wrapping_mul(2_654_435_769).wrapping_add(1);
    let mut cells = vec![0.0; tokens * tokens];
    for (query, row) in cells.chunks_exact_mut(tokens).enumerate() {
        let keys = if causal { query + 1 } else { tokens };
        for cell in &mut row[..keys] {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *cell = (state >> 8) as f32 + 1.0;
        }
        let sum: f32 = row.iter().sum();
        row.iter_mut().for_each(|cell| *cell /= sum);
    }
    HeadMap::new("weights", tokens, tokens, cells)
}

/// Prints the shortest of three times: what else the machine does only ever adds.
fn timed(name: &str, work: impl Fn() -> Result<(), Error>) -> Result<(), Error> {
    let mut shortest = f64::INFINITY;
    for _ in 0..3 {
        let start = Instant::now();
        work()?;
        shortest = shortest.min(start.elapsed().as_secs_f64() * 1e3);
    }
    println!("{shortest:>10.1} ms  {name}");
    Ok(())
}
