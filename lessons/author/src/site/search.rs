//! What the search looks through: the words below each heading, written when the site is.

use super::body::Body;
use super::book::Page;
use anyhow::Result;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Section {
    /// The title of its page.
    page: String,
    heading: String,
    /// `05-keyframes.html#the-idea`.
    link: String,
    words: String,
}

/// The sections of a page.
pub(super) fn sections(page: &Page, body: &Body) -> Vec<Section> {
    let section = |(heading, words): (&super::book::Heading, &String)| Section {
        page: page.title.clone(),
        heading: heading.text.clone(),
        link: format!("{}#{}", page.file, heading.anchor()),
        words: words.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    body.headings.iter().zip(&body.words).map(section).collect()
}

/// # Errors
/// Never: there is nothing in it that JSON cannot hold.
pub(super) fn index(sections: &[Section]) -> Result<String> {
    Ok(serde_json::to_string(sections)?)
}
