//! The course as a folder of plain files: each text a page.
//!
//! `book` says which texts there are, `body` turns one into HTML, `frame` puts a page around it. Nothing asks another
//! host, and every link is relative, so the folder works below any address.

mod body;
mod book;
mod code;
mod first_page;
mod frame;
mod guess;
mod lesson_page;
mod links;
mod math;
mod output;
mod pictures;
mod room;
#[cfg(test)]
mod tests;
mod wasm;

use crate::build;
use crate::output::say;
use anyhow::{Result, ensure};
use body::Body;
use book::{Book, Page};
use output::Output;
use serde::Serialize;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use verdict::build::lesson;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The folder that is written; an older site in it is replaced
    #[arg(long, value_name = "DIR", default_value = "target/site")]
    out: PathBuf,
    /// Lessons to leave out: `--without 07,17`
    #[arg(long, value_name = "LESSONS", value_delimiter = ',')]
    without: Vec<String>,
    #[command(flatten)]
    options: SiteOptions,
}

#[derive(Default, clap::Args)]
struct SiteOptions {
    /// The address of the site, for search engines and link previews: `https://example.org/animation/`
    #[arg(long, value_name = "URL", value_parser = with_slash)]
    base: Option<String>,
    /// The title at the top of each page
    #[arg(long, value_name = "TEXT", default_value = "Armature")]
    title: String,
    /// The repository that links to source files point to: `https://github.com/NAME/armature`. Without it they are plain text
    #[arg(long, value_name = "URL", value_parser = without_slash)]
    repository: Option<String>,
    /// Address of the finished game, made by `cargo workbook share 18 --completed`
    #[arg(long, value_name = "URL")]
    game: Option<String>,
    /// Leave the figures pictures: their WebAssembly takes minutes to build the first time
    #[arg(long = "still", action = clap::ArgAction::SetFalse)]
    is_live: bool,
    /// Leave out the guesses below the tasks: each shows a line of an answer among three wrong ones
    #[arg(long = "without-guesses", action = clap::ArgAction::SetFalse)]
    has_guesses: bool,
}

fn with_slash(url: &str) -> Result<String, Infallible> {
    Ok(format!("{}/", url.trim_end_matches('/')))
}

fn without_slash(url: &str) -> Result<String, Infallible> {
    Ok(url.trim_end_matches('/').to_owned())
}

/// Writes the course as a site.
///
/// # Errors
/// If the target of a link or a picture does not exist, a formula cannot be read, or a file cannot be written.
pub(super) fn write(arguments: &Arguments) -> Result<()> {
    let without: Result<Vec<_>> = arguments.without.iter().map(|number| lesson::find(number)).collect();
    let without: Vec<String> = without?.into_iter().map(|lesson| lesson.number).collect();
    let book = Book::read(&build::workspace(), lesson::all()?, &without)?;
    let output = Output::new(&arguments.out)?;
    write_site(&book, &arguments.options, &output)?;
    say!("{}: {} pages\n{}", arguments.out.display(), book.pages.len(), output.finish()?);
    Ok(())
}

/// Writes the modules, the pages, the index of the search, and the files that all pages need.
fn write_site(book: &Book, options: &SiteOptions, output: &Output) -> Result<()> {
    let live = if options.is_live { wasm::build(&book.lessons, output, options.has_guesses)? } else { None };
    let mut entries = Vec::new();
    let mut problems = Vec::new();
    for (place, page) in book.pages.iter().enumerate() {
        let links = links::Links { book, page, repository: options.repository.as_deref() };
        let mut body = body::body_of(&links, output);
        problems.append(&mut body.problems);
        if place == 0 {
            first_page::complete(book, options, live.as_ref(), &mut body, output)?;
        }
        lesson_page::complete(book, options, page, &mut body, live.as_ref());
        if page.source == "lessons/ANSWERS.md" {
            body.html = lesson_page::folded_answers(&body.html);
        }
        entries.extend(search_entries(page, &body));
        let html = frame::page(book, options, page, &body, live.is_some());
        output.write(&page.file, html.as_bytes())?;
    }
    ensure!(problems.is_empty(), "{}", problems.join("\n"));
    add_terms(&mut entries, &read(&book.root, "lessons/REFERENCE.md")?);
    output.write("search.json", serde_json::to_string(&entries)?.as_bytes())?;
    let live_files = if live.is_some() { &frame::LIVE_FILES[..] } else { &[] };
    for (name, bytes) in frame::FILES.iter().chain(live_files) {
        output.write(name, bytes)?;
    }
    output.write("404.html", frame::not_found(book, options).as_bytes())?;
    if let Some(base) = &options.base {
        output.write("sitemap.xml", frame::sitemap(book, base).as_bytes())?;
    }
    Ok(())
}

/// A heading and the words below it, for the search.
#[derive(Default, Serialize)]
struct SearchEntry {
    page: String,
    heading: String,
    /// `05-keyframes.html#the-idea`.
    link: String,
    words: String,
    /// Words of the glossary that are explained here.
    terms: String,
}

fn search_entries(page: &Page, body: &Body) -> Vec<SearchEntry> {
    let mut entries = Vec::new();
    for (heading, words) in body.headings.iter().zip(&body.words) {
        entries.push(SearchEntry {
            page: page.title.clone(),
            heading: heading.text.clone(),
            link: format!("{}#{}", page.file, heading.anchor()),
            words: words.split_whitespace().collect::<Vec<_>>().join(" "),
            terms: String::new(),
        });
    }
    entries
}

/// Adds each word of the glossary to the section of the lesson or TODO that its meaning ends with: `(06)`, `(06.1)`.
fn add_terms(entries: &mut [SearchEntry], reference: &str) {
    for row in reference.lines().filter(|line| line.starts_with("| ")) {
        let mut cells = row.split('|').map(str::trim).skip(1);
        let (Some(word), Some(meaning)) = (cells.next(), cells.next()) else { continue };
        let Some((_, id)) = meaning.trim_end_matches(')').rsplit_once('(') else { continue };
        for entry in
            entries.iter_mut().filter(|entry| entry.heading.split_once(' ').is_some_and(|(first, _)| first == id))
        {
            entry.terms += &format!("{word}; ");
        }
    }
}

/// Returns a file of the repository, as text with `\n` at the ends of its lines.
fn read(root: &Path, file: &str) -> Result<String> {
    Ok(super::starters::read(&root.join(file))?.replace("\r\n", "\n"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
