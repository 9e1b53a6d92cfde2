//! The frame of a text: head, bar, contents, links to the next page.

use super::body::Body;
use super::book::{Book, Page};
use super::output::GENERATOR;
use super::pictures::JPEG;
use super::{SiteOptions, escaped};
use pulldown_cmark::HeadingLevel;
use std::time::SystemTime;

/// Files of every site.
pub(super) const FILES: [(&str, &[u8]); 10] = [
    ("site.css", include_bytes!("page/site.css")),
    ("site.js", include_bytes!("page/site.js")),
    ("search.js", include_bytes!("page/search.js")),
    ("near.js", include_bytes!("page/near.js")),
    ("offline.js", include_bytes!("page/offline.js")),
    ("icon.svg", include_bytes!("page/icon.svg")),
    ("fonts/text-normal.woff2", include_bytes!("page/fonts/text-normal.woff2")),
    ("fonts/text-italic.woff2", include_bytes!("page/fonts/text-italic.woff2")),
    ("fonts/math.woff2", include_bytes!("page/fonts/math.woff2")),
    ("fonts/OFL.txt", include_bytes!("page/fonts/OFL.txt")),
];

/// Files that live figures need.
pub(super) const LIVE_FILES: [(&str, &[u8]); 5] = [
    ("figures.css", include_bytes!("page/figures.css")),
    ("figures.js", include_bytes!("page/figures.js")),
    ("guess.js", include_bytes!("page/guess.js")),
    ("scene.js", include_bytes!("page/scene.js")),
    ("shader.js", include_bytes!("page/shader.js")),
];

/// Subject of the course, in the title of the first page.
const SUBTITLE: &str = "skeletal animation, written by you in Rust";

/// Returns the HTML of a page: the template with all parts filled in.
pub(super) fn page(book: &Book, options: &SiteOptions, page: &Page, body: &Body, is_live: bool) -> String {
    let index = book.pages.iter().position(|other| other.file == page.file);
    let is_first = index == Some(0);
    let title = if is_first {
        format!("{}: {SUBTITLE}", options.title)
    } else {
        format!("{} · {}", page.title, options.title)
    };
    let description = description(body);
    let live = if is_live { "<link rel=\"stylesheet\" href=\"figures.css\">" } else { "" };
    let lesson = page.lesson.as_ref().map_or(String::new(), |number| format!(" data-lesson=\"{number}\""));
    let mut scripts = String::new();
    for (name, mark) in [
        ("figures.js", "class=\"live\""),
        ("scene.js", "scene\" data-lesson"),
        ("guess.js", "<details class=\"guess\""),
    ] {
        if is_live && body.html.contains(mark) {
            let priority = if name == "figures.js" { "" } else { " fetchpriority=\"low\"" };
            scripts += &format!("<script type=\"module\" src=\"{name}\"{priority}></script>\n");
        }
    }
    let mut html = include_str!("page/page.html").to_owned();
    for (name, part) in [
        ("generator", GENERATOR.to_owned()),
        ("title", escaped(&title)),
        ("card", card(book, options, page, &description)),
        ("description", escaped(&description)),
        ("live", live.to_owned()),
        ("site", escaped(&options.title)),
        ("kind", if is_first { "first" } else { "text" }.to_owned()),
        ("lesson", lesson),
        ("menu", menu(book, page)),
        ("repository", repository(options)),
        ("contents", contents(body)),
        ("body", with_lazy_pictures(&body.html)),
        ("ways", index.map_or(String::new(), |index| ways(book, index))),
        ("source", source(options, page)),
        ("date", today()),
        ("figures", scripts),
    ] {
        html = html.replacen(&format!("<!--{name}-->"), &part, 1);
    }
    html
}

/// Returns HTML in which the first picture is loaded before all else, and the others when they are near the screen.
fn with_lazy_pictures(html: &str) -> String {
    const IMAGE: &str = "<img ";
    let Some((before, after)) = html.split_once(IMAGE) else { return html.to_owned() };
    let after = after.replace(IMAGE, "<img loading=\"lazy\" fetchpriority=\"low\" ");
    format!("{before}{IMAGE}fetchpriority=\"high\" {after}")
}

/// Returns today's date in UTC: `2026-11-28`.
fn today() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string().chars().take("2026-11-28".len()).collect()
}

/// Returns the address of each page, for search engines.
pub(super) fn sitemap(book: &Book, base: &str) -> String {
    let urls = book.pages.iter().map(|page| format!("<url><loc>{}{}</loc></url>\n", escaped(base), page.file));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{}</urlset>\n",
        urls.collect::<String>()
    )
}

