//! Contacts of residues, and paths of dynamic time warping.

use crate::support::{head_of, map, nested};
use heedmap_measures::{Error, HeadMap, contacts, warping_path};
use proptest::prelude::*;
use serde_json::Value;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/measures/");

/// The costs of a head: how far each weight is below the mean of its column, in standard deviations.
fn costs(map: &HeadMap) -> Vec<Vec<f64>> {
    let rows = nested(map);
    let of = |cell: f64, key: usize| {
        let column: Vec<f64> = rows.iter().map(|row| row[key]).collect();
        let mean = column.iter().sum::<f64>() / column.len() as f64;
        let variance =
            column.iter().map(|each| (each - mean).powi(2)).sum::<f64>() / column.len() as f64;
        if variance > 0.0 { (mean - cell) / variance.sqrt() } else { 0.0 }
    };
    rows.iter()
        .map(|row| row.iter().enumerate().map(|(key, &cell)| of(cell, key)).collect())
        .collect()
}

/// The least cost of all paths from a cell to the last one.
fn least(costs: &[Vec<f64>], query: usize, key: usize) -> f64 {
    let steps = [(1, 1), (1, 0), (0, 1)].map(|(down, across)| (query + down, key + across));
    let inside = |&(query, key): &(usize, usize)| query < costs.len() && key < costs[0].len();
    let rest = steps.into_iter().filter(inside).map(|(query, key)| least(costs, query, key));
    costs[query][key] + rest.reduce(f64::min).unwrap_or(0.0)
}

proptest! {
    #[test]
    fn no_path_costs_less(
        head in (1..6usize, 1..6usize).prop_flat_map(|(queries, keys)| head_of(queries, keys, false)),
    ) {
        let path = warping_path(&head).unwrap();
        let costs = costs(&head);
        let sum: f64 = path.iter().map(|&(query, key)| costs[query][key]).sum();
        prop_assert!((sum - least(&costs, 0, 0)).abs() < 1e-6);
        prop_assert_eq!(path.first(), Some(&(0, 0)));
        prop_assert_eq!(path.last(), Some(&(head.queries() - 1, head.keys() - 1)));
        for pair in path.windows(2) {
            let (down, across) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            prop_assert!(matches!((down, across), (1, 1) | (1, 0) | (0, 1)));
        }
    }

    #[test]
    fn contacts_are_symmetric_and_sum_to_0(
        (head, residues) in (2..7usize).prop_flat_map(|tokens| {
            (head_of(tokens, tokens, false), prop::collection::vec(any::<bool>(), tokens))
        }),
    ) {
        let found = contacts(&head, &residues).unwrap();
        let tokens = head.keys();
        for (i, row) in found.rows().enumerate() {
            let sum: f64 = row.iter().filter(|cell| !cell.is_nan()).map(|&cell| f64::from(cell)).sum();
            prop_assert!(sum.abs() < 1e-5);
            for (j, cell) in row.iter().enumerate() {
                prop_assert_eq!(cell.is_nan(), !(residues[i] && residues[j]));
                let mirrored = found.cells()[j * tokens + i];
                prop_assert!(cell.is_nan() || (cell - mirrored).abs() < 1e-6);
            }
        }
    }
}

#[test]
fn contacts_and_paths_of_real_heads_are_those_of_numpy() {
    let text = std::fs::read_to_string(format!("{FOLDER}pairs.json")).unwrap();
    let found: Value = serde_json::from_str(&text).unwrap();
    let of = |value: &Value| serde_json::from_value::<Vec<Vec<f32>>>(value.clone()).unwrap();
    let weights = of(&found["weights"]);
    let tokens = weights.len();
    let head = HeadMap::new("weights", tokens, tokens, weights.concat()).unwrap();
    let residues: Vec<bool> = (0..tokens).map(|at| at > 0 && at + 1 < tokens).collect();
    let inner = contacts(&head, &residues).unwrap();
    for (i, row) in of(&found["contacts"]).iter().enumerate() {
        for (j, expected) in row.iter().enumerate() {
            let cell = inner.cells()[(i + 1) * tokens + j + 1];
            assert!((cell - expected).abs() < 1e-6, "({i}, {j}): {cell} but {expected}");
        }
    }
    let path: Vec<(usize, usize)> = serde_json::from_value(found["path"].clone()).unwrap();
    assert_eq!(warping_path(&head).unwrap(), path);
}

#[test]
fn missing_weights_cost_nothing() {
    let head = map(&[[0.5, f32::NAN, 0.0], [0.0, f32::NAN, 1.0]]);
    assert_eq!(warping_path(&head).unwrap(), [(0, 0), (0, 1), (1, 2)]);
}

#[test]
fn each_token_has_the_frames_that_it_looks_at() {
    let head = map(&[[0.4, 0.4, 0.1, 0.1], [0.1, 0.1, 0.4, 0.4]]);
    assert_eq!(warping_path(&head).unwrap(), [(0, 0), (0, 1), (1, 2), (1, 3)]);
}

#[test]
fn weights_of_0_give_no_contacts() {
    assert_eq!(contacts(&map(&[[0.0; 2]; 2]), &[true, true]).unwrap(), map(&[[0.0; 2]; 2]));
}

#[test]
fn maps_without_cells_have_no_path_and_other_shapes_no_contacts() {
    let empty = HeadMap::new("weights", 0, 3, Vec::new()).unwrap();
    assert_eq!(warping_path(&empty), Err(Error::Nothing { name: "queries" }));
    let wide = map(&[[0.5, 0.25, 0.25]]);
    let refused = contacts(&wide, &[true]).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "contacts are of tokens with themselves, but there is 1 query for 3 keys"
    );
    let refused = contacts(&map(&[[1.0; 2]; 2]), &[true]).unwrap_err();
    assert_eq!(refused, Error::Entries { name: "tokens", got: 1, of: "keys", wanted: 2 });
}
