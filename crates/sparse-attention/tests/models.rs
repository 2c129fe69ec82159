//! Picks and entries beside the modules of transformers: `fixtures/selected/selected.json`.

use heedmap_sparse_attention::{BlockRule, Entries, Selected, index_scores, msa_blocks, top_k};
use serde_json::Value;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn size(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// The picks of a query, ascending, without the places that are not used.
fn picks(row: &Value) -> Vec<usize> {
    let all = row.as_array().unwrap().iter().map(|x| x.as_i64().unwrap());
    let mut picks: Vec<usize> = all.filter_map(|pick| usize::try_from(pick).ok()).collect();
    picks.sort_unstable();
    picks
}

fn assert_near(name: &str, found: &[f64], wanted: &[f64]) {
    assert_eq!(found.len(), wanted.len(), "{name}");
    for (at, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        assert!((found - wanted).abs() <= 1e-12, "{name}, number {at}: {found} {wanted}");
    }
}

#[test]
fn picks_and_entries_are_those_of_the_modules_of_transformers() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/selected/selected.json");
    let fixture: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases = fixture["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 6);
    for case in cases {
        let (tokens, features) = (size(&case["tokens"]), size(&case["features"]));
        match case["rule"].as_str().unwrap() {
            "msa" => {
                let rule = BlockRule { block: size(&case["block"]), count: size(&case["count"]) };
                let (q, k) = (numbers(&case["q"]), numbers(&case["k"]));
                for query in 0..tokens {
                    let q = &q[query * features..][..features];
                    let found = msa_blocks(q, &k, query, size(&case["local"]), rule).unwrap();
                    assert_eq!(found, picks(&case["picks"][query]), "query {query}");
                }
                // What the module returns can be read as it is.
                let rows = case["picks"].as_array().unwrap().iter();
                let all: Vec<i32> = rows.flat_map(numbers).map(|pick| pick as i32).collect();
                let most = all.len() / tokens;
                let selected = Selected::new(&all, most, tokens, 0, rule.block).unwrap();
                assert_eq!(selected.queries(), tokens);
            }
            kind => {
                let (c, z, b) = (numbers(&case["c"]), numbers(&case["z"]), numbers(&case["b"]));
                let m = size(&case["m"]);
                let entries = match kind {
                    "hca" => Entries::hca(&c, &z, &b, features, m).unwrap(),
                    "csa" => Entries::csa(&c, &z, &b, features, m).unwrap(),
                    other => panic!("no such rule: {other}"),
                };
                assert_near(kind, &entries.cells, &numbers(&case["entries"]));
                for query in 0..tokens {
                    let visible = entries.visible(query);
                    let open = size(&case["visible"][query]);
                    if kind == "hca" {
                        assert_eq!(visible, open, "query {query}");
                        continue;
                    }
                    let index = &case["index"];
                    let heads = size(&case["index_heads"]);
                    let [q, weights] = ["q", "weights"].map(|name| numbers(&index[name]));
                    let width = heads * features;
                    let scores = index_scores(
                        &q[query * width..][..width],
                        &numbers(&index["k"]),
                        features,
                        &weights[query * heads..][..heads],
                    )
                    .unwrap();
                    let count = entries.count();
                    assert_near(
                        "index",
                        &scores,
                        &numbers(&index["scores"])[query * count..][..count],
                    );
                    let found = top_k(&scores[..visible], 2);
                    let wanted = picks(&case["picks"][query]);
                    assert_eq!((found.len(), wanted.len()), (open, open), "query {query}");
                    // ReLU makes ties at 0, where PyTorch may pick another entry. Then the scores are the same.
                    let of = |picks: &[usize]| {
                        let mut all: Vec<f64> = picks.iter().map(|&pick| scores[pick]).collect();
                        all.sort_by(f64::total_cmp);
                        all
                    };
                    let (of_found, of_wanted) = (of(&found), of(&wanted));
                    assert_near("picked scores", &of_found, &of_wanted);
                }
            }
        }
    }
}
