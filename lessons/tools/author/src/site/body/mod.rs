//! A text as HTML. Problems are kept with their lines, so that all of them are reported at once.

mod table;

use super::book::{Heading, MARKDOWN, leading_todo};
use super::links::{LinkTarget, Links};
use super::output::Output;
use super::{code, escaped, math, pictures};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd, html};
use std::ops::Range;

#[derive(Default)]
pub(super) struct Body {
    pub(super) html: String,
    pub(super) headings: Vec<Heading>,
    /// The words below each heading, for the search.
    pub(super) words: Vec<String>,
    /// `lessons/05-keyframes/README.md:12: ...`
    pub(super) problems: Vec<String>,
}

/// Returns a page's text as HTML, with its headings, the words for the search, and the problems found.
pub(super) fn body_of(links: &Links<'_>, output: &Output) -> Body {
    let events: Vec<_> = Parser::new_ext(&links.page.text, MARKDOWN).into_offset_iter().collect();
    let mut writer = Writer {
        links,
        output,
        events: &events,
        next: 0,
        out: Vec::new(),
        headings: links.page.headings.iter(),
        open_links: Vec::new(),
        is_task_open: false,
        body: Body::default(),
    };
    while writer.next < events.len() {
        writer.write_next();
    }
    let Writer { out, mut body, .. } = writer;
    html::push_html(&mut body.html, out.into_iter());
    body
}

/// Punctuation that belongs to the word before it.
const POINTS: [char; 10] = [',', '.', ';', ':', '!', '?', ')', '-', '\u{2019}', '\u{201d}'];

const UNITS: [&str; 8] = ["m", "cm", "mm", "s", "ms", "kB", "MB", "GB"];

type Spanned<'a> = (Event<'a>, Range<usize>);

struct Writer<'a, 'b> {
    links: &'b Links<'a>,
    output: &'b Output,
    events: &'b [Spanned<'a>],
    next: usize,
    out: Vec<Event<'a>>,
    headings: std::slice::Iter<'b, Heading>,
    /// Whether each link that is open leads anywhere.
    open_links: Vec<bool>,
    /// Whether the section is a TODO's and its task has not come yet.
    is_task_open: bool,
    body: Body,
}

