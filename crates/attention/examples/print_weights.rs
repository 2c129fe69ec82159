//! Prints the weights of a causal head as shaded text: `cargo run --example print_weights`.

use heedmap_attention::random::{Distribution, Draw, RandomState, draw};
use heedmap_attention::teaching::forward::{ForwardInputs, Positions, forward_pass};
use heedmap_attention::{
    AttentionRule, Causal, EmbeddingScale, Error, Exponent, Projections, SoftmaxKind,
};

const TOKENS: [&str; 6] = ["the", "cat", "sat", "on", "the", "mat"];
const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];

fn main() -> Result<(), Error> {
    let mut random = RandomState::new(7)?;
    let mut normal = |rows, cols| {
        draw(&mut random, &Draw { distribution: Distribution::Randn, factor: None, rows, cols })
    };
    let inputs = ForwardInputs::Embedded {
        embeddings: normal(TOKENS.len(), 8)?,
        scale: EmbeddingScale::None,
        positions: Positions::Sinusoidal { first_position: 0.0, exponent: Exponent::Textbook },
        projections: Projections { w_q: normal(8, 4)?, w_k: normal(8, 4)?, w_v: normal(8, 4)? },
    };
    let rule = AttentionRule { causal: Causal::UpperLeft, ..AttentionRule::default() };
    let steps = forward_pass(inputs, (&rule, SoftmaxKind::default()), None)?;
    let weights = steps.attention.softmax.weights;

    println!("query (down), key (across), weights in percent\n");
    println!("     {}", TOKENS.map(|key| format!("{key:>6}")).concat());
    for (i, query) in TOKENS.into_iter().enumerate() {
        print!("{query:>5}");
        for j in 0..TOKENS.len() {
            if j > i {
                print!("     ·");
                continue;
            }
            // A weight of 1 gives the last shade, not the one after it.
            let shade = SHADES[((weights[(i, j)] * 5.0) as usize).min(4)];
            print!(" {shade}{shade}{:>3.0}", weights[(i, j)] * 100.0);
        }
        println!();
    }
    Ok(())
}
