//! The texts of the site, in reading order.

use super::{SiteOptions, escaped, read};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use verdict::build::lesson::LessonFolder;

/// Marks of README.md's table of lessons, as `author table` writes it.
const TABLE: &str = "<!-- lessons: written by `cargo author table` -->\n";
const END_OF_TABLE: &str = "<!-- end of lessons -->";

pub(super) struct Book {
    pub(super) root: PathBuf,
    pub(super) lessons: Vec<LessonFolder>,
    /// The first page, then those that one reads one after the other.
    pub(super) pages: Vec<Page>,
    /// Address of the repository, if it has one.
    pub(super) repository: Option<String>,
}

pub(super) struct Page {
    /// Path below the repository: `lessons/06-keyframes/README.md`.
    pub(super) source: String,
    /// Name of its file in the site, where all pages are in one folder: `06-keyframes`.
    pub(super) name: String,
    /// `06 Keyframes`, `18 A The ground`.
    pub(super) title: String,
    /// The number of the lesson that it belongs to.
    pub(super) lesson: Option<String>,
    pub(super) text: String,
    /// Words above it in the contents, where a part of the book begins with it.
    pub(super) part_title: Option<&'static str>,
}

impl Book {
    /// # Errors
    /// If a text cannot be read.
    pub(super) fn read(root: &Path, lessons: Vec<LessonFolder>, options: &SiteOptions) -> Result<Self> {
        let readme = read(root, "README.md")?;
        let (_, table) = readme.split_once(TABLE).context("README.md lacks its table of lessons")?;
        let (table, _) = table.split_once(END_OF_TABLE).with_context(|| format!("README.md lacks {END_OF_TABLE}"))?;
        let first =
            include_str!("page/first.md").replace("<!-- lessons -->", table).replace("TITLE", &escaped(&options.title));
        let mut pages = vec![Page::new("", "index", None, first), Page::new("README.md", "start", None, readme)];
        pages[0].title.clone_from(&options.title);
        pages[1].title = "Install and start".into();
        pages.push(Page::new("lessons/README.md", "map", None, read(root, "lessons/README.md")?));
        for lesson in &lessons {
            for readme in lesson.readmes() {
                let source = format!("lessons/{}/{readme}", lesson.folder);
                let inside = readme.trim_end_matches("README.md").trim_end_matches('/');
                let name =
                    if inside.is_empty() { lesson.folder.clone() } else { format!("{}-{inside}", lesson.folder) };
                let text = read(root, &source)?;
                pages.push(Page::new(&source, &name, Some(lesson), text));
            }
        }
        if let Some(page) = pages.iter_mut().find(|page| page.lesson.is_some()) {
            page.part_title = Some("Lessons");
        }
        let others = pages.len();
        for name in ["ANSWERS", "REFERENCE", "GPU", "KEYS", "FILES", "BRIDGE", "SYSTEMS", "INSTRUCTORS", "GRADING"] {
            let source = format!("lessons/{name}.md");
            pages.push(Page::new(&source, &name.to_lowercase(), None, read(root, &source)?));
        }
        for (name, source) in
            [("viewer", "lessons/tools/figure/README.md"), ("editor", "lessons/tools/figure/EDITOR.md")]
        {
            pages.push(Page::new(source, name, None, read(root, source)?));
        }
        pages[others].part_title = Some("To look up");
        Ok(Self { root: root.into(), lessons, pages, repository: options.repository.clone() })
    }

    pub(super) fn lesson(&self, number: &str) -> Option<&LessonFolder> {
        self.lessons.iter().find(|lesson| lesson.number == number)
    }

    /// Returns the page that shows the figure `name`, such as `06.2`, as one of its lesson.
    pub(super) fn page_of_figure(&self, name: &str) -> Option<&Page> {
        let file = format!("figures/{name}.svg)");
        self.pages.iter().find(|page| page.lesson.is_some() && page.text.contains(&file))
    }
}

impl Page {
    pub(super) fn new(source: &str, name: &str, lesson: Option<&LessonFolder>, text: String) -> Self {
        let heading = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(name);
        let mut title = heading.replace('`', "");
        let lesson = lesson.map(|lesson| lesson.number.clone());
        // A milestone's heading has its letter alone.
        if let Some(number) = lesson.as_ref().filter(|number| !title.starts_with(*number)) {
            title = format!("{number} {title}");
        }
        Self { source: source.into(), name: name.into(), title, lesson, text, part_title: None }
    }

    /// Returns whether it is a milestone of the lesson before it.
    pub(super) fn is_part(&self) -> bool {
        self.lesson.is_some() && self.source.matches('/').count() > 2
    }

    /// Returns the path, below the repository, of a file named relative to the page's text.
    pub(super) fn path(&self, file: &str) -> String {
        let folder = self.source.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
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
