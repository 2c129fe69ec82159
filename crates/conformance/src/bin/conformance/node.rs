//! The wasm side: one Node process computes all requests. It does not judge them.

use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use serde_json::Value;

/// The results of the requests, in order. If Node exits with an error, every case fails with its
/// message.
pub(super) fn run(requests: &[Value]) -> Result<Vec<Result<Value, String>>> {
    if requests.is_empty() {
        return Ok(Vec::new());
    }
    let answers = ask(&Value::from(requests))
        .and_then(|text| serde_json::from_str::<Vec<Value>>(&text).context("Node printed no list"))
        .map(|answers| answers.iter().map(answer).collect::<Vec<_>>());
    Ok(match answers {
        Ok(answers) if answers.len() == requests.len() => answers,
        Ok(answers) => {
            let sentence = format!("Node gave {} answers to {}", answers.len(), requests.len());
            vec![Err(sentence); requests.len()]
        }
        Err(error) => vec![Err(format!("{error:#}")); requests.len()],
    })
}

/// `{"values": ...}` or `{"error": "a sentence"}`.
fn answer(answer: &Value) -> Result<Value, String> {
    match (answer.get("values"), answer["error"].as_str()) {
        (Some(values), None) => Ok(values.clone()),
        (_, Some(sentence)) => Err(sentence.to_owned()),
        (None, None) => Err(format!("Node gave {answer}")),
    }
}

/// The output of Node for the requests.
fn ask(requests: &Value) -> Result<String> {
    let mut child = Command::new("node")
        .arg("www/test/conformance.mjs")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("Node.js could not be started")?;
    let mut stdin = child.stdin.take().context("Node.js has no standard input")?;
    let text = requests.to_string();
    // A thread writes the requests, so that neither process waits for the other with a full pipe.
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().context("Node.js could not be waited for")?;
    anyhow::ensure!(output.status.success(), "Node.js failed ({})", output.status);
    // If Node succeeded, it has read everything; joining ends the thread.
    drop(writer.join());
    String::from_utf8(output.stdout).context("Node.js printed something that is not UTF-8")
}
