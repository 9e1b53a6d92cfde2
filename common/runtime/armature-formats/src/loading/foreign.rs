//! Files that are something else than they should be.

/// Beginnings of bytes, and messages about what they are.
const BEGINNINGS: [(&[u8], &str); 11] = [
    (b"version https://git-lfs", "a pointer of Git LFS stands here, `git lfs pull` fetches the file"),
    (b"<!doctype html", WEB_PAGE),
    (b"<html", WEB_PAGE),
    (b"DDS ", "DDS pictures are not read here: save it as PNG"),
    (b"\xABKTX ", "KTX pictures are not read here: save it as PNG"),
    (b"GIF8", "GIF pictures are not read here: save it as PNG"),
    (b"II*\0", TIFF),
    (b"MM\0*", TIFF),
    (b"8BPS", "Photoshop's pictures are not read here: save it as PNG"),
    (b"\0\0\0 ftypavif", "AVIF pictures are not read here: save it as PNG"),
    (b"#?RADIANCE", "HDR pictures are not read here: save it as PNG"),
];

const WEB_PAGE: &str = "this is a web page, not the file that it shows: download the file itself";
const TIFF: &str = "TIFF pictures are not read here: save it as PNG";

/// Returns a message about bytes that are neither a model nor a buffer or a picture, whatever the case of their letters.
pub(crate) fn describe_foreign(bytes: &[u8]) -> Option<&'static str> {
    let found = BEGINNINGS.iter().find(|(beginning, _)| {
        let same = bytes.get(..beginning.len());
        same.is_some_and(|bytes| bytes.eq_ignore_ascii_case(beginning))
    });
    found.map(|(_, message)| *message)
}
