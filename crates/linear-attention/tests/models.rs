//! Maps beside the outputs of the layers of transformers: `fixtures/linear/linear.json`.

use heedmap_linear_attention::LinearHead;
use serde_json::Value;

#[test]
fn the_map_gives_the_outputs_of_the_layers_of_transformers() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/linear/linear.json");
    let fixture: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases = fixture["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 6);
    for case in cases {
        let layer = case["layer"].as_str().unwrap();
        let get = |name: &str| -> Vec<f64> {
            case[name].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
        };
        let number = |name: &str| case[name].as_f64().unwrap();
        let features = number("features") as usize;
        let (q, k, v, output) = (get("q"), get("k"), get("v"), get("output"));
        let head = match layer {
            "gated_delta" => {
                LinearHead::gated_delta(&q, &k, features, &get("beta"), &get("log_decay"))
            }
            "kda" => LinearHead::kda(&q, &k, features, &get("beta"), &get("log_decay")),
            "mamba2" => LinearHead::mamba2(&q, &k, features, &get("beta"), number("a"))
                .map(|head| head.skip(number("skip"))),
            "lightning" => LinearHead::lightning(&q, &k, features, number("slope")),
            other => panic!("no such layer: {other}"),
        };
        let found = head.unwrap().agreement(&v, &output, number("size") as usize, 1e-12).unwrap();
        assert_eq!(found.first, None, "{layer}: {}", found.difference);
    }
}
