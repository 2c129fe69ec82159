//! Archives: what is read of a member, what it is held against, and what is refused.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use heedmap_tensor_files::{Layout, Open, Pick, Slice, open_all, read_all};
use support::write::{Zip, npy, npy_header, zip};
use support::{open, slice};

const STORED: Zip = Zip { deflated: false, wide: false, streamed: false };
const DEFLATED: Zip = Zip { deflated: true, ..STORED };

fn member(name: &str, shape: &[u64]) -> (String, Vec<u8>) {
    (name.to_owned(), npy(shape, Layout::RowMajor, "<f8"))
}

fn class(file: &[u8]) -> &'static str {
    read_all(file).map_or_else(|error| error.class(), |_| "read")
}

#[test]
fn a_part_of_a_stored_member_is_read_alone_and_of_a_deflated_one_with_all_before_it() {
    let members = [member("a.npy", &[3, 1000]), member("b.npy", &[4, 1000])];
    for (how, most) in [(STORED, 8000), (DEFLATED, u64::MAX)] {
        let file = zip(&members, how);
        let listing = open(&file, usize::MAX).unwrap();
        let mut slice: Slice<f64> = listing.slice(1, &[Pick::At(2)]).unwrap();
        let mut asked = 0;
        while let Some(span) = slice.need() {
            asked += span.length;
            slice.supply(&file[span.offset as usize..span.end() as usize]).unwrap();
        }
        assert!(asked <= most, "{asked} bytes");
        let wanted: Vec<f64> = (2000..3000).map(f64::from).collect();
        assert_eq!(slice.finish().unwrap().data, wanted);
    }
}

#[test]
fn damage_is_found_when_a_member_is_read_whole() {
    for how in [STORED, DEFLATED] {
        let file = zip(&[member("a.npy", &[4, 64])], how);
        let place = open_all(&file).unwrap();
        assert_eq!(class(&file), "read");
        let mut damaged = file.clone();
        // The last byte of the last number: the data ends before the directory.
        let directory = file.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
        damaged[directory - 1 - if how.deflated { 3 } else { 0 }] ^= 1;
        let class = class(&damaged);
        assert!(matches!(class, "crc" | "deflate" | "truncated" | "limit"), "{class}");
        // A part of a stored member is not held against what it has not seen.
        if !how.deflated {
            assert!(slice::<f64>(&damaged, &place, 0, &[Pick::At(0)], 99).is_ok());
        }
    }
}

#[test]
fn an_archive_of_gigabytes_is_listed_by_its_ends() {
    // The member is stored and 8 GB long; only its beginning and what is behind it are there.
    let small = zip(&[member("layer.npy", &[1])], Zip { wide: true, ..STORED });
    let head = npy_header(&[1 << 30], Layout::RowMajor, "<f8");
    let length = head.len() as u64 + (8 << 30);
    let local = 30 + "layer.npy".len() as u64 + 20;
    let directory = small.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    let mut tail = small[directory..].to_vec();
    // In the directory: the lengths behind the name, and the places of directory and end.
    let extra = 46 + "layer.npy".len() + 4;
    tail[extra..extra + 8].copy_from_slice(&length.to_le_bytes());
    tail[extra + 8..extra + 16].copy_from_slice(&length.to_le_bytes());
    let place = local + length;
    let end = tail.windows(4).position(|bytes| bytes == b"PK\x06\x06").unwrap();
    tail[end + 48..end + 56].copy_from_slice(&place.to_le_bytes());
    tail[end + 64..end + 72].copy_from_slice(&(place + end as u64).to_le_bytes());
    let byte = |at: u64| {
        let before = small.get(at as usize).filter(|_| at < local).copied();
        let header = at.checked_sub(local).and_then(|at| head.get(at as usize)).copied();
        let behind = at.checked_sub(place).and_then(|at| tail.get(at as usize)).copied();
        before.or(behind).or(header).unwrap_or(0)
    };
    let mut open = Open::new(place + tail.len() as u64);
    let mut asked = 0;
    while let Some(span) = open.need() {
        asked += span.length;
        let bytes: Vec<u8> = (span.offset..span.end()).map(byte).collect();
        open.supply(&bytes).unwrap();
    }
    assert!(asked < 80_000, "{asked}");
    assert_eq!(open.finish().unwrap().tensors[0].shape, [1 << 30]);
}

#[test]
fn what_two_readers_could_read_differently_is_refused() {
    let file = zip(&[member("a.npy", &[2])], STORED);
    let changed = |from: &[u8], to: &[u8], which: usize| {
        let mut file = file.clone();
        let at: Vec<usize> = (0..file.len()).filter(|&at| file[at..].starts_with(from)).collect();
        file[at[which]..at[which] + to.len()].copy_from_slice(to);
        class(&file)
    };
    // The name in the local header, then in the directory.
    assert_eq!(changed(b"a.npy", b"b.npy", 0), "header");
    assert_eq!(changed(b"a.npy", b"b.npy", 1), "header");
    assert_eq!(changed(b"PK\x01\x02", b"PK\x01\x03", 0), "header");
    assert_eq!(changed(b"PK\x05\x06", b"PK\x05\x07", 0), "truncated");
    assert_eq!(class(&[&file[..], b"more"].concat()), "header");
    assert_eq!(class(&file[..file.len() - 1]), "truncated");
    assert_eq!(class(&[b"#!/bin/sh\n", &file[..]].concat()), "magic");
    assert_eq!(class(&zip(&[], STORED)), "empty");
    let two = zip(&[member("a.npy", &[2]), ("b.zip".to_owned(), file)], STORED);
    assert_eq!(class(&two), "nested");
}

#[test]
fn deflated_members_are_limited_together() {
    // Headers alone: what they claim is refused before anything is inflated.
    let head = npy_header(&[(1 << 24) + 1], Layout::RowMajor, "|u1");
    let data = [head, vec![0; (1 << 24) + 1]].concat();
    let file = zip(&[("a.npy".to_owned(), data)], DEFLATED);
    let error = read_all(&file).unwrap_err();
    assert_eq!(error.to_string(), "`a`: 16777217 elements, and at most 16777216 are read");
}
