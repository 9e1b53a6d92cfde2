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
    /// As GitHub makes it; `todo-05-2` for a TODO's section.
    pub(super) id: String,
    pub(super) text: String,
}

impl Book {
    /// # Errors
    /// If a text cannot be read.
    pub(super) fn read(root: &Path, lessons: Vec<LessonFolder>, without: &[String]) -> Result<Self> {
        let (without, lessons): (Vec<_>, Vec<_>) =
            lessons.into_iter().partition(|lesson| without.contains(&lesson.number));
        let (first, rest) = first_and_rest(&read(root, "README.md")?)?;
        let mut pages = vec![Page::new("README.md", "index", None, first)];
        let mut add = |source: &str, name: &str, lesson: Option<&LessonFolder>| -> Result<()> {
            pages.push(Page::new(source, name, lesson, read(root, source)?));
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
    let (before, table) = first.split_once(TABLE).context("README.md lacks its table of lessons")?;
    let (mark, rows) = table.split_once('\n').context("README.md lacks its table of lessons")?;
    let (rows, after) = rows.split_once(END_OF_TABLE).with_context(|| format!("README.md lacks {END_OF_TABLE}"))?;
    let rest = format!("## Systems{rest}");
    let titles: Vec<String> = headings(&rest).into_iter().map(|heading| heading.text).collect();
    let title = format!("{}, {}", titles[0], titles[1..].join(", ").to_lowercase());
    Ok((format!("{before}{TABLE}{mark}\n{}{after}\n", blank(rows)), format!("# {title}\n{}{rest}", blank(first))))
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
                let slug = todo(&text).map_or_else(|| slug(&text), |id| format!("todo-{}", id.replace('.', "-")));
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

/// The id with which the heading of a TODO's section begins: `05.2`.
fn todo(heading: &str) -> Option<&str> {
    let id = heading.split(' ').next()?;
    let (lesson, number) = id.split_once('.')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (lesson.len() == 2 && is_number(lesson) && is_number(number)).then_some(id)
}

/// As GitHub makes anchors of headings.
fn slug(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}
