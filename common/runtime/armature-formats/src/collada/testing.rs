//! Documents for tests.

use super::Document;

/// Returns a `<source>` of vectors with `stride` numbers each.
pub(super) fn source(id: &str, stride: usize, numbers: &str) -> String {
    let count = numbers.split_ascii_whitespace().count();
    let vectors = count / stride;
    format!(
        "<source id=\"{id}\"><float_array id=\"{id}-array\" count=\"{count}\">{numbers}</float_array><technique_common>\
         <accessor source=\"#{id}-array\" count=\"{vectors}\" stride=\"{stride}\"/></technique_common></source>"
    )
}

/// Reads a document with a mesh: its positions, and the text after its `<vertices>`. `after` follows the geometry.
pub(super) fn mesh_document(positions: &str, mesh: &str, after: &str) -> Document {
    let positions = source("p", 3, positions);
    let text = format!(
        "<COLLADA version=\"1.4.1\"><library_geometries><geometry id=\"g\"><mesh>{positions}<vertices id=\"v\">\
         <input semantic=\"POSITION\" source=\"#p\"/></vertices>{mesh}</mesh></geometry></library_geometries>{after}\
         </COLLADA>"
    );
    Document::read(text.as_bytes(), "mesh.dae").unwrap()
}
