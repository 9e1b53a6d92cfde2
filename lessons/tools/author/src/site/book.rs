//! The texts of the site, in reading order.

use super::read;
use anyhow::{Context, Result};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use verdict::build::lesson::{self, LessonFolder};

/// A program of the student's own, which has texts, and neither figures nor a scene.
pub(super) const OWN_PROGRAM: &str = "lessons/19-own-program";
/// Marks of README.md's table of lessons, as `author table` writes it.
pub(super) const TABLE: &str = "<!-- lessons:";
const END_OF_TABLE: &str = "<!-- end of lessons -->";

/// Markdown as GitHub reads it, and with the quotation marks of print.
pub(super) const MARKDOWN: Options =
    Options::ENABLE_TABLES.union(Options::ENABLE_MATH).union(Options::ENABLE_SMART_PUNCTUATION);

pub(super) struct Book {
    pub(super) root: PathBuf,
    pub(super) lessons: Vec<LessonFolder>,
    /// The first page, then those that one reads one after the other.
    pub(super) pages: Vec<Page>,
    /// Texts of lessons that this site is without.
    pub(super) left_out: BTreeSet<String>,
}

#[derive(Default)]
pub(super) struct Page {
    /// Below the repository: `lessons/05-keyframes/README.md`.
    pub(super) source: String,
    /// File in the site, where all pages are in one folder: `05-keyframes.html`.
    pub(super) file: String,
    /// `05 Keyframes`, `18 A The ground`.
    pub(super) title: String,
    /// The number of the lesson that it belongs to.
    pub(super) lesson: Option<String>,
    /// Text with as many lines as its file, so that a line's number is that of the file.
    pub(super) text: String,
    pub(super) headings: Vec<Heading>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Heading {
    pub(super) level: HeadingLevel,
    /// Anchor as GitHub makes it: the texts link to it.
    pub(super) id: String,
    pub(super) text: String,
}

impl Heading {
    /// Returns the id in the page. An id that begins with a digit is hard to name in CSS.
    pub(super) fn anchor(&self) -> String {
        match leading_todo(&self.text) {
            Some(id) => format!("todo-{}", id.replace('.', "-")),
            None if self.id.starts_with(|first: char| first.is_ascii_digit()) => format!("at-{}", self.id),
            None => self.id.clone(),
        }
    }
}

/// Returns the id of a TODO, such as `05.2`, if the text begins with one.
pub(super) fn leading_todo(text: &str) -> Option<&str> {
    let id = text.split(' ').next()?;
    let (lesson, number) = id.split_once('.')?;
    let has_digits = !number.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    (lesson.len() == 2 && has_digits && !number.contains('.')).then_some(id)
}

impl Book {
    /// # Errors
    /// If a text cannot be read.
    pub(super) fn read(root: &Path, lessons: Vec<LessonFolder>, without: &[String]) -> Result<Self> {
        let (without, lessons): (Vec<_>, Vec<_>) =
            lessons.into_iter().partition(|lesson| without.contains(&lesson.number));
        let first = first_page(&without_mentions(&read(root, "README.md")?, &without))?;
        let mut sources = vec![("lessons/README.md".to_owned(), "map".to_owned(), None)];
        for lesson in &lessons {
            sources.extend(texts_and_pages(lesson).into_iter().map(|(source, name)| (source, name, Some(lesson))));
        }
        if let Some(lesson) = lesson::load_folder(&root.join(OWN_PROGRAM))? {
            sources.extend(texts_and_pages(&lesson).into_iter().map(|(source, name)| (source, name, None)));
        }
        for name in ["ANSWERS", "REFERENCE", "KEYS", "FILES", "BRIDGE", "SYSTEMS", "INSTRUCTORS", "GRADING"] {
            sources.push((format!("lessons/{name}.md"), name.to_lowercase(), None));
        }
        sources.push(("lessons/tools/figure/README.md".into(), "viewer".into(), None));
        sources.push(("lessons/tools/figure/EDITOR.md".into(), "editor".into(), None));
        let mut pages = vec![Page::new("README.md", "index", None, first)];
        for (source, name, lesson) in sources {
            let text = without_mentions(&read(root, &source)?, &without);
            pages.push(Page::new(&source, &name, lesson, text));
        }
        let left_out = without.iter().flat_map(texts_and_pages).map(|(source, _)| source).collect();
        Ok(Self { root: root.into(), lessons, pages, left_out })
    }

    /// Returns the page with the heading `anchor` of a text, or the text's first page if there is no anchor.
    pub(super) fn page(&self, source: &str, anchor: Option<&str>) -> Option<&Page> {
        let mut pages = self.pages.iter().filter(|page| page.source == source);
        match anchor {
            Some(anchor) => pages.find(|page| page.headings.iter().any(|heading| heading.id == anchor)),
            None => pages.next(),
        }
    }

