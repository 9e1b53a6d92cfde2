//! Index of the search: the words below each heading, written with the site.

use super::body::Body;
use super::book::Page;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Section {
    page: String,
    heading: String,
    /// `05-keyframes.html#the-idea`.
    link: String,
    words: String,
}

pub(super) fn sections(page: &Page, body: &Body) -> Vec<Section> {
    let mut sections = Vec::new();
    for (heading, words) in body.headings.iter().zip(&body.words) {
        sections.push(Section {
            page: page.title.clone(),
            heading: heading.text.clone(),
            link: format!("{}#{}", page.file, heading.anchor()),
            words: words.split_whitespace().collect::<Vec<_>>().join(" "),
        });
    }
    sections
}
