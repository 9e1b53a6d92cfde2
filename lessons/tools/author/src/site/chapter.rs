//! A text of the repository as a chapter for mdBook: links lead to pages, and formulas and what is live have their places.

use super::book::{Book, Page};
use super::wasm::{Live, has_scene};
use super::{anchor, escaped, math, pictures};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::ops::Range;
use std::path::Path;

/// HTML that takes its place when mdBook has written the pages. So mdBook changes none of it, and the search has no formulas and
/// no line of an answer.
#[derive(Default)]
pub(super) struct Parts(Vec<String>);

impl Parts {
    /// Keeps HTML, and returns the mark of its place.
    fn mark(&mut self, html: impl Into<String>) -> String {
        self.0.push(html.into());
        format!("<span><!--part {}--></span>", self.0.len() - 1)
    }

    /// Returns a page of mdBook's with each part in its place. A block takes the place of its paragraph.
    pub(super) fn put_into(&self, page: &str) -> String {
        const BEGIN: &str = "<span><!--part ";
        let mut out = String::with_capacity(2 * page.len());
        let mut rest = page;
        while let Some((before, after)) = rest.split_once(BEGIN) {
            let Some((number, after)) = after.split_once("--></span>") else { break };
            let html = number.parse().ok().and_then(|number: usize| self.0.get(number)).map_or("", String::as_str);
            let is_block = BLOCKS.iter().any(|block| html.starts_with(block));
            let (before, after) = match (before.strip_suffix("<p>"), after.strip_prefix("</p>")) {
                (Some(before), Some(after)) if is_block => (before, after),
                _ => (before, after),
            };
            out.extend([before, html]);
            rest = after;
        }
        out + rest
    }
}

const BLOCKS: [&str; 7] = ["<div", "<figure", "<details", "<p ", "</div", "</details", "</summary"];

/// The lessons whose window draws graphs beside the scene, which a page does not: their picture shows those.
const GRAPHS: [&str; 8] = ["02", "06", "07", "09", "13", "14", "15", "16"];
/// Pictures that move, each with the one that is shown where less motion is wanted.
const MOVING: [(&str, &str); 2] = [
    ("lessons/18-side-scroller/game.webp", "lessons/18-side-scroller/picture.png"),
    ("lessons/01-robot-arm/window.gif", "lessons/01-robot-arm/window.webp"),
];
/// Mistakes of lesson 13's scene, each as somebody sees it who does not know the code, and a question about it.
const BREAKS: [(&str, &str, &str); 2] = [
    (
        "13.2 CLOCK-STANDS",
        "He freezes and glides on: his change to the next pose never gets under way.",
        "What must grow with each frame, so that a change is over at last?",
    ),
    ("13.4 INVERTED", "His legs punch, and his arms walk on.", "Which half of him should punch?"),
];

/// Returns a page's text for mdBook. Problems are added with their lines, so that all of them are reported at once.
pub(super) fn text_of(
    book: &Book,
    page: &Page,
    live: Option<&Live>,
    source: &Path,
    parts: &mut Parts,
    problems: &mut Vec<String>,
) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH;
    let mut writer = Writer { book, page, live, source, parts, edits: Vec::new(), fold: None, task: None, problems };
    let mut paragraph = 0..0;
    let mut done = 0;
    let mut is_begun = false;
    for (event, range) in Parser::new_ext(&page.text, options).into_offset_iter() {
        if range.end <= done && !matches!(event, Event::End(TagEnd::BlockQuote(_))) {
            continue;
        }
        let slice = &page.text[range.clone()];
        match event {
            Event::Start(Tag::Heading { level, .. }) => writer.heading(level, range),
            Event::Start(Tag::BlockQuote(_)) => writer.end_fold(range.start),
            Event::End(TagEnd::BlockQuote(_)) => writer.end_task(range.end),
            Event::Start(Tag::Paragraph) => {
                paragraph = range.start..range.start + slice.trim_end().len();
                if let Some((tex, point)) = lone_formula(slice) {
                    writer.display(paragraph.clone(), tex, point);
                    done = range.end;
                } else if page.name == "answers" && slice.starts_with("**") {
                    writer.fold_answer(paragraph.clone());
                }
            }
            Event::End(TagEnd::Paragraph) if !is_begun => {
                is_begun = true;
                writer.list_tasks(range.end);
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                let words = slice.get(2..).and_then(|rest| rest.rsplit_once("](")).map_or("", |(words, _)| words);
                let is_alone = paragraph == range;
                writer.picture(range.clone(), &dest_url, words, None, is_alone);
                done = range.end;
            }
            Event::Start(Tag::Link { dest_url, .. }) => writer.link(&range, &dest_url),
            Event::InlineMath(tex) | Event::DisplayMath(tex) => writer.inline(range, &tex),
            // After the language, a block may name the TODO whose example it is.
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(words))) => match words.split(' ').next() {
                Some("math") => {
                    let tex = slice.lines().skip(1).take_while(|line| !line.starts_with("```"));
                    writer.display(range.clone(), &tex.collect::<Vec<_>>().join("\n"), "");
                    done = range.end;
                }
                // mdBook's colours know no GLSL.
                Some("glsl") => writer.edit(range.start..range.start + "```glsl".len(), "```c".into()),
                _ => {}
            },
            Event::Html(html) | Event::InlineHtml(html) => writer.html(range, &html),
            _ => {}
        }
    }
    writer.end_fold(page.text.len());
    writer.text()
}

