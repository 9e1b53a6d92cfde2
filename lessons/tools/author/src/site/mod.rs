//! The course as a book of web pages, which mdBook makes from the texts.
//!
//! `book` says which texts there are, and `chapter` puts in what mdBook does not know: formulas, figures, scenes, guesses and
//! shader editors. Nothing asks another host, and every link is relative, so the folder works below any address.

mod book;
mod chapter;
mod guess;
mod math;
mod pictures;
#[cfg(test)]
mod tests;
mod wasm;

use crate::build;
use crate::output::say;
use anyhow::{Context, Result, bail, ensure};
use book::Book;
use chapter::Parts;
use mdbook_driver::MDBook;
use mdbook_driver::book::{BookItem, Chapter};
use mdbook_driver::config::Config;
use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf, absolute};
use verdict::build::lesson;

/// Mark by which an older site of ours is recognised.
const GENERATOR: &str = "cargo author site";

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The folder that is written; an older site in it is replaced
    #[arg(long, value_name = "DIR", default_value = "target/site")]
    out: PathBuf,
    /// Lessons to leave out: `--without 03,17`
    #[arg(long, value_name = "LESSONS", value_delimiter = ',')]
    without: Vec<String>,
    #[command(flatten)]
    options: SiteOptions,
}

#[derive(Default, clap::Args)]
struct SiteOptions {
    /// The address of the site, for its page of what is not found: `https://example.org/animation/`
    #[arg(long, value_name = "URL")]
    base: Option<String>,
    /// The title at the top of each page
    #[arg(long, value_name = "TEXT", default_value = "Armature")]
    title: String,
    /// The repository that links to source files point to: `https://github.com/NAME/armature`. Without it they are plain text
    #[arg(long, value_name = "URL", value_parser = without_slash)]
    repository: Option<String>,
    /// Leave the figures pictures: their WebAssembly takes minutes to build the first time
    #[arg(long = "still", action = clap::ArgAction::SetFalse)]
    is_live: bool,
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
    let mut lessons = lesson::with_own_program()?;
    lessons.retain(|lesson| !without.contains(&lesson.number));
    let book = Book::read(&build::workspace(), lessons, &arguments.options)?;
    let out = absolute(&arguments.out)?;
    ensure_ours(&out)?;
    let parent = out.parent().context("the root is no folder to write")?;
    fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
    // It takes the old site's place when it is complete.
    let begun = tempfile::Builder::new().prefix(".site").tempdir_in(parent)?;
    write_site(&book, &arguments.options, begun.path())?;
    if out.exists() {
        fs::rename(&out, begun.path().join("old")).with_context(|| out.display().to_string())?;
    }
    fs::rename(begun.path().join("site"), &out).with_context(|| out.display().to_string())?;
    say!("{}: {} pages", out.display(), book.pages.len());
    Ok(())
}

fn ensure_ours(folder: &Path) -> Result<()> {
    let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    let first = fs::read_to_string(folder.join("index.html")).unwrap_or_default();
    if !is_empty && !first.contains(GENERATOR) {
        bail!("{} contains files that this command did not write; choose another folder", folder.display());
    }
    Ok(())
}

/// Files of ours beside the pages.
const FILES: [(&str, &[u8]); 9] = [
    ("src/figures.js", include_bytes!("page/figures.js")),
    ("src/guess.js", include_bytes!("page/guess.js")),
    ("src/near.js", include_bytes!("page/near.js")),
    ("src/offline.js", include_bytes!("page/offline.js")),
    ("src/scene.js", include_bytes!("page/scene.js")),
    ("src/shader.js", include_bytes!("page/shader.js")),
    ("src/fonts/math.woff2", include_bytes!("page/fonts/math.woff2")),
    ("src/fonts/OFL.txt", include_bytes!("page/fonts/OFL.txt")),
    ("theme/favicon.svg", include_bytes!("page/icon.svg")),
];
/// Files that every page loads.
const STYLE: [(&str, &str); 2] =
    [("site.css", include_str!("page/site.css")), ("figures.css", include_str!("page/figures.css"))];
const SCRIPT: (&str, &str) = ("site.js", include_str!("page/site.js"));
/// The template for the head of each page. Text has the fonts of the reader's system.
const THEME: [(&str, &str); 2] =
    [("theme/head.hbs", include_str!("page/head.hbs")), ("theme/fonts/fonts.css", "/* none */\n")];

/// How mdBook's pages load what colours code, and what their script calls of it.
const HIGHLIGHTER: &str = "<script src=\"highlight.js\"></script>";
const NO_HIGHLIGHTER: &str = "<script>const hljs = { configure() {}, highlightBlock() {} };</script>";

