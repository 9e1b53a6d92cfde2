//! Files that are something else than they should be.

/// Beginnings of bytes, and messages about what they are.
const BEGINNINGS: [(&[u8], &str); 12] = [
    (b"version https://git-lfs", "a pointer of Git LFS stands here, `git lfs pull` fetches the file"),
    (b"<!DOCTYPE html", WEB_PAGE),
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

/// Returns a message about the bytes of a buffer or a picture that cannot be one.
pub(crate) fn describe_foreign(bytes: &[u8]) -> Option<&'static str> {
    BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning)).map(|(_, message)| *message)
}