    /// Returns the lesson page that shows the figure `name`, such as `05.2`, and the figure's description on that page.
    pub(super) fn figure(&self, name: &str) -> Option<(&Page, &str)> {
        let file = format!("figures/{name}.svg)");
        self.pages.iter().filter(|page| page.lesson.is_some()).find_map(|page| {
            let before = &page.text[..page.text.find(&file)?];
            let (before, _) = before.rsplit_once("](")?;
            Some((page, before.rsplit_once("![")?.1))
        })
    }

    pub(super) fn lesson(&self, number: &str) -> Option<&LessonFolder> {
        self.lessons.iter().find(|lesson| lesson.number == number)
    }
}

impl Page {
    pub(super) fn new(source: &str, name: &str, lesson: Option<&LessonFolder>, text: String) -> Self {
        let headings = headings(&text);
        let mut title = headings.first().map_or(name, |heading| &heading.text).to_owned();
        let lesson = lesson.map(|lesson| lesson.number.clone());
        // A milestone's heading has its letter alone.
        if let Some(number) = lesson.as_ref().filter(|number| !title.starts_with(*number)) {
            title = format!("{number} {title}");
        }
        Self { source: source.into(), file: format!("{name}.html"), title, lesson, text, headings }
    }

    /// Returns the folder of its text, below the repository.
    pub(super) fn folder(&self) -> &str {
        self.source.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Returns the line, counted from 1, in which this byte of its text is.
    pub(super) fn line(&self, byte: usize) -> usize {
        self.text[..byte].matches('\n').count() + 1
    }
}

/// Returns the path of each README of a lesson, and the name of the page made from it, such as `18-side-scroller-a-ground`.
fn texts_and_pages(lesson: &LessonFolder) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for readme in lesson.readmes() {
        let inside = readme.trim_end_matches("README.md").trim_end_matches('/');
        let name = if inside.is_empty() { lesson.folder.clone() } else { format!("{}-{inside}", lesson.folder) };
        texts.push((format!("lessons/{}/{readme}", lesson.folder), name));
    }
    texts
}

/// Returns README.md without the rows of its table.
fn first_page(readme: &str) -> Result<String> {
    // A still is shown first: the page has a live knight in place of the one, and a film in place of the other.
    let first = readme
        .replace("18-side-scroller/game.webp", "18-side-scroller/picture.png")
        .replace("01-robot-arm/window.gif", "01-robot-arm/window.webp");
    let (before, table) = first.split_once(TABLE).context("README.md lacks its table of lessons")?;
    let (mark, rows) = table.split_once('\n').context("README.md lacks its table of lessons")?;
    let (rows, after) = rows.split_once(END_OF_TABLE).with_context(|| format!("README.md lacks {END_OF_TABLE}"))?;
    Ok(format!("{before}{TABLE}{mark}\n{}{after}\n", blank_lines(rows)))
}

/// Returns as many line ends as a text has.
fn blank_lines(text: &str) -> String {
    "\n".repeat(text.matches('\n').count())
}

/// Returns the text without the sentences that mention a lesson by link or number. Each line keeps its number.
fn without_mentions(text: &str, lessons: &[LessonFolder]) -> String {
    let mut kept = String::new();
    let mut is_code = false;
    let mut is_left_out = false;
    for line in text.split_inclusive('\n') {
        is_code ^= line.starts_with("```");
        // Of the answers, a lesson's are one section.
        if let Some(heading) = line.strip_prefix("## ").filter(|_| !is_code) {
            is_left_out = lessons.iter().any(|lesson| heading.starts_with(&format!("{} ", lesson.number)));
        }
        if is_left_out {
            kept.push('\n');
            continue;
        }
        // A row of a table is left out as a whole, where its page is written.
        if is_code || line.starts_with(['|', '#', '<', '!']) {
            kept += line;
            continue;
        }
        for sentence in line.trim_end().split_inclusive(". ") {
            if !lessons.iter().any(|lesson| mentions(sentence, lesson)) {
                kept += sentence;
            }
        }
        kept.push('\n');
    }
    kept
}

fn mentions(sentence: &str, LessonFolder { number, folder, .. }: &LessonFolder) -> bool {
    let words = sentence.trim_start_matches(['-', ' ']);
    let is_named = words.to_lowercase().contains(&format!("lesson {number}"));
    is_named || words.starts_with(&format!("{number} ")) || words.contains(folder)
}

/// Returns the headings of a text. Equal headings get ids with a count, as on GitHub.
fn headings(text: &str) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut seen = BTreeMap::<String, usize>::new();
    let mut open: Option<String> = None;
    for event in Parser::new_ext(text, MARKDOWN) {
        match (event, &mut open) {
            (Event::Start(Tag::Heading { .. }), _) => open = Some(String::new()),
            (Event::Text(words) | Event::Code(words), Some(text)) => text.push_str(&words),
            (Event::End(TagEnd::Heading(level)), _) => {
                let text = open.take().unwrap_or_default();
                let slug = slug(&text);
                let count = seen.entry(slug.clone()).or_default();
                let id = if *count == 0 { slug } else { format!("{slug}-{count}") };
                *count += 1;
                headings.push(Heading { level, id, text });
            }
            _ => {}
        }
    }
    headings
}

/// Returns a heading's anchor as GitHub makes it.
fn slug(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}
