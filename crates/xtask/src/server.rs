//! A static file server for one reader on this machine: GET and HEAD, one thread a connection.

mod resource;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use resource::{media_type, resolve};

/// A request line with its headers that is longer than this is none of ours.
const LONGEST_REQUEST: u64 = 16 * 1024;
/// A peer that says nothing for this long is let go.
const PATIENCE: Duration = Duration::from_secs(10);

/// Answers requests for files under `root` for as long as the listener lives.
pub(crate) fn serve(listener: &TcpListener, root: &Path) -> Result<()> {
    for stream in listener.incoming() {
        let root = root.to_owned();
        // A reader who goes away in the middle is no reason to stop serving the others.
        std::thread::spawn(move || stream.and_then(|stream| answer(&stream, &root)));
    }
    Ok(())
}

fn answer(stream: &TcpStream, root: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.take(LONGEST_REQUEST)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // The headers are read to their end so that closing does not reset the connection; none matters here.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let mut words = request.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let response = match method {
        "GET" | "HEAD" => file_response(root, target),
        _ => Response::sentence("405 Method Not Allowed", "Only GET and HEAD are answered."),
    };
    response.write(stream, method == "HEAD")
}

fn file_response(root: &Path, target: &str) -> Response {
    let found =
        resolve(root, target).and_then(|path| Some((fs::read(&path).ok()?, media_type(&path))));
    match found {
        Some((body, media_type)) => Response { status: "200 OK", media_type, body },
        None => Response::sentence("404 Not Found", "There is no such file."),
    }
}

struct Response {
    status: &'static str,
    media_type: &'static str,
    body: Vec<u8>,
}

impl Response {
    fn sentence(status: &'static str, sentence: &str) -> Self {
        Self {
            status,
            media_type: media_type(Path::new("sentence.txt")),
            body: sentence.as_bytes().to_vec(),
        }
    }

    fn write(&self, mut stream: &TcpStream, head_only: bool) -> std::io::Result<()> {
        // What was built a moment ago is what the reader wants to see: nothing is kept by the browser.
        let head = format!(
            "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
            self.status,
            self.media_type,
            self.body.len()
        );
        stream.write_all(head.as_bytes())?;
        if !head_only {
            stream.write_all(&self.body)?;
        }
        stream.flush()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// The whole answer to a request sent to a server of this repository.
    fn ask(request: &str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let root = crate::paths::root();
        std::thread::spawn(move || serve(&listener, &root));
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    #[test]
    fn a_file_comes_with_its_type_and_length() {
        let answer = ask("GET /tsconfig.json?x=1 HTTP/1.1\r\nHost: x\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(answer.contains("Content-Type: application/json"), "{answer}");
        assert!(answer.contains("\"strict\": true"), "{answer}");
    }

    #[test]
    fn head_gives_no_body_and_post_is_refused() {
        let answer = ask("HEAD /tsconfig.json HTTP/1.1\r\n\r\n");
        assert!(answer.ends_with("\r\n\r\n"), "{answer}");
        assert!(ask("POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
    }

    #[test]
    fn nothing_outside_the_root_is_served() {
        for target in ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd"] {
            let answer = ask(&format!("GET {target} HTTP/1.1\r\n\r\n"));
            assert!(answer.starts_with("HTTP/1.1 404"), "{target}: {answer}");
        }
    }

    #[test]
    fn a_request_that_is_none_is_answered_too() {
        assert!(ask("\r\n\r\n").starts_with("HTTP/1.1 405"));
    }
}
