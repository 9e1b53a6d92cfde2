//! What is in a ZIP archive, and where. Source: PKWARE, "APPNOTE.TXT - .ZIP File Format
//! Specification" 6.3, sections 4.3.7 (local header), 4.3.12 (central directory), 4.3.16 (its end).
//! Split, encrypted and ZIP64 archives are refused: models do not come that way.

/// A file in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry<'a> {
    /// Its path, with forward slashes. Only ever compared, never opened.
    pub(super) name: &'a [u8],
    pub(super) method: Method,
    /// CRC-32 of the unpacked bytes.
    pub(super) checksum: u32,
    packed: usize,
    /// Where its local header begins.
    header: usize,
}

/// How an entry is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Stored,
    Deflated,
}

/// The end of the central directory, without its comment.
const END_BYTES: usize = 22;
/// One entry of the central directory, without its name, extras and comment.
const ENTRY_BYTES: usize = 46;
/// A local header, without name and extras.
const HEADER_BYTES: usize = 30;

fn u16_at(bytes: &[u8], at: usize) -> Option<usize> {
    bytes.get(at..at + 2).map(|b| usize::from(b[0]) | usize::from(b[1]) << 8)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes)
}

/// All files that can be read. Folders, and entries packed otherwise, are left out.
pub(super) fn entries(bytes: &[u8]) -> Result<Vec<Entry<'_>>, &'static str> {
    const CUT: &str = "its directory is cut off";
    // The end is the last thing in the file, but for a comment of up to 65535 bytes.
    let last = bytes.len().checked_sub(END_BYTES).ok_or(CUT)?;
    let first = last.saturating_sub(usize::from(u16::MAX));
    let end = (first..=last).rev().find(|at| bytes[*at..].starts_with(b"PK\x05\x06"));
    let end = end.ok_or("there is no directory at its end")?;
    let count = u16_at(bytes, end + 10).ok_or(CUT)?;
    let mut at = u32_at(bytes, end + 16).ok_or(CUT)? as usize;
    if count == usize::from(u16::MAX) || at == u32::MAX as usize {
        return Err("ZIP64 is not read");
    }
    let mut entries = Vec::new();
    for _ in 0..count {
        let entry = bytes.get(at..).filter(|rest| rest.starts_with(b"PK\x01\x02")).ok_or(CUT)?;
        let field = |at| u16_at(entry, at).ok_or(CUT);
        let wide = |at| u32_at(entry, at).ok_or(CUT);
        let (name, extra, comment) = (field(28)?, field(30)?, field(32)?);
        let name = entry.get(ENTRY_BYTES..ENTRY_BYTES + name).ok_or(CUT)?;
        if field(8)? & 1 == 1 {
            return Err("it is encrypted");
        }
        let method = match field(10)? {
            0 => Some(Method::Stored),
            8 => Some(Method::Deflated),
            _ => None,
        };
        if let Some(method) = method.filter(|_| !name.ends_with(b"/")) {
            let (packed, header) = (wide(20)? as usize, wide(42)? as usize);
            entries.push(Entry { name, method, checksum: wide(16)?, packed, header });
        }
        at += ENTRY_BYTES + name.len() + extra + comment;
    }
    Ok(entries)
}

/// The packed bytes of an entry.
pub(super) fn data<'a>(bytes: &'a [u8], entry: &Entry<'_>) -> Result<&'a [u8], &'static str> {
    const CUT: &str = "it reaches beyond the archive";
    let header = bytes.get(entry.header..).ok_or(CUT)?;
    if !header.starts_with(b"PK\x03\x04") {
        return Err("its header is not where the directory says");
    }
    // The lengths may differ from those in the directory.
    let (name, extra) = (u16_at(header, 26).ok_or(CUT)?, u16_at(header, 28).ok_or(CUT)?);
    let start = HEADER_BYTES + name + extra;
    header.get(start..start + entry.packed).ok_or(CUT)
}

/// CRC-32 as ZIP has it (reflected polynomial 0xEDB88320), a byte at a time.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0u32; 256];
        let mut byte = 0;
        while byte < 256 {
            let (mut value, mut bit) = (byte as u32, 0);
            while bit < 8 {
                value = (value >> 1) ^ (0xEDB8_8320 * (value & 1));
                bit += 1;
            }
            table[byte] = value;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum, byte| (sum >> 8) ^ TABLE[(sum as u8 ^ byte) as usize])
}
