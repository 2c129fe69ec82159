//! Prints how long runs take: `cargo run --release --example time_run -p heedmap-model`.
//!
//! The tiny GPT comes from the fixtures. GPT-2 has the shape of the model with 124 million parameters, and random
//! parameters.

use std::error::Error;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use heedmap_model::{Model, Replacement, Request, Run, Step, Variant};
use heedmap_tensor_files::Open;
use serde_json::{Map, Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = "fixtures/model/tiny-gpt";
    let file = fs::read(format!("{folder}/model.safetensors"))?;
    measure("tiny GPT", &fs::read(format!("{folder}/config.json"))?, &file, 64)?;
    let (config, file) = gpt2(12, 768, 12, 50257);
    measure("GPT-2, 124M", config.to_string().as_bytes(), &file, 64)
}

/// Prints the times of a text alone, and with a variant for each head.
fn measure(name: &str, config: &[u8], file: &[u8], tokens: u32) -> Result<(), Box<dyn Error>> {
    let mut open = Open::new(file.len() as u64);
    while let Some(span) = open.need() {
        open.supply(&file[span.offset as usize..span.end() as usize])?;
    }
    let model = Arc::new(Model::from_safetensors(config, &[open.finish()?])?);
    let text: Vec<u32> = (0..tokens).map(|at| at * 7919 % 2000).collect();
    let (heads, all) = run(&model, file, Request::of(&text))?;
    let variants = Variant::each_head(model.config(), 0, Replacement::Zero);
    let count = variants.len();
    let (_, ablated) = run(&model, file, Request { variants, ..Request::of(&text) })?;
    println!(
        "{name}, {tokens} tokens: all heads {heads:.1?}, with logits {all:.1?}, {count} ablations {ablated:.1?}"
    );
    Ok(())
}

/// The times until all heads are there, and until the run is done.
fn run(
    model: &Arc<Model>,
    file: &[u8],
    request: Request,
) -> Result<(Duration, Duration), Box<dyn Error>> {
    let start = Instant::now();
    let mut heads = Duration::ZERO;
    let mut run = Run::new(model.clone(), request)?;
    loop {
        match run.step()? {
            Step::Read(part) => run.supply(&file[part.offset as usize..part.end() as usize])?,
            Step::Layer(_) => heads = start.elapsed(),
            Step::Work => {}
            Step::Done => return Ok((heads, start.elapsed())),
        }
    }
}

/// A configuration of GPT-2, and a file with random parameters of 16 bits.
fn gpt2(layers: usize, width: usize, heads: usize, vocabulary: usize) -> (Value, Vec<u8>) {
    let config = json!({
        "model_type": "gpt2", "n_layer": layers, "n_embd": width, "n_head": heads, "n_positions": 1024,
        "vocab_size": vocabulary,
    });
    let mut shapes = vec![
        ("wte.weight".to_owned(), vec![vocabulary, width]),
        ("wpe.weight".to_owned(), vec![1024, width]),
        ("ln_f.weight".to_owned(), vec![width]),
        ("ln_f.bias".to_owned(), vec![width]),
    ];
    for layer in 0..layers {
        for (name, inputs, outputs) in [
            ("attn.c_attn", width, 3 * width),
            ("attn.c_proj", width, width),
            ("mlp.c_fc", width, 4 * width),
            ("mlp.c_proj", 4 * width, width),
        ] {
            shapes.push((format!("h.{layer}.{name}.weight"), vec![inputs, outputs]));
            shapes.push((format!("h.{layer}.{name}.bias"), vec![outputs]));
        }
        for name in ["ln_1", "ln_2"] {
            shapes.push((format!("h.{layer}.{name}.weight"), vec![width]));
            shapes.push((format!("h.{layer}.{name}.bias"), vec![width]));
        }
    }
    let (mut header, mut end) = (Map::new(), 0);
    for (name, shape) in shapes {
        let start = end;
        end += 2 * shape.iter().product::<usize>();
        header
            .insert(name, json!({ "dtype": "F16", "shape": shape, "data_offsets": [start, end] }));
    }
    let header = Value::Object(header).to_string();
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header.as_bytes());
    let mut state = 1_u64;
    file.extend((0..end / 2).flat_map(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        // Positive or negative, from 1/64 to 1/32.
        let bits = (state >> 48) as u16;
        (bits & 0x83ff | 0x2400).to_le_bytes()
    }));
    (config, file)
}
