//! Archives: how members are read and verified, and which archives are rejected.

use crate::support::write::{Zip, npy, npy_header, zip};
use crate::support::{open, slice};
use heedmap_tensor_files::{Checks, Error, Layout, Open, Pick, Place, Slice, open_all, read_all};

const STORED: Zip = Zip { deflated: false, wide: false, streamed: false };
const DEFLATED: Zip = Zip { deflated: true, ..STORED };

fn member(name: &str, shape: &[u64]) -> (String, Vec<u8>) {
    (name.to_owned(), npy(shape, Layout::RowMajor, "<f8"))
}

fn class(file: &[u8]) -> &'static str {
    read_all(file).map_or_else(|error| error.class(), |_| "read")
}

#[test]
fn a_part_of_a_stored_member_is_read_alone_and_a_deflated_member_is_read_whole() {
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
        // The last byte of the last number; the data ends before the directory.
        let directory = file.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
        damaged[directory - 1 - if how.deflated { 3 } else { 0 }] ^= 1;
        let class = class(&damaged);
        assert!(matches!(class, "crc" | "deflate" | "truncated" | "limit"), "{class}");
        // A part of a stored member cannot be verified alone.
        if !how.deflated {
            assert!(slice::<f64>(&damaged, &place, 0, &[Pick::At(0)], 99).is_ok());
        }
    }
}

/// Supplies all bytes that the checks need, a few at a time, and counts them.
fn checked(checks: &mut Checks, file: &[u8], chunk: usize) -> (u64, Result<(), Error>) {
    let mut asked = 0;
    while let Some(span) = checks.need() {
        let length = (span.length as usize).min(chunk);
        let start = span.offset as usize;
        asked += length as u64;
        if let Err(error) = checks.note(span.offset, &file[start..start + length]) {
            return (asked, Err(error));
        }
    }
    (asked, checks.finish())
}

#[test]
fn a_flipped_bit_anywhere_in_a_stored_member_is_reported_with_its_name() {
    let file = zip(
        &[member("a.npy", &[4, 16]), member("layers/b.npy", &[0, 3]), member("c.npy", &[2])],
        STORED,
    );
    let listing = open_all(&file).unwrap();
    for chunk in [1, 7, usize::MAX] {
        let (asked, outcome) = checked(&mut Checks::new(&listing), &file, chunk);
        outcome.unwrap();
        // The headers were read for the listing.
        assert_eq!(asked, (64 + 2) * 8);
    }
    let directory = file.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    let members = [("a", 30 + 5), ("layers/b", 30 + 12), ("c", 30 + 5)];
    let starts: Vec<usize> =
        (0..directory).filter(|&at| file[at..].starts_with(b"PK\x03\x04")).collect();
    for ((name, header), start) in members.into_iter().zip(starts.iter().copied()) {
        let end = starts.iter().copied().find(|&next| next > start).unwrap_or(directory);
        for at in start + header..end {
            let mut damaged = file.clone();
            damaged[at] ^= 1 << (at % 8);
            // A change in a header may be found before the checksum is compared.
            let Ok(listing) = open_all(&damaged) else { continue };
            let error = checked(&mut Checks::new(&listing), &damaged, 64).1.unwrap_err();
            assert_eq!((error.class(), error.within()), ("crc", Some(name)), "byte {at}");
            assert!(error.to_string().starts_with(&format!("`{name}`: the checksum is ")));
        }
    }
}

