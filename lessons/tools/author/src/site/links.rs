//! Finds the targets of a text's links.

use super::book::{Book, Page};

pub(super) struct Links<'a> {
    pub(super) book: &'a Book,
    /// The page whose links they are.
    pub(super) page: &'a Page,
    pub(super) repository: Option<&'a str>,
}

#[derive(Debug, PartialEq)]
pub(super) enum LinkTarget {
    /// Address for `href`.
    Address(String),
    /// A picture, below the repository. It is part of the site.
    Picture(String),
    /// The text of a lesson that was left out.
    LeftOut,
    /// A source file, and there is no address of the repository.
    Source,
}

impl Links<'_> {
    /// Returns the target of a link in the page's text.
    ///
    /// # Errors
    /// If there is no such file or heading.
    pub(super) fn target(&self, link: &str) -> Result<LinkTarget, String> {
        if link.contains("://") || link.starts_with("mailto:") {
            return Ok(LinkTarget::Address(link.into()));
        }
        let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
        let path = if file.is_empty() { self.page.source.clone() } else { self.path(file) };
        if self.book.left_out.contains(&path) {
            return Ok(LinkTarget::LeftOut);
        }
        if self.book.page(&path, None).is_some() {
            let page = self
                .book
                .page(&path, anchor)
                .ok_or_else(|| format!("{path} has no heading for #{}", anchor.unwrap_or_default()))?;
            let heading = page.headings.iter().find(|heading| Some(heading.id.as_str()) == anchor);
            let Some(heading) = heading else { return Ok(LinkTarget::Address(page.file.clone())) };
            let file = if page.file == self.page.file { "" } else { &page.file };
            return Ok(LinkTarget::Address(format!("{file}#{}", heading.anchor())));
        }
        let kind = std::fs::metadata(self.book.root.join(&path)).map_err(|_| format!("{link}: there is no {path}"))?;
        let figure = path.rsplit_once("/figures/").and_then(|(_, name)| name.strip_suffix(".svg"));
        if let Some((page, _)) = figure.and_then(|name| self.book.figure(name)) {
            return Ok(LinkTarget::Address(format!("{}#figure-{}", page.file, figure.unwrap_or_default())));
        }
        if [".png", ".svg"].iter().any(|kind| path.ends_with(kind)) {
            return Ok(LinkTarget::Picture(path));
        }
        let view = if kind.is_dir() { "tree" } else { "blob" };
        let anchor = anchor.map_or(String::new(), |anchor| format!("#{anchor}"));
        Ok(match self.repository {
            Some(url) => LinkTarget::Address(format!("{url}/{view}/HEAD/{path}{anchor}")),
            None => LinkTarget::Source,
        })
    }

    /// Returns the path, below the repository, of a file named relative to the page's text.
    pub(super) fn path(&self, file: &str) -> String {
        let mut parts: Vec<&str> = self.page.folder().split('/').filter(|part| !part.is_empty()).collect();
        for part in file.split('/') {
            match part {
                "." | "" => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        parts.join("/")
    }
}

/// Returns the anchor of what a page has about a TODO: `guess-09-1`.
pub(super) fn anchor(what: &str, id: &str) -> String {
    format!("{what}-{}", id.replace('.', "-"))
}