impl Writer<'_, '_> {
    /// Writes the next event, and with it those up to its end if it is a paragraph, table, code block or picture.
    fn write_next(&mut self) {
        let (event, range) = self.events[self.next].clone();
        self.next += 1;
        self.note(&event);
        match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let heading = self.headings.next().cloned();
                let id = heading.as_ref().map(|heading| heading.anchor().into());
                if level <= HeadingLevel::H2 {
                    self.is_task_open = heading.as_ref().is_some_and(|heading| leading_todo(&heading.text).is_some());
                }
                self.begin(heading);
                self.out.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
            }
            Event::End(TagEnd::Heading(level)) => {
                if let Some(heading) = self.body.headings.last().filter(|_| level > HeadingLevel::H1) {
                    let id = heading.anchor();
                    let text = escaped(&heading.text);
                    self.inline(format!(" <a class=\"anchor\" href=\"#{id}\" aria-label=\"Link to {text}\">#</a>"));
                }
                self.out.push(event);
            }
            // The first quotation in the section of a TODO is its task.
            Event::Start(Tag::BlockQuote(_)) if std::mem::take(&mut self.is_task_open) => {
                self.out.push(Event::Html("<blockquote class=\"task\">\n".into()));
            }
            Event::Start(Tag::Paragraph) => self.begin_paragraph(),
            Event::Start(Tag::CodeBlock(kind)) => self.code_block(&kind),
            Event::Start(Tag::Image { dest_url, .. }) => {
                let alt = self.words_until(TagEnd::Image);
                let image = self.image(&dest_url, &alt, range.start);
                self.inline(image);
            }
            Event::Start(Tag::Link { ref dest_url, .. }) => {
                let address = self.link_address(dest_url, range.start);
                self.open_links.push(address.is_some());
                self.inline(address.map_or(String::new(), |url| format!("<a href=\"{}\">", escaped(&url))));
            }
            Event::End(TagEnd::Link) => {
                let leads = self.open_links.pop() == Some(true);
                self.inline(if leads { "</a>" } else { "" });
            }
            Event::InlineMath(tex) => self.formula_in_line(&tex, range.start),
            Event::DisplayMath(tex) => self.formula(&tex, true, range.start),
            Event::Start(Tag::Table(_)) => self.table(),
            Event::Html(html) | Event::InlineHtml(html) => self.html(&html, range.start),
            // Short code stays in one line.
            Event::Code(code) if code.contains(' ') && code.chars().count() <= 24 => {
                self.inline(format!("<code class=\"short\">{}</code>", escaped(&code)));
            }
            Event::Text(text) => self.out.push(Event::Text(typeset(&text).into())),
            event => self.out.push(event),
        }
    }

    /// Notes the words that the search finds.
    fn note(&mut self, event: &Event<'_>) {
        let Some(words) = self.body.words.last_mut() else { return };
        match event {
            Event::End(TagEnd::Heading(_)) => words.clear(),
            Event::Text(text) | Event::Code(text) => words.push_str(text),
            Event::InlineMath(tex) | Event::DisplayMath(tex) => words.push_str(&tex.replace(['\\', '{', '}'], "")),
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableCell) => {
                words.push(' ');
            }
            _ => {}
        }
    }

    fn begin(&mut self, heading: Option<Heading>) {
        self.body.headings.extend(heading);
        self.body.words.push(String::new());
    }

    fn problem(&mut self, byte: usize, problem: &str) {
        let page = self.links.page;
        self.body.problems.push(format!("{}:{}: {problem}", page.source, page.line(byte)));
    }

    fn inline(&mut self, html: impl Into<String>) {
        self.out.push(Event::InlineHtml(html.into().into()));
    }

    /// Moves past the end of the open element and returns its words.
    fn words_until(&mut self, end: TagEnd) -> String {
        let mut words = String::new();
        while let Some((event, _)) = self.events.get(self.next) {
            self.next += 1;
            match event {
                Event::End(tag) if *tag == end => break,
                Event::Text(text) | Event::Code(text) => words += text,
                Event::SoftBreak => words.push(' '),
                _ => {}
            }
        }
        words
    }

    /// Writes a paragraph's start. If a picture or a formula fills the paragraph, writes all of it, as a block.
    fn begin_paragraph(&mut self) {
        let events = &self.events[self.next..];
        match events {
            [(Event::Start(Tag::Image { dest_url, .. }), range), ..] if self.is_alone(TagEnd::Image) => {
                self.next += 1;
                let alt = self.words_until(TagEnd::Image);
                self.next += 1; // the paragraph's end
                let html = self.picture_block(dest_url, &alt, range.start);
                self.out.push(Event::Html(html.into()));
            }
            [(Event::InlineMath(tex) | Event::DisplayMath(tex), range), rest @ ..] if ends_sentence(rest) => {
                self.next += 1;
                self.inline("<div class=\"formula\">");
                self.formula(tex, true, range.start);
                if let [(Event::Text(point), _), ..] = rest {
                    self.next += 1;
                    self.inline(escaped(point));
                }
                self.next += 1;
                self.inline("</div>\n");
            }
            _ => self.out.push(Event::Start(Tag::Paragraph)),
        }
    }

    /// Returns whether the element that begins the current paragraph also ends the paragraph.
    fn is_alone(&self, tag: TagEnd) -> bool {
        let end = self.events[self.next..].iter().position(|(event, _)| *event == Event::End(tag));
        end.and_then(|end| self.events.get(self.next + end + 1))
            .is_some_and(|(event, _)| *event == Event::End(TagEnd::Paragraph))
    }

    /// Returns the HTML of a picture that is a paragraph. A lesson's figure is marked, so that a script can make it live.
    fn picture_block(&mut self, file: &str, alt: &str, byte: usize) -> String {
        let image = self.image(file, alt, byte);
        match figure(file) {
            Some(name) => live(name, &image, None, alt),
            None => format!("<p class=\"picture\">{image}</p>\n"),
        }
    }

    /// Returns the `<img>` of a picture named in the text, or notes a problem at `byte` of the text.
    fn image(&mut self, file: &str, alt: &str, byte: usize) -> String {
        let path = self.links.path(file);
        let is_small = self.links.page.file == "index.html" && path.ends_with("/picture.png");
        let image = if is_small { pictures::small } else { pictures::image };
        image(self.links.book, &path, alt, self.output).unwrap_or_else(|problem| {
            self.problem(byte, &problem);
            String::new()
        })
    }

    /// Returns a link's address in the site, `None` if it leads nowhere here, or notes a problem at `byte` of the text.
    fn link_address(&mut self, link: &str, byte: usize) -> Option<String> {
        let target = self.links.target(link).and_then(|target| match target {
            LinkTarget::Address(url) => Ok(Some(url)),
            LinkTarget::Picture(path) => Ok(Some(pictures::copied(self.links.book, &path, self.output)?.0)),
            LinkTarget::LeftOut | LinkTarget::Source => Ok(None),
        });
        target.unwrap_or_else(|problem| {
            self.problem(byte, &problem);
            None
        })
    }

    fn formula(&mut self, tex: &str, is_displayed: bool, byte: usize) {
        match math::mathml_of(tex.trim(), is_displayed) {
            Ok(html) => self.inline(html),
            Err(problem) => self.problem(byte, &problem),
        }
    }

    /// Writes a formula together with the punctuation after it, so that no browser breaks the line between the two.
    fn formula_in_line(&mut self, tex: &str, byte: usize) {
        let points = match self.events.get(self.next) {
            Some((Event::Text(text), _)) => text.len() - text.trim_start_matches(POINTS).len(),
            _ => 0,
        };
        if points == 0 {
            return self.formula(tex, false, byte);
        }
        let (event, _) = self.events[self.next].clone();
        self.next += 1;
        self.note(&event);
        self.inline("<span class=\"short\">");
        self.formula(tex, false, byte);
        if let Event::Text(text) = event {
            self.inline(format!("{}</span>", escaped(&text[..points])));
            self.out.push(Event::Text(typeset(&text[points..]).into()));
        }
    }

    /// Writes a block of code in colours, or as a formula if its language is `math`.
    fn code_block(&mut self, kind: &CodeBlockKind<'_>) {
        let byte = self.events[self.next].1.start;
        let text = self.words_until(TagEnd::CodeBlock);
        let language = match kind {
            // After the language, a block may name the TODO whose example it is.
            CodeBlockKind::Fenced(words) => words.split(' ').next().unwrap_or_default(),
            CodeBlockKind::Indented => "",
        };
        if language == "math" {
            self.inline("<div class=\"formula\">");
            self.formula(&text, true, byte);
            self.inline("</div>\n");
        } else {
            let code = code::colored(&text, language);
            let language = escaped(language);
            let class = if language.is_empty() { language } else { format!(" class=\"code {language}\"") };
            self.out.push(Event::Html(format!("<pre{class}><code>{code}</code></pre>\n").into()));
        }
    }

    /// Writes HTML of the text: a comment or a picture. Any other HTML is a problem.
    fn html(&mut self, html: &str, byte: usize) {
        if html.starts_with("<!--") {
            self.out.push(Event::Html(html.to_owned().into()));
        } else if let (true, Some(file)) = (html.starts_with("<img "), attribute(html, "src")) {
            let html = self.picture_block(file, attribute(html, "alt").unwrap_or_default(), byte);
            self.out.push(Event::Html(html.into()));
        } else {
            self.problem(byte, &format!("this HTML is not supported on a page: {}", html.trim_end()));
        }
    }
}

