//! For the bench: the loader's first stage by itself.

use super::{
    decode,
    error::{Error, Reporter},
    threads::Threads,
    xml,
};

/// Bytes to an XML tree, with the places of its lines: how many elements it has.
///
/// # Errors
/// As [`Document::read`](super::Document::read), for what is wrong with the text as such.
pub fn xml(bytes: &[u8]) -> Result<usize, Error> {
    let mut reporter = Reporter::new("bench");
    let (whole, blanks) = decode::text(bytes, &mut reporter)?;
    Ok(xml::read(&whole, blanks, Threads::Caller, &reporter)?.root().descendants().count())
}
