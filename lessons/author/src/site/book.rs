//! Which texts there are, in the order in which one reads them.

use super::read;
use anyhow::{Context, Result};
use common::build::lesson::LessonFolder;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Where README.md's own lessons begin and end, as `author table` writes it.
pub(super) const TABLE: &str = "<!-- lessons:";
const END_OF_TABLE: &str = "<!-- end of lessons -->";

/// As GitHub reads a text, and with the quotation marks of print.
pub(super) const MARKDOWN: Options =
    Options::ENABLE_TABLES.union(Options::ENABLE_MATH).union(Options::ENABLE_SMART_PUNCTUATION);

pub(super) struct Book {
    /// The folder of the repository.
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
    /// In the site, where all pages are in one folder: `05-keyframes.html`.
    pub(super) file: String,
    /// `05 Keyframes`, `18 A The ground`.
    pub(super) title: String,
    /// The number of the lesson that it belongs to.
    pub(super) lesson: Option<String>,
    /// With as many lines as its file, so that a line's number is that of the file.
    pub(super) text: String,
    pub(super) headings: Vec<Heading>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Heading {
    pub(super) level: HeadingLevel,
    /// As GitHub makes it: the texts link to it.
    pub(super) id: String,
    pub(super) text: String,
}

impl Heading {
    /// The id in the page. An id that begins with a digit is hard to name in CSS.
    pub(super) fn anchor(&self) -> String {
        match todo(&self.text) {
            Some(id) => format!("todo-{}", id.replace('.', "-")),
            None if self.id.starts_with(|first: char| first.is_ascii_digit()) => format!("at-{}", self.id),
            None => self.id.clone(),
        }
    }
}

/// The id of a TODO with which a heading or a paragraph begins: `05.2`.
pub(super) fn todo(text: &str) -> Option<&str> {
    let id = text.split(' ').next()?;
    let (lesson, number) = id.split_once('.')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (lesson.len() == 2 && is_number(lesson) && is_number(number)).then_some(id)
}

impl Book {
    /// # Errors
    /// If a text cannot be read.
    pub(super) fn read(root: &Path, lessons: Vec<LessonFolder>, without: &[String]) -> Result<Self> {
        let (without, lessons): (Vec<_>, Vec<_>) =
            lessons.into_iter().partition(|lesson| without.contains(&lesson.number));
        let read = |source: &str| Ok(without_mentions(&read(root, source)?, &without));
        let (first, rest) = first_and_rest(&read("README.md")?)?;
        let mut pages = vec![Page::new("README.md", "index", None, first)];
        let mut add = |source: &str, name: &str, lesson: Option<&LessonFolder>| -> Result<()> {
            let text: Result<String> = read(source);
            pages.push(Page::new(source, name, lesson, text?));
            Ok(())
        };
        add("lessons/README.md", "map", None)?;
        for lesson in &lessons {
            for (source, name) in texts(lesson) {
                add(&source, &name, Some(lesson))?;
            }
        }
        for name in ["REFERENCE", "KEYS", "FILES", "BRIDGE", "INSTRUCTORS", "GRADING"] {
            add(&format!("lessons/{name}.md"), &name.to_lowercase(), None)?;
        }
        add("lessons/viewer/README.md", "viewer", None)?;
        add("lessons/viewer/EDITOR.md", "editor", None)?;
        pages.push(Page::new("README.md", "systems", None, rest));
        let left_out = without.iter().flat_map(texts).map(|(source, _)| source).collect();
        Ok(Self { root: root.into(), lessons, pages, left_out })
    }

    /// The page of a text that has this heading; without one, the text's first page.
    pub(super) fn page(&self, source: &str, anchor: Option<&str>) -> Option<&Page> {
        let mut pages = self.pages.iter().filter(|page| page.source == source);
        match anchor {
            Some(anchor) => pages.find(|page| page.headings.iter().any(|heading| heading.id == anchor)),
            None => pages.next(),
        }
    }

    /// The lesson's page that shows a figure, such as `05.2`, and what it says is to be seen there.
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

    /// The folder of its text, below the repository.
    pub(super) fn folder(&self) -> &str {
        self.source.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The line, counted from 1, in which this byte of its text is.
    pub(super) fn line(&self, byte: usize) -> usize {
        self.text[..byte].matches('\n').count() + 1
    }
}

/// A lesson's texts, and the names of their pages: `18-side-scroller-a-ground`.
fn texts(lesson: &LessonFolder) -> Vec<(String, String)> {
    let name = |readme: &String| {
        let inside = readme.trim_end_matches("README.md").trim_end_matches('/');
        let name = if inside.is_empty() { lesson.folder.clone() } else { format!("{}-{inside}", lesson.folder) };
        (format!("lessons/{}/{readme}", lesson.folder), name)
    };
    lesson.readmes().iter().map(name).collect()
}

/// README.md as two pages: up to the lessons, without the rows of their table, and what a machine needs.
fn first_and_rest(readme: &str) -> Result<(String, String)> {
    let blank = |text: &str| "\n".repeat(text.matches('\n').count());
    let (first, rest) = readme.split_once("\n## Systems").context("README.md lacks `## Systems`")?;
    // The page has a living knight in its place, which is a tenth of it; a still is what is seen before.
    let first = first.replace("18-side-scroller/game.gif", "18-side-scroller/picture.png");
    let (before, table) = first.split_once(TABLE).context("README.md lacks its table of lessons")?;
    let (mark, rows) = table.split_once('\n').context("README.md lacks its table of lessons")?;
    let (rows, after) = rows.split_once(END_OF_TABLE).with_context(|| format!("README.md lacks {END_OF_TABLE}"))?;
    let rest = format!("## Systems{rest}");
    let titles: Vec<String> = headings(&rest).into_iter().map(|heading| heading.text).collect();
    let title = format!("{}, {}", titles[0], titles[1..].join(", ").to_lowercase());
    Ok((format!("{before}{TABLE}{mark}\n{}{after}\n", blank(rows)), format!("# {title}\n{}{rest}", blank(&first))))
}

/// A text without the sentences that link to one of these lessons, begin with its number, or call it by that. Its lines
/// stay where they are.
fn without_mentions(text: &str, lessons: &[LessonFolder]) -> String {
    let is_about = |sentence: &str| {
        lessons.iter().any(|LessonFolder { number, folder, .. }| {
            let words = sentence.trim_start_matches(['-', ' ']);
            let named = format!("lesson {number}");
            words.starts_with(&format!("{number} ")) || words.to_lowercase().contains(&named) || words.contains(folder)
        })
    };
    let (mut kept, mut is_code) = (String::new(), false);
    for line in text.split_inclusive('\n') {
        is_code ^= line.starts_with("```");
        // A row of a table is left out as a whole, where its page is written.
        if is_code || line.starts_with(['|', '#', '<', '!']) {
            kept += line;
            continue;
        }
        let sentences = line.trim_end().split_inclusive(". ").filter(|sentence| !is_about(sentence));
        kept += &sentences.collect::<String>();
        kept.push('\n');
    }
    kept
}

/// Every heading of a text.
fn headings(text: &str) -> Vec<Heading> {
    let (mut headings, mut seen) = (Vec::new(), BTreeMap::<String, usize>::new());
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

/// As GitHub makes anchors of headings.
fn slug(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}
