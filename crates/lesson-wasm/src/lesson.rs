//! The inputs of a lesson, kept between computations behind a handle.

use std::collections::BTreeMap;

use heedmap_attention::Matrix;
use heedmap_wasm_common::{InputError, Refusal, part, read_options};
use js_sys::Object;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::matrix::read;
use crate::results::Given;
use crate::work::{Worked, work_from};
use crate::work_heads::{WorkedHeads, work_heads_from};
use crate::work_inputs::Input;
use crate::work_options::{WorkHeadsOptions, WorkOptions};

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface `MatrixData`; null for no matrix.
    #[wasm_bindgen(typescript_type = "Record<string, MatrixData | null>")]
    pub type Changes;
}

/// The matrices that a lesson starts from. Only matrices that change are passed again, and the results
/// omit the inputs. Call `free()` when the lesson is no longer needed.
#[wasm_bindgen]
#[derive(Default)]
pub struct Lesson {
    inputs: BTreeMap<String, Matrix>,
}

#[wasm_bindgen]
impl Lesson {
    /// A lesson without inputs.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces inputs, by their names in `WorkHeadsInputs`; null removes one. If one is rejected,
    /// none is replaced.
    ///
    /// @example
    /// const lesson = new Lesson();
    /// lesson.change({ q: { rows: 1, cols: 1, data: Float64Array.of(1) } });
    pub fn change(&mut self, changes: &Changes) -> Result<(), Refusal> {
        let changed = read_changes(changes)?;
        for (name, matrix) in changed {
            match matrix {
                Some(matrix) => self.inputs.insert(name, matrix),
                None => self.inputs.remove(&name),
            };
        }
        Ok(())
    }

    /// Like the function `work`, with the inputs of the lesson.
    pub fn work(&self, options: &Ts<WorkOptions>) -> Result<Ts<Worked>, Refusal> {
        work_from(&read_options("work options", options)?, self.reader(), Given::Omitted)
    }

    /// Like the function `workHeads`, with the inputs of the lesson.
    #[wasm_bindgen(js_name = workHeads)]
    pub fn work_heads(&self, options: &Ts<WorkHeadsOptions>) -> Result<Ts<WorkedHeads>, Refusal> {
        let w_o = self.inputs.get("wO").cloned();
        let request = read_options("work options", options)?;
        work_heads_from(&request, self.reader(), w_o, Given::Omitted)
    }
}

impl Lesson {
    fn reader(&self) -> impl Fn(Input) -> Result<Option<Matrix>, Refusal> {
        |input| Ok(self.inputs.get(input.name()).cloned())
    }
}

fn read_changes(changes: &JsValue) -> Result<Vec<(String, Option<Matrix>)>, Refusal> {
    let Some(changes) = changes.dyn_ref::<Object>() else {
        return Err(InputError::wanted("the changes", "a plain object").into());
    };
    let names = Object::keys(changes).into_iter().filter_map(|name| name.as_string());
    let checked = names.map(|name| {
        let given = part(changes, &name);
        let matrix = if given.is_null() { None } else { Some(read(&name, &given)?) };
        Ok((name, matrix))
    });
    checked.collect()
}
