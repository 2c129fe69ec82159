//! Times what the page computes for a file with 12 layers of 12 heads of 512 x 512 weights, and for
//! a single head of 4096 x 4096: `cargo run --release -p heedmap-measures --example time_measures`.

use std::time::Instant;

use heedmap_measures::maps::{Combination, Combining, Error, Shown, View, overview};
use heedmap_measures::{HeadMap, Rollout, Settings, measures, similarity};

const LAYERS: usize = 12;
const HEADS: usize = 12;
const TOKENS: usize = 512;
const LARGE: usize = 4096;

/// The side of a thumbnail.
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
            heads.iter().try_for_each(|head| Ok(measures(head, &settings).map(drop)?))
        })?;
        timed("measures and thumbnails", || {
            let settings = Settings::default();
            heads.iter().try_for_each(|head| overview(head, &settings, SIDE).map(drop))
        })?;
        timed("views at every size", || {
            heads.iter().try_for_each(|head| View::new(head.clone(), Shown::default()).map(drop))
        })?;
        timed("heads like the first", || {
            heads.iter().try_for_each(|head| Ok(similarity(&heads[0], head).map(drop)?))
        })?;
        timed("mean over heads, and rollout", || {
            let mut rollout = Rollout::new(TOKENS)?;
            for layer in heads.chunks(HEADS) {
                let mut mean = Combining::new(Combination::Mean);
                layer.iter().try_for_each(|head| mean.add(head))?;
                rollout.layer(&mean.finish()?)?;
            }
            Ok(())
        })?;
    }
    println!("causal: 1 head of {LARGE} x {LARGE}");
    let head = weights(1, LARGE, true)?;
    timed("all measures", || Ok(measures(&head, &Settings::default()).map(drop)?))?;
    timed("view at every size", || View::new(head.clone(), Shown::default()).map(drop))
}

/// Rows that sum to 1, of numbers from a simple generator; the values do not affect the time.
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
    Ok(HeadMap::new("weights", tokens, tokens, cells)?)
}

/// Prints the shortest of three times, because other load on the machine only adds time.
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