#[test]
fn bytes_that_were_read_are_not_requested_again() {
    let file = zip(&[member("a.npy", &[4, 1000]), member("b.npy", &[4, 1000])], STORED);
    let listing = open_all(&file).unwrap();
    let mut checks = Checks::new(&listing);
    let read = |checks: &mut Checks, file: &[u8], row: u64| {
        let mut slice: Slice<f64> = listing.slice(0, &[Pick::At(row)]).unwrap();
        let mut outcome = Ok(());
        while let Some(span) = slice.need() {
            let bytes = &file[span.offset as usize..span.end() as usize];
            slice.supply(bytes).unwrap();
            outcome = outcome.and(checks.note(span.offset, bytes));
        }
        outcome
    };
    // Out of order and repeated: row 2 comes too early, and is needed again.
    for row in [2, 0, 0, 1] {
        read(&mut checks, &file, row).unwrap();
    }
    let (asked, outcome) = checked(&mut checks, &file, 999);
    outcome.unwrap();
    assert_eq!(asked, 2 * 8000 + 4 * 8000);
    // The last row completes the member, and the slice that reads it gets the error.
    let Place::Member(first) = &listing.tensors[0].place else { panic!() };
    let mut damaged = file.clone();
    damaged[(first.span.offset + first.data) as usize + 5] ^= 4;
    let mut checks = Checks::new(&listing);
    for row in 0..3 {
        read(&mut checks, &damaged, row).unwrap();
    }
    assert_eq!(read(&mut checks, &damaged, 3).unwrap_err().within(), Some("a"));
    // From then on every read of it fails, and so does the check of the whole file.
    assert_eq!(read(&mut checks, &damaged, 1).unwrap_err().class(), "crc");
    assert_eq!(checked(&mut checks, &damaged, 4096).1.unwrap_err().within(), Some("a"));
    assert!(Checks::new(&open_all(b"[1]").unwrap()).need().is_none());
    let deflated = zip(&[member("a.npy", &[4])], DEFLATED);
    assert!(Checks::new(&open_all(&deflated).unwrap()).need().is_none());
}

#[test]
fn an_archive_of_gigabytes_is_listed_from_its_ends() {
    // The member is stored and 8 GB long; only its beginning and the bytes after it exist.
    let small = zip(&[member("layer.npy", &[1])], Zip { wide: true, ..STORED });
    let head = npy_header(&[1 << 30], Layout::RowMajor, "<f8");
    let length = head.len() as u64 + (8 << 30);
    let local = 30 + "layer.npy".len() as u64 + 20;
    let directory = small.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    let mut tail = small[directory..].to_vec();
    // In the directory: the lengths after the name, and the offsets of the directory and of the
    // end.
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

/// `torch.save` writes the 64-bit record in every archive, and the figures in the other one too.
#[test]
fn an_archive_may_have_its_figures_in_both_end_records() {
    let both = |members: &[(String, Vec<u8>)]| {
        let (narrow, wide) = (zip(members, STORED), zip(members, Zip { wide: true, ..STORED }));
        let place = wide.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
        let end = wide.windows(4).position(|bytes| bytes == b"PK\x06\x06").unwrap();
        let mut file = wide[..wide.len() - 22].to_vec();
        file.extend(&narrow[narrow.len() - 22..narrow.len() - 10]);
        file.extend(((end - place) as u32).to_le_bytes());
        file.extend((place as u32).to_le_bytes());
        file.extend([0, 0]);
        file
    };
    assert_eq!(class(&both(&[member("a.npy", &[4, 64])])), "read");
    let saved = both(&[
        ("attn/data.pkl".to_owned(), vec![0x80, 2]),
        ("attn/data/0".to_owned(), vec![0; 8]),
    ]);
    let error = read_all(&saved).unwrap_err().to_string();
    assert!(
        error.contains("PyTorch archive; write it as heedmap.show(torch.load(path))"),
        "{error}"
    );
}

#[test]
fn ambiguous_archives_are_rejected() {
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
    // Only headers: the declared sizes are rejected before anything is inflated.
    let head = npy_header(&[(1 << 24) + 1], Layout::RowMajor, "|u1");
    let data = [head, vec![0; (1 << 24) + 1]].concat();
    let file = zip(&[("a.npy".to_owned(), data)], DEFLATED);
    let error = read_all(&file).unwrap_err();
    assert_eq!(error.to_string(), "`a`: 16777217 elements, and at most 16777216 are read");
}
