//! `cargo xtask serve`: builds, then serves the page on loopback until it is stopped.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};

use anyhow::{Context, Result, bail};

use crate::{build, paths, server};

/// The port to begin with; the next ones are tried while it is taken.
const FIRST_PORT: u16 = 8080;
const LAST_PORT: u16 = 8179;

/// Builds and serves.
pub(crate) fn run() -> Result<()> {
    build::run()?;
    let listener = listen(FIRST_PORT..=LAST_PORT)?;
    let address = listener.local_addr()?;
    println!("xtask: serving on http://{address}/ (Ctrl-C ends it)");
    server::serve(&listener, &paths::root())
}

/// The first free port of the range, on loopback alone: nobody else on the network sees the page.
fn listen(mut ports: std::ops::RangeInclusive<u16>) -> Result<TcpListener> {
    let range = ports.clone();
    let free = ports.find_map(|port| match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Err(error) if error.kind() == ErrorKind::AddrInUse => None,
        bound => Some(bound.with_context(|| format!("cannot listen on 127.0.0.1:{port}"))),
    });
    match free {
        Some(listener) => listener,
        None => bail!("every port from {} to {} is taken", range.start(), range.end()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_taken_port_leads_to_the_next_one() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        assert!(listen(port..=port).is_err());
        let next = listen(port..=port.saturating_add(20)).unwrap();
        assert_ne!(next.local_addr().unwrap().port(), port);
    }
}