fn attribute<'h>(html: &'h str, name: &str) -> Option<&'h str> {
    let (_, value) = html.split_once(&format!(" {name}=\""))?;
    Some(value.split_once('"')?.0)
}

/// Returns the text with minus signs before numbers and unbreakable spaces before units, so that no line ends there.
fn typeset(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        let after = &text[at + letter.len_utf8()..];
        let is_sign = matches!(before, ' ' | '(' | '/') && after.starts_with(|c: char| c.is_ascii_digit());
        let is_number = before.is_ascii_digit() || at == 0; // before the text there may be a formula
        out.push(match letter {
            '-' if is_sign => '\u{2212}',
            ' ' if is_number && UNITS.contains(&after.split(|c: char| !c.is_alphabetic()).next().unwrap_or("")) => {
                '\u{a0}'
            }
            letter => letter,
        });
        before = letter;
    }
    out
}

/// Returns `05.2` for `figures/05.2.svg`.
pub(super) fn figure(file: &str) -> Option<&str> {
    let (_, name) = file.rsplit_once("figures/")?;
    name.strip_suffix(".svg")
}

/// Returns the `<figure>` of a lesson's figure, with its description. `page` is the page to link to, if it is another one.
pub(super) fn live(name: &str, image: &str, page: Option<&str>, words: &str) -> String {
    let lesson = name.get(..2).unwrap_or(name);
    let number = match page {
        Some(page) => format!("<a href=\"{page}#figure-{name}\">{name}</a>"),
        None => format!("<b>{name}</b>"),
    };
    format!(
        "<figure class=\"live\" id=\"figure-{name}\" data-lesson=\"{lesson}\" data-figure=\"{name}\">{image}\n\
         <figcaption>{number} {}</figcaption></figure>\n",
        escaped(words)
    )
}

/// Returns whether the events begin with a paragraph's end, or with a punctuation mark and a paragraph's end.
fn ends_sentence(events: &[Spanned<'_>]) -> bool {
    match events {
        [(Event::End(TagEnd::Paragraph), _), ..] => true,
        [(Event::Text(text), _), (Event::End(TagEnd::Paragraph), _), ..] => matches!(&**text, "." | "," | ":" | ";"),
        _ => false,
    }
}
