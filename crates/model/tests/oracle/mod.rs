//! GPT-2 in 64 bits, written to be obviously right: loops over rows of numbers.

use std::collections::HashMap;

pub(crate) type Rows = Vec<Vec<f64>>;

/// A place in the model where a test may change numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The residual stream before a layer.
    Stream(usize),
    /// The values of a layer, (tokens, heads · features).
    Values(usize),
    /// The outputs of the heads of a layer, (tokens, heads · features).
    Heads(usize),
    /// What the MLP of a layer writes.
    Mlp(usize),
}

/// What a forward pass gives.
pub(crate) struct Pass {
    /// The logits of each position.
    pub(crate) logits: Rows,
    /// Every place, before it was changed.
    pub(crate) places: Vec<(Place, Rows)>,
    /// The stream after the attention and after the MLP of each layer.
    pub(crate) middle: Vec<Rows>,
    pub(crate) after: Vec<Rows>,
}

impl Pass {
    pub(crate) fn at(&self, place: Place) -> &Rows {
        &self.places.iter().find(|(other, _)| *other == place).unwrap().1
    }
}

pub(crate) struct Gpt2 {
    tensors: HashMap<String, Vec<f64>>,
    pub(crate) layers: usize,
    pub(crate) heads: usize,
    pub(crate) width: usize,
}

impl Gpt2 {
    pub(crate) fn new(file: &[u8], layers: usize, heads: usize, width: usize) -> Self {
        let contents = heedmap_tensor_files::read_all(file).unwrap();
        let tensors = contents.listing.tensors.iter().zip(contents.values);
        let tensors = tensors.map(|(tensor, values)| (tensor.name.clone(), values.data)).collect();
        Self { tensors, layers, heads, width }
    }

    pub(crate) fn tensor(&self, name: &str) -> &[f64] {
        &self.tensors[name]
    }

    /// `x W + b`, with W as (inputs, outputs).
    fn linear(&self, x: &Rows, name: &str) -> Rows {
        let (w, b) = (self.tensor(&format!("{name}.weight")), self.tensor(&format!("{name}.bias")));
        x.iter()
            .map(|row| {
                (0..b.len())
                    .map(|j| {
                        b[j] + (0..row.len()).map(|c| row[c] * w[c * b.len() + j]).sum::<f64>()
                    })
                    .collect()
            })
            .collect()
    }

    pub(crate) fn norm(&self, x: &Rows, name: &str) -> Rows {
        let (w, b) = (self.tensor(&format!("{name}.weight")), self.tensor(&format!("{name}.bias")));
        x.iter()
            .map(|row| {
                let n = row.len() as f64;
                let mean = row.iter().sum::<f64>() / n;
                let variance = row.iter().map(|cell| (cell - mean).powi(2)).sum::<f64>() / n;
                (0..row.len())
                    .map(|c| (row[c] - mean) / (variance + 1e-5).sqrt() * w[c] + b[c])
                    .collect()
            })
            .collect()
    }

    /// The logits of rows of the residual stream.
    pub(crate) fn read(&self, x: &Rows) -> Rows {
        let table = self.tensor("wte.weight");
        self.norm(x, "ln_f")
            .iter()
            .map(|row| {
                table
                    .chunks(self.width)
                    .map(|token| (0..self.width).map(|c| row[c] * token[c]).sum())
                    .collect()
            })
            .collect()
    }

    /// A forward pass in which `change` may change each place.
    pub(crate) fn run(&self, ids: &[u32], change: &dyn Fn(Place, &mut Rows)) -> Pass {
        let (d, size) = (self.width, self.width / self.heads);
        let (tokens, positions) = (self.tensor("wte.weight"), self.tensor("wpe.weight"));
        let mut pass =
            Pass { logits: Vec::new(), places: Vec::new(), middle: Vec::new(), after: Vec::new() };
        let mut visit = |place, rows: &mut Rows| {
            pass.places.push((place, rows.clone()));
            change(place, rows);
        };
        let mut x: Rows = ids
            .iter()
            .enumerate()
            .map(|(i, &id)| {
                (0..d).map(|c| tokens[id as usize * d + c] + positions[i * d + c]).collect()
            })
            .collect();
        for layer in 0..self.layers {
            visit(Place::Stream(layer), &mut x);
            let name = |part: &str| format!("h.{layer}.{part}");
            let qkv = self.linear(&self.norm(&x, &name("ln_1")), &name("attn.c_attn"));
            let mut v: Rows = qkv.iter().map(|row| row[2 * d..].to_vec()).collect();
            visit(Place::Values(layer), &mut v);
            let mut z = vec![vec![0.0; d]; ids.len()];
            for head in 0..self.heads {
                let first = head * size;
                for i in 0..ids.len() {
                    let scores: Vec<f64> = (0..=i)
                        .map(|j| {
                            (0..size)
                                .map(|c| qkv[i][first + c] * qkv[j][d + first + c])
                                .sum::<f64>()
                                / (size as f64).sqrt()
                        })
                        .collect();
                    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    let sum: f64 = scores.iter().map(|score| (score - most).exp()).sum();
                    for (j, score) in scores.iter().enumerate() {
                        for c in 0..size {
                            z[i][first + c] += (score - most).exp() / sum * v[j][first + c];
                        }
                    }
                }
            }
            visit(Place::Heads(layer), &mut z);
            add(&mut x, &self.linear(&z, &name("attn.c_proj")));
            pass.middle.push(x.clone());
            let mut hidden = self.linear(&self.norm(&x, &name("ln_2")), &name("mlp.c_fc"));
            for cell in hidden.iter_mut().flatten() {
                let inner = (2.0 / std::f64::consts::PI).sqrt() * (*cell + 0.044715 * cell.powi(3));
                *cell *= 0.5 * (1.0 + inner.tanh());
            }
            let mut y = self.linear(&hidden, &name("mlp.c_proj"));
            visit(Place::Mlp(layer), &mut y);
            add(&mut x, &y);
            pass.after.push(x.clone());
        }
        pass.logits = self.read(&x);
        pass
    }
}

fn add(x: &mut Rows, y: &Rows) {
    x.iter_mut().flatten().zip(y.iter().flatten()).for_each(|(x, y)| *x += y);
}
