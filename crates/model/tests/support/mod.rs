//! Reads models as a browser does: piece by piece, and only the requested bytes.

pub(crate) mod header;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use heedmap_model::{Error, Gguf, Model, OpenGguf, Read, Request, Run, Step};
use serde_json::Value;

/// The folders of small random language models, one of each kind.
pub(crate) const CAUSAL: [&str; 17] = [
    "gpt2",
    "gpt2-untied",
    "llama",
    "llama-tied",
    "llama-yarn",
    "llama-3",
    "mistral",
    "qwen2",
    "qwen3",
    "smollm3",
    "gemma2",
    "gemma3",
    "gpt-neox",
    "gpt-neox-sequential",
    "gpt-oss",
    "gpt-oss-mxfp4",
    "qwen3_5",
];

/// A folder of the fixtures.
pub(crate) fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/model").join(name)
}

/// A model with the bytes of its only file.
pub(crate) struct Opened {
    pub(crate) model: Arc<Model>,
    pub(crate) file: Vec<u8>,
}

/// Opens a model from its configuration and file.
pub(crate) fn open(config: &[u8], file: Vec<u8>) -> Result<Opened, Error> {
    let listing = heedmap_tensor_files::open_all(&file)?;
    let model = Arc::new(Model::from_safetensors(config, &[listing])?);
    Ok(Opened { model, file })
}

/// Opens a model of the fixtures.
pub(crate) fn opened(name: &str) -> Opened {
    let folder = folder(name);
    let file = fs::read(folder.join("model.safetensors")).unwrap();
    open(&fs::read(folder.join("config.json")).unwrap(), file).unwrap()
}

/// Reads the header of a GGUF file, `chunk` bytes at a time.
pub(crate) fn gguf(file: &[u8], chunk: usize) -> Result<Gguf, Error> {
    let mut open = OpenGguf::new(file.len() as u64);
    while let Some(part) = open.need() {
        if part.length == 0 {
            // The file is empty.
            open.supply(&[])?;
        }
        open.supply(supplied(file, part, chunk))?;
    }
    open.finish()
}

/// Opens a GGUF model of the fixtures.
pub(crate) fn opened_gguf(name: &str) -> Opened {
    let file = fs::read(folder("gguf").join(name).with_extension("gguf")).unwrap();
    let model = Arc::new(Model::from_gguf(&gguf(&file, usize::MAX).unwrap()).unwrap());
    Opened { model, file }
}

/// The requested bytes of a file, at most `chunk` of them.
pub(crate) fn supplied(file: &[u8], part: Read, chunk: usize) -> &[u8] {
    let [start, end] = [part.offset, part.end()].map(|at| usize::try_from(at).unwrap());
    assert!(part.length > 0 && end <= file.len(), "asks for {part:?} of {} bytes", file.len());
    &file[start..end.min(start.saturating_add(chunk))]
}

/// Runs to the end, `chunk` bytes at a time.
pub(crate) fn run_by(opened: &Opened, request: Request, chunk: usize) -> Result<Run, Error> {
    let mut run = Run::new(opened.model.clone(), request)?;
    loop {
        match run.step()? {
            Step::Read(part) => run.supply(supplied(&opened.file, part, chunk))?,
            Step::Work | Step::Layer(_) => {}
            Step::Done => return Ok(run),
        }
    }
}

/// Runs to the end.
pub(crate) fn run(opened: &Opened, request: Request) -> Run {
    run_by(opened, request, usize::MAX).unwrap()
}

/// The reference numbers of a model.
pub(crate) fn reference(name: &str) -> Value {
    let text = fs::read(folder(name).join("reference.json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// The reference numbers of a GGUF model.
pub(crate) fn reference_gguf(name: &str) -> Value {
    let text = fs::read(folder("gguf").join(name).with_extension("json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// Bytes as base64.
pub(crate) fn decoded(value: &Value) -> Vec<u8> {
    STANDARD.decode(value.as_str().unwrap()).unwrap()
}

/// The ids of a text.
pub(crate) fn ids(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|id| id.as_u64().unwrap() as u32).collect()
}

/// The numbers of a tensor, `{dtype, shape, b64}`.
pub(crate) fn numbers(value: &Value) -> Vec<f32> {
    let bytes = decoded(&value["b64"]);
    bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

/// Fails unless all numbers are within a distance of the others.
pub(crate) fn assert_close(what: &str, found: &[f32], wanted: &[f32], tolerance: f32) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    let distances = found.iter().zip(wanted).map(|(found, wanted)| (found - wanted).abs());
    let (at, most) = distances.enumerate().fold((0, 0.0), |worst, next| {
        if next.1 > worst.1 || next.1.is_nan() { next } else { worst }
    });
    assert!(most <= tolerance, "{what}: {most:e} at {at}: {} for {}", found[at], wanted[at]);
}

/// The weights of all heads of a text, (layers, heads, queries, keys).
pub(crate) fn weights(run: &Run, text: usize) -> Vec<f32> {
    let config = run.model().config();
    let layers = run.text(text).unwrap().layers.iter().flatten().enumerate();
    layers
        .flat_map(|(at, layer)| {
            (0..config.heads_of(at)).flat_map(|head| layer.weights(head).unwrap())
        })
        .collect()
}

/// Fails unless the weights of all heads and the logits of all positions are those of a reference.
pub(crate) fn assert_weights_and_logits(name: &str, model: &Opened, reference: &Value) {
    let ids = ids(&reference["ids"]);
    let positions = (0..ids.len()).collect();
    let run = run(model, Request { positions, ..Request::of(&ids) });
    assert_close(name, &weights(&run, 0), &numbers(&reference["weights"]), 1e-5);
    let logits: Vec<f32> = run.readouts().iter().flat_map(|one| one.logits.clone()).collect();
    assert_close(name, &logits, &numbers(&reference["logits"]), 1e-4);
}
