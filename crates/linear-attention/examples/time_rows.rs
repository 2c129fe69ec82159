//! Prints how long a row of 102,400 tokens and a whole head of 4,096 tokens take, and how much an early stop saves:
//! `cargo run --release -p heedmap-linear-attention --example time_rows`.

use std::time::Instant;

use heedmap_linear_attention::{Error, LinearHead};

const FEATURES: usize = 128;

/// Numbers from -1 to 1, the same in every run.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    fn vectors(&mut self, count: usize) -> Vec<f32> {
        let mut cells: Vec<f32> = (0..count * FEATURES).map(|_| self.next()).collect();
        for vector in cells.chunks_exact_mut(FEATURES) {
            let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
            vector.iter_mut().for_each(|x| *x /= length);
        }
        cells
    }
}

fn head(tokens: usize, decay: f32, by_channel: bool) -> Result<LinearHead<f32>, Error> {
    let mut noise = Noise(88_172_645_463_325_252);
    let (q, k) = (noise.vectors(tokens), noise.vectors(tokens));
    let betas: Vec<f32> = (0..tokens).map(|_| 0.5 + 0.5 * noise.next()).collect();
    let count = if by_channel { tokens * FEATURES } else { tokens };
    let decays: Vec<f32> = (0..count).map(|_| decay * (noise.next() - 1.0)).collect();
    if by_channel {
        LinearHead::kda(&q, &k, FEATURES, &betas, &decays)
    } else {
        LinearHead::gated_delta(&q, &k, FEATURES, &betas, &decays)
    }
}

/// The shortest of three runs, in milliseconds: on the processor where the system says so, as Linux does, because other
/// programs may run.
fn shortest(mut run: impl FnMut() -> Result<(), Error>) -> Result<f64, Error> {
    let on_processor = || -> Option<f64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok().map(|nanoseconds: f64| nanoseconds / 1e6)
    };
    let mut least = f64::INFINITY;
    for _ in 0..3 {
        let (start, processor) = (Instant::now(), on_processor());
        run()?;
        let passed = start.elapsed().as_secs_f64() * 1000.0;
        let used = processor.and_then(|before| Some(on_processor()? - before));
        // The system counts in steps of some milliseconds.
        least = least.min(used.filter(|&used| used > 10.0).unwrap_or(passed));
    }
    Ok(least)
}

fn main() -> Result<(), Error> {
    for (name, by_channel) in [("gated DeltaNet", false), ("KDA", true)] {
        let tokens = 102_400;
        let all = head(tokens, 0.0, by_channel)?;
        let mut row = vec![0.0; tokens];
        let whole = shortest(|| all.row(tokens - 1, 0.0, &mut row).map(|_| ()))?;
        println!("{name}, a row of {tokens} keys, no decay: {whole:.2} ms");
        let erased = shortest(|| all.row(tokens - 1, 1e-7, &mut row).map(|_| ()))?;
        println!("{name}, the same, threshold 1e-7: {erased:.2} ms, 1 / {:.0}", whole / erased);
        let decaying = head(tokens, 0.01, by_channel)?;
        let early = shortest(|| decaying.row(tokens - 1, 1e-7, &mut row).map(|_| ()))?;
        println!(
            "{name}, the same, decays, threshold 1e-7: {early:.2} ms, 1 / {:.0}",
            whole / early
        );

        let tokens = 4096;
        let small = head(tokens, 0.0, by_channel)?;
        let map = shortest(|| small.rows(0..tokens, 0.0, &mut |_, _, _| {}))?;
        println!("{name}, a whole head of {tokens} tokens: {map:.0} ms");
        let cells = (tokens * (tokens + 1) / 2) as f64;
        println!("{name}, a cell: {:.1} ns", map * 1e6 / cells);
    }
    Ok(())
}
