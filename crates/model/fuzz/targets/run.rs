//! Runs a model from the bytes of its file, shared by the targets.

use std::sync::Arc;

use heedmap_model::{Model, Request, Run, Step};

/// A run ends, with a result or an error.
pub fn run(model: Arc<Model>, file: &[u8]) {
    let request = Request { lens: true, writes: true, direct: true, ..Request::of(&[1, 2, 0]) };
    let Ok(mut run) = Run::new(model, request) else { return };
    loop {
        match run.step() {
            Ok(Step::Read(read)) => {
                let start = (read.offset as usize).min(file.len());
                let end = (read.end() as usize).min(file.len());
                if run.supply(&file[start..end]).is_err() {
                    return;
                }
            }
            Ok(Step::Done) | Err(_) => return,
            Ok(Step::Work | Step::Layer(_)) => {}
        }
    }
}
