//! What the heads of texts, and of variants that are kept, write to the residual stream.

use super::super::State;
use super::super::earlier::{earlier, kept};
use super::LayerRun;
use crate::config::Config;
use crate::error::{Error, zeros};
use crate::model::LayerParameters;
use crate::norm::Factors;
use crate::parameter::Part;
use crate::request::Request;

impl LayerRun {
    /// The places in the group whose heads' writes are kept: texts, and with `writes` the variants that are kept.
    pub(super) fn writers(&self, request: &Request, state: &State) -> Vec<usize> {
        let group = self.active[self.group.clone()].iter().enumerate();
        let is_kept = |index: usize| {
            let is_text = index < request.texts.len();
            (request.direct && is_text)
                || (request.writes && state.sequences[index].trace.is_some())
        };
        group.filter(|(_, index)| is_kept(**index)).map(|(at, _)| at).collect()
    }

    /// What one head of one text or kept variant writes: its output times its columns of the projection. If the sum of all heads is
    /// normalized, the scale of that norm is held.
    pub(super) fn write(
        &mut self,
        parameters: &LayerParameters,
        (config, request): (&Config, &Request),
        state: &mut State,
    ) -> Result<(), Error> {
        let heads = config.heads_of(self.layer);
        let head = self.slice % heads;
        let writers = self.writers(request, state);
        let Some(&place) = writers.get(self.slice / heads) else { return Ok(()) };
        let index = self.active[self.group.start + place];
        let all: Vec<usize> = (state.first..state.tokens).collect();
        let positions = if request.writes { &all } else { &state.positions };
        let (width, values) =
            (config.output_width_of(self.layer), config.value_size_of(self.layer));
        let from = head * values;
        let mut outputs = zeros("the output of a head", positions.len() * width)?;
        // The row of a position.
        let row_of = |position: usize| place * state.computed() + position - state.first;
        for (&position, to) in positions.iter().zip(outputs.chunks_exact_mut(width)) {
            let row = &self.rows.outputs[row_of(position) * width..][..width];
            to[from..][..values].copy_from_slice(&row[from..][..values]);
        }
        let mut writes = zeros("what a head writes", positions.len() * config.width)?;
        let matrix = parameters.matrix(Part::Output)?;
        matrix.product(&outputs, positions.len(), 0..config.width, &mut writes)?;
        let none = Factors::default();
        let factors = parameters.factors(Part::AttentionNormAfter).unwrap_or(&none);
        if config.norms_after {
            for (&position, part) in positions.iter().zip(writes.chunks_exact_mut(config.width)) {
                let row = &self.rows.y[row_of(position) * config.width..][..config.width];
                config.norm.apply_held(part, factors, config.norm.scale(row));
            }
        }
        let sequence = &mut state.sequences[index];
        let before = earlier(sequence, self.layer).filter(|_| request.writes);
        let before = before.map_or(Vec::new(), |one| one.first_writes(head, state.first));
        if let Some(layer) = kept(sequence, self.layer) {
            layer.writes.extend(before.into_iter().chain(writes));
        }
        Ok(())
    }
}