/// Writes the book into `folder`, and its pages into `site` there.
fn write_site(book: &Book, options: &SiteOptions, folder: &Path) -> Result<()> {
    let source = folder.join("src");
    for (name, bytes) in FILES {
        let mut bytes = bytes.to_vec();
        if Path::new(name).extension().is_some_and(|extension| extension == "js") {
            bytes = without_remarks(std::str::from_utf8(&bytes)?).into_bytes();
        }
        write_file(&folder.join(name), &bytes)?;
    }
    for (name, text) in STYLE.into_iter().chain([SCRIPT]).chain(THEME) {
        write_file(&folder.join(name), text.as_bytes())?;
    }
    write_file(&source.join("SUMMARY.md"), b"")?;
    let live = options.is_live.then(|| wasm::build(&book.lessons, &source)).transpose()?;
    let mut parts = Parts::default();
    let mut problems = Vec::new();
    let mut made = MDBook::load_with_config(folder, config(options)?)?;
    made.book.items =
        items(book, |page| chapter::text_of(book, page, live.as_ref(), &source, &mut parts, &mut problems));
    ensure!(problems.is_empty(), "{}", problems.join("\n"));
    made.build()?;
    for entry in fs::read_dir(folder.join("site"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "html") {
            let mut html = parts.put_into(&fs::read_to_string(&path)?);
            // A page without code loads nothing that colours it.
            if !html.contains("class=\"language-") {
                html = html.replacen(HIGHLIGHTER, NO_HIGHLIGHTER, 1);
            }
            fs::write(&path, html)?;
        }
    }
    Ok(())
}

/// Returns a script without the lines that are remarks, a fifth of it.
fn without_remarks(script: &str) -> String {
    script.split_inclusive('\n').filter(|line| !line.trim_start().starts_with("//")).collect()
}

/// Writes a file, and the folders that it is in.
fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes)).with_context(|| path.display().to_string())
}

/// Returns the book's settings.
fn config(options: &SiteOptions) -> Result<Config> {
    let mut config = Config::default();
    config.set("book.title", &options.title)?;
    config.set("book.language", "en")?;
    config.set(
        "book.description",
        "Skeletal animation, written by you in Rust, in lessons from a robot's arm to a game.",
    )?;
    config.set("build.build-dir", "site")?;
    config.set("build.use-default-preprocessors", false)?;
    config.set("output.html.additional-css", STYLE.map(|(name, _)| name))?;
    config.set("output.html.additional-js", [SCRIPT.0])?;
    config.set("output.html.default-theme", "light")?;
    config.set("output.html.preferred-dark-theme", "navy")?;
    config.set("output.html.smart-punctuation", true)?;
    // Our modules import each other by their names.
    config.set("output.html.hash-files", false)?;
    config.set("output.html.playground.runnable", false)?;
    config.set("output.html.no-section-label", true)?;
    config.set("output.html.search.limit-results", 20)?;
    if let Some(url) = &options.repository {
        config.set("output.html.git-repository-url", url)?;
    }
    if let Some(base) = &options.base {
        config.set("output.html.site-url", format!("{}/", base.trim_end_matches('/')))?;
    }
    Ok(config)
}

/// Returns the chapters: what one reads one after the other, then what one looks up. A lesson's milestones are below it.
fn items(book: &Book, mut text_of: impl FnMut(&book::Page) -> String) -> Vec<BookItem> {
    let mut items: Vec<BookItem> = Vec::new();
    let mut number = 0;
    for page in &book.pages {
        let mut chapter = Chapter::new(&page.title, text_of(page), format!("{}.md", page.name), Vec::new());
        let above = items.last_mut().filter(|_| page.is_part());
        if let Some(BookItem::Chapter(lesson)) = above {
            chapter.parent_names.push(lesson.name.clone());
            let mut place = lesson.number.clone().unwrap_or_default();
            place.push(lesson.sub_items.len() as u32 + 1);
            chapter.number = Some(place);
            lesson.sub_items.push(BookItem::Chapter(chapter));
            continue;
        }
        if let Some(title) = page.part_title {
            items.push(BookItem::PartTitle(title.to_owned()));
        }
        number += 1;
        chapter.number = Some([number].into_iter().collect());
        items.push(BookItem::Chapter(chapter));
    }
    items
}

/// Returns a file of the repository, as text with `\n` at the ends of its lines.
fn read(root: &Path, file: &str) -> Result<String> {
    Ok(super::starters::read(&root.join(file))?.replace("\r\n", "\n"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the anchor of what a page has about a TODO: `guess-09-1`.
fn anchor(what: &str, id: &str) -> String {
    format!("{what}-{}", id.replace('.', "-"))
}