struct Writer<'a> {
    book: &'a Book,
    page: &'a Page,
    live: Option<&'a Live>,
    /// The folder of the book's files.
    source: &'a Path,
    parts: &'a mut Parts,
    /// Texts that take the place of parts of the page's text.
    edits: Vec<(Range<usize>, String)>,
    /// Where the passage began that a guess folds.
    fold: Option<usize>,
    /// The TODO whose task has not come yet.
    task: Option<String>,
    problems: &'a mut Vec<String>,
}

impl Writer<'_> {
    fn edit(&mut self, range: Range<usize>, text: String) {
        self.edits.push((range, text));
    }

    /// Puts HTML into a paragraph of its own.
    fn insert(&mut self, at: usize, html: impl Into<String>) {
        let mark = self.parts.mark(html);
        self.edit(at..at, format!("\n\n{mark}\n\n"));
    }

    fn problem(&mut self, at: usize, problem: &str) {
        let line = self.page.text[..at].matches('\n').count() + 1;
        self.problems.push(format!("{}:{line}: {problem}", self.page.source));
    }

    /// Returns the page's text with all edits made.
    fn text(mut self) -> String {
        self.edits.sort_by_key(|(range, _)| range.start);
        let mut text = String::new();
        let mut end = 0;
        for (range, edit) in self.edits {
            text += &self.page.text[end..range.start];
            text += &edit;
            end = range.end;
        }
        text + &self.page.text[end..]
    }

    fn heading(&mut self, level: HeadingLevel, range: Range<usize>) {
        self.end_fold(range.start);
        if level <= HeadingLevel::H2 {
            let words = self.page.text[range].trim_start_matches(['#', ' ']);
            let id = words.split(' ').next().unwrap_or_default();
            let is_todo =
                id.len() > 3 && id.starts_with(|first: char| first.is_ascii_digit()) && id.as_bytes()[2] == b'.';
            self.task = is_todo.then(|| id.to_owned());
        }
    }

    /// Puts what is done in the page below its task, which is the first quotation of its section.
    fn end_task(&mut self, at: usize) {
        if let Some(html) = self.task.take().and_then(|id| Some(self.live?.task(&id)?.html.clone())) {
            self.insert(at, html);
        }
    }

    /// Puts the guess before the passage that gives its answer away, and begins to fold that.
    fn begin_fold(&mut self, at: usize) {
        const ON: &str = "<p class=\"on\"><button type=\"button\">Read on without a guess</button></p>";
        let Some(id) = self.task.take() else { return };
        match self.live.and_then(|live| live.task(&id)) {
            Some(task) if task.kind == "guess" => {
                let html = task.html.replacen("<summary>Guess", "<summary>Guess before you read on", 1);
                self.insert(at, format!("{html}{ON}\n<div class=\"rest\">"));
                self.fold = Some(at);
            }
            _ => self.task = Some(id),
        }
    }

    fn end_fold(&mut self, at: usize) {
        if self.fold.take().is_some() {
            self.insert(at, "</div>");
        }
    }

    /// Folds the answer in a paragraph that begins with its question, in bold.
    fn fold_answer(&mut self, paragraph: Range<usize>) {
        let Some(length) = self.page.text[paragraph.start + 2..paragraph.end].find("**") else { return };
        self.insert(paragraph.start, "<details><summary>");
        self.insert(paragraph.start + length + 4, "</summary>");
        self.insert(paragraph.end, "</details>");
    }

    /// Lists what can be done in the page.
    fn list_tasks(&mut self, at: usize) {
        let mut links = Vec::new();
        for task in self.live.into_iter().flat_map(|live| &live.tasks) {
            if self.page.text.contains(&format!("\n## {} ", task.todo)) {
                links.push(format!("<a href=\"#{}\">{} {}</a>", anchor(task.kind, &task.todo), task.kind, task.todo));
            }
        }
        if !links.is_empty() {
            let words = "<strong>No Rust?</strong> Do these here, with nothing installed, and skip what is about code and \
                         its window:";
            self.insert(at, format!("<p class=\"tries\">{words} {}</p>", links.join(" ")));
        }
    }

    /// Writes a formula as a line of its own, with the punctuation after it.
    fn display(&mut self, range: Range<usize>, tex: &str, point: &str) {
        match math::mathml_of(tex.trim(), true) {
            Ok(html) => {
                let mark = self.parts.mark(format!("<div class=\"formula\">{html}{point}</div>"));
                self.edit(range, mark);
            }
            Err(problem) => self.problem(range.start, &problem),
        }
    }

    fn inline(&mut self, range: Range<usize>, tex: &str) {
        match math::mathml_of(tex.trim(), false) {
            Ok(html) => {
                let mark = self.parts.mark(html);
                self.edit(range, mark);
            }
            Err(problem) => self.problem(range.start, &problem),
        }
    }

    /// Lets a link lead to a page, or into the repository. Without an address of that it is plain text.
    fn link(&mut self, range: &Range<usize>, link: &str) {
        if link.contains("://") || link.starts_with("mailto:") || link.starts_with('#') {
            return;
        }
        let Some(length) = self.page.text[range.clone()].rfind(&format!("]({link}")) else {
            return self.problem(range.start, "a link is written as [words](address)");
        };
        let tail = range.start + length..range.end;
        match self.address(link) {
            Ok(Some(address)) => self.edit(tail, format!("]({address})")),
            Ok(None) => {
                self.edit(range.start..range.start + 1, String::new());
                self.edit(tail, String::new());
            }
            Err(problem) => self.problem(range.start, &problem),
        }
    }

    /// Returns the address of a file named in the text, `None` if it has none.
    ///
    /// # Errors
    /// If there is no such file.
    fn address(&mut self, link: &str) -> Result<Option<String>, String> {
        let (file, anchor) = link.split_at(link.find('#').unwrap_or(link.len()));
        let path = self.page.path(file);
        if let Some(page) = self.book.pages.iter().find(|page| page.source == path) {
            return Ok(Some(format!("{}.html{anchor}", page.name)));
        }
        let data = std::fs::metadata(self.book.root.join(&path)).map_err(|_| format!("{link}: there is no {path}"))?;
        if let Some((name, page)) = figure(&path).and_then(|name| Some((name, self.book.page_of_figure(name)?))) {
            return Ok(Some(format!("{}.html#figure-{name}", page.name)));
        }
        if [".png", ".svg"].iter().any(|kind| path.ends_with(kind)) {
            return Ok(Some(pictures::copied(&self.book.root, &path, None, self.source)?.file));
        }
        let view = if data.is_dir() { "tree" } else { "blob" };
        Ok(self.book.repository.as_ref().map(|url| format!("{url}/{view}/HEAD/{path}{anchor}")))
    }

    /// Writes a picture. A lesson's figure becomes live, and its scene takes the place of the lesson's picture.
    fn picture(&mut self, range: Range<usize>, file: &str, words: &str, width: Option<u32>, is_alone: bool) {
        let path = self.page.path(file);
        if is_alone {
            self.end_fold(range.start);
        }
        let words = escaped(&words.replace('`', ""));
        let image = match self.image(&path, &words, width) {
            Ok(image) => image,
            Err(problem) => return self.problem(range.start, &problem),
        };
        let html = match figure(&path) {
            Some(name) => figure_element(name, &image, &words, self.book.page_of_figure(name), self.page),
            None if is_alone && width.is_none() => match self.scene(&path, &words) {
                Some(scene) if self.page.lesson.as_ref().is_some_and(|number| GRAPHS.contains(&number.as_str())) => {
                    format!("{scene}<p class=\"picture\">{image}</p>")
                }
                Some(scene) => scene,
                None => format!("<p class=\"picture\">{image}</p>"),
            },
            None => image,
        };
        let mark = self.parts.mark(html);
        self.edit(range, mark);
    }

    fn image(&self, path: &str, words: &str, width: Option<u32>) -> Result<String, String> {
        let root = &self.book.root;
        if let Some((_, still)) = MOVING.iter().find(|(moving, _)| *moving == path) {
            let moving = pictures::copied(root, path, None, self.source)?;
            let still = pictures::copied(root, still, None, self.source)?.file;
            let less = "media=\"(prefers-reduced-motion: reduce)\"";
            return Ok(format!(
                "<picture><source {less} srcset=\"{still}\">{}</picture>",
                moving.element(words).replacen("<img ", &format!("<img width=\"{}\" ", width.unwrap_or(640)), 1)
            ));
        }
        let width = width.filter(|_| figure(path).is_none());
        Ok(pictures::copied(root, path, width, self.source)?.element(words))
    }

    /// Returns the lesson's scene, if this is the lesson's picture: until the scene begins, the picture stands there.
    fn scene(&self, path: &str, words: &str) -> Option<String> {
        let lesson = self.page.lesson.as_deref().and_then(|number| self.book.lesson(number))?;
        let is_picture = path == format!("lessons/{}/picture.png", lesson.folder);
        if self.live.is_none() || !is_picture || !has_scene(lesson) {
            return None;
        }
        let has_graphs = GRAPHS.contains(&lesson.number.as_str());
        let still = pictures::copied(&self.book.root, path, Some(640), self.source).ok()?.file;
        let words = if has_graphs { "" } else { words };
        Some(format!(
            "<figure class=\"scene\" data-lesson=\"{}\" data-mistakes id=\"scene\"><img src=\"{still}\" alt=\"{words}\"></figure>",
            lesson.number
        ))
    }

    /// Writes HTML of the text: a picture, or the mark of a place. Any other HTML than a comment is a problem.
    fn html(&mut self, range: Range<usize>, html: &str) {
        let inside = html.trim().strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
        if let (true, Some(file)) = (html.starts_with("<img "), attribute(html, "src")) {
            let words = attribute(html, "alt").unwrap_or_default();
            let width = attribute(html, "width").and_then(|width| width.parse().ok());
            let range = range.start..range.start + html.trim_end().len();
            return self.picture(range, file, words, width, false);
        }
        match inside.and_then(|inside| inside.split_once(' ')).unwrap_or((inside.unwrap_or_default(), "")) {
            ("guess", "") => self.begin_fold(range.start),
            ("knight", number) => {
                let html = self.knight(number).unwrap_or_default();
                self.insert(range.start, html);
            }
            ("write", id) => {
                if let Some(task) = self.live.and_then(|live| live.task(id)) {
                    let page = self.book.pages.iter().find(|page| page.lesson.as_deref() == id.get(..2));
                    let page = page.map_or("", |page| &page.name);
                    let html = task.html.replacen("data-lesson", &format!("data-page=\"{page}.html\" data-lesson"), 1);
                    self.insert(range.start, html);
                }
            }
            _ if html.starts_with("<!--") => {}
            _ => self.problem(range.start, &format!("this HTML is not supported on a page: {}", html.trim_end())),
        }
    }

    /// Returns the scene of the first page, in which a button breaks the knight.
    fn knight(&mut self, number: &str) -> Option<String> {
        let lesson = self.book.lesson(number)?;
        let still =
            pictures::copied(&self.book.root, &format!("lessons/{}/scene.webp", lesson.folder), None, self.source);
        let image = still.ok()?.element("The knight walks").replacen("loading=\"lazy\"", "fetchpriority=\"high\"", 1);
        let breaks = escaped(&serde_json::to_string(&BREAKS).ok()?);
        let live = if self.live.is_some() { "scene" } else { "picture" };
        Some(format!(
            "<figure class=\"knight {live}\" data-lesson=\"{number}\" data-page=\"{}.html\" data-breaks=\"{breaks}\" \
             id=\"scene\">{image}</figure>",
            lesson.folder
        ))
    }
}