/// Returns the tags for links to the page on other sites. Where the site's address is known, they include the page's own
/// and that of a picture, of its lesson or of the last.
fn card(book: &Book, options: &SiteOptions, page: &Page, description: &str) -> String {
    let mut tags = vec![
        ("og:type", "article".to_owned()),
        ("og:site_name", options.title.clone()),
        ("og:title", page.title.clone()),
        ("og:description", description.to_owned()),
    ];
    let mut canonical = String::new();
    if let Some(base) = &options.base {
        let address = format!("{base}{}", if page.file == "index.html" { "" } else { &page.file });
        canonical = format!("<link rel=\"canonical\" href=\"{}\">\n", escaped(&address));
        tags.push(("og:url", address));
        let lesson = page.lesson.as_deref().and_then(|number| book.lesson(number)).or(book.lessons.last());
        if let Some(lesson) = lesson {
            tags.push(("og:image", format!("{base}{}/picture.{JPEG}", lesson.folder)));
            tags.push(("og:image:alt", lesson.toml.title.clone()));
            tags.push(("twitter:card", "summary_large_image".to_owned()));
        }
    }
    for (name, content) in tags {
        let kind = if name.starts_with("og:") { "property" } else { "name" };
        canonical += &format!("<meta {kind}=\"{name}\" content=\"{}\">\n", escaped(&content));
    }
    canonical
}

/// Returns up to 200 characters of sentences from the first section that has any. Sentences about minutes and files are left
/// out.
fn description(body: &Body) -> String {
    for words in &body.words {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut description = String::new();
        for sentence in words.split_inclusive(". ").map(str::trim) {
            let is_about_work =
                ["About ", "You edit ", "It is one of "].iter().any(|start| sentence.starts_with(start));
            let is_table = sentence.len() >= 250;
            if is_about_work || is_table || !sentence.ends_with(['.', '!', '?']) {
                continue;
            }
            if !description.is_empty() && description.len() + sentence.len() > 200 {
                break;
            }
            description = format!("{description} {sentence}");
        }
        if !description.is_empty() {
            return description.trim().to_owned();
        }
    }
    String::new()
}

/// Returns links to every page: lessons, then the rest.
fn menu(book: &Book, current: &Page) -> String {
    let mut lessons = String::new();
    let mut others = String::new();
    for page in book.pages.iter().skip(1) {
        let mark = if page.file == current.file { " aria-current=\"page\"" } else { "" };
        let is_part = page.lesson.is_some() && page.source.matches('/').count() > 2;
        let (part, title) = match page.title.split_once(' ') {
            Some((_, title)) if is_part => (" class=\"part\"", title),
            _ => ("", page.title.as_str()),
        };
        let list = if page.lesson.is_some() { &mut lessons } else { &mut others };
        *list += &format!("<li{part}><a href=\"{}\"{mark}>{}</a></li>\n", page.file, escaped(title));
    }
    format!("<ul class=\"lessons\">\n{lessons}</ul>\n<ul>\n{others}</ul>")
}

/// Returns list items that link to the headings below the title.
fn contents(body: &Body) -> String {
    let mut items = String::new();
    for heading in body.headings.iter().filter(|heading| heading.level > HeadingLevel::H1) {
        let class = if heading.level > HeadingLevel::H2 { " class=\"sub\"" } else { "" };
        items += &format!("<li{class}><a href=\"#{}\">{}</a></li>\n", heading.anchor(), escaped(&heading.text));
    }
    items
}

/// Returns links to the previous and the next page.
fn ways(book: &Book, index: usize) -> String {
    let previous = index.checked_sub(1).map(|previous| &book.pages[previous]);
    // The first page leads to the first lesson: the map is for later.
    let next = book.pages[index + 1..].iter().find(|page| index > 0 || page.lesson.is_some());
    let mut links = String::new();
    for (page, rel, word) in [(previous, "prev", "Previous"), (next, "next", "Next")] {
        if let Some(Page { file, title, .. }) = page {
            links += &format!("<a rel=\"{rel}\" href=\"{file}\"><span>{word}</span> {}</a>\n", escaped(title));
        }
    }
    links
}

/// Returns the page for an address that has none.
pub(super) fn not_found(book: &Book, options: &SiteOptions) -> String {
    let page = Page::new("", "404", None, "# There is no such page\n".into());
    let html = "<h1>There is no such page</h1>\n<p>The menu above has every lesson, and the search looks through all \
                of them. Or begin on <a href=\"index.html\">the first page</a>.</p>\n";
    let html = self::page(book, options, &page, &Body { html: html.into(), ..Body::default() }, false);
    // Whatever folder the address seems to be in.
    let base = options.base.as_ref().map_or(String::new(), |base| format!("<base href=\"{}\">\n", escaped(base)));
    html.replacen(
        "<meta name=\"viewport\"",
        &format!("{base}<meta name=\"robots\" content=\"noindex\">\n<meta name=\"viewport\""),
        1,
    )
}

fn repository(options: &SiteOptions) -> String {
    options.repository.as_ref().map_or(String::new(), |url| format!("<a href=\"{}\">Source</a>\n", escaped(url)))
}

fn source(options: &SiteOptions, page: &Page) -> String {
    let Some(url) = options.repository.as_ref().filter(|_| !page.source.is_empty()) else { return String::new() };
    format!("<a href=\"{}/blob/HEAD/{}\">This text’s source</a> · ", escaped(url), page.source)
}
