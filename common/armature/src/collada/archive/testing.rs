//! Archives put together byte by byte.

use miniz_oxide::deflate::compress_to_vec;

/// A file in an archive that is being made.
pub(crate) struct File<'a> {
    name: &'a str,
    content: &'a [u8],
    deflated: bool,
}

/// A file as it is.
pub(crate) fn stored<'a>(name: &'a str, content: &'a [u8]) -> File<'a> {
    File { name, content, deflated: false }
}

/// A file that is packed.
pub(crate) fn deflated<'a>(name: &'a str, content: &'a [u8]) -> File<'a> {
    File { name, content, deflated: true }
}

/// An archive of these files.
pub(crate) fn zip(files: &[File<'_>]) -> Vec<u8> {
    let (mut bytes, mut central) = (Vec::new(), Vec::new());
    for file in files {
        let packed =
            if file.deflated { compress_to_vec(file.content, 6) } else { file.content.to_vec() };
        let mut shared = vec![20, 0, 0, 0, if file.deflated { 8 } else { 0 }, 0, 0, 0, 0, 0];
        shared.extend(checksum(file.content).to_le_bytes());
        shared.extend((packed.len() as u32).to_le_bytes());
        shared.extend((file.content.len() as u32).to_le_bytes());
        shared.extend((file.name.len() as u16).to_le_bytes());
        shared.extend([0, 0]);
        central.extend(b"PK\x01\x02\x14\0");
        central.extend(&shared);
        central.extend([0; 10]);
        central.extend((bytes.len() as u32).to_le_bytes());
        central.extend(file.name.bytes());
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&shared);
        bytes.extend(file.name.bytes());
        bytes.extend(packed);
    }
    let start = bytes.len() as u32;
    bytes.extend(&central);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    for _ in 0..2 {
        bytes.extend((files.len() as u16).to_le_bytes());
    }
    bytes.extend((central.len() as u32).to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}

/// CRC-32 bit by bit: as it is defined, and not as the loader computes it.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xEDB8_8320 * (sum & 1)))
    })
}