/// Returns the `<figure>` of a lesson's figure, with its description, and on another page than its own with a link to that.
fn figure_element(name: &str, image: &str, words: &str, own: Option<&Page>, here: &Page) -> String {
    let lesson = name.get(..2).unwrap_or(name);
    let number = match own.filter(|own| own.name != here.name) {
        Some(own) => format!("<a href=\"{}.html#figure-{name}\">{name}</a>", own.name),
        None => format!("<b>{name}</b>"),
    };
    format!(
        "<figure class=\"live\" id=\"figure-{name}\" data-lesson=\"{lesson}\" data-figure=\"{name}\">{image}\
         <figcaption>{number} {words}</figcaption></figure>"
    )
}

/// Returns `06.2` for `figures/06.2.svg`.
fn figure(file: &str) -> Option<&str> {
    let (_, name) = file.rsplit_once("/figures/")?;
    name.strip_suffix(".svg")
}

/// Returns the formula of a paragraph that has nothing else but a punctuation mark after it, and that mark.
fn lone_formula(paragraph: &str) -> Option<(&str, &str)> {
    let paragraph = paragraph.trim();
    let formula = paragraph.trim_end_matches(['.', ',', ':', ';']);
    let point = &paragraph[formula.len()..];
    let tex = formula.strip_prefix('$')?.strip_suffix('$')?;
    let tex = tex.strip_prefix('$').and_then(|tex| tex.strip_suffix('$')).unwrap_or(tex);
    (!tex.is_empty() && !tex.contains('$')).then_some((tex, point))
}

fn attribute<'h>(html: &'h str, name: &str) -> Option<&'h str> {
    let (_, value) = html.split_once(&format!(" {name}=\""))?;
    Some(value.split_once('"')?.0)
}
