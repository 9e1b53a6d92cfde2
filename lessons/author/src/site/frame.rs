//! What is around a text: the head, the bar, the contents, the way on.

use super::body::Body;
use super::book::{Book, Page};
use super::output::GENERATOR;
use super::{Options, escaped};
use pulldown_cmark::HeadingLevel;

/// What is the same in every site.
pub(super) const FILES: [(&str, &[u8]); 9] = [
    ("site.css", include_bytes!("page/site.css")),
    ("site.js", include_bytes!("page/site.js")),
    ("search.js", include_bytes!("page/search.js")),
    ("offline.js", include_bytes!("page/offline.js")),
    ("icon.svg", include_bytes!("page/icon.svg")),
    ("fonts/text-normal.woff2", include_bytes!("page/fonts/text-normal.woff2")),
    ("fonts/text-italic.woff2", include_bytes!("page/fonts/text-italic.woff2")),
    ("fonts/math.woff2", include_bytes!("page/fonts/math.woff2")),
    ("fonts/OFL.txt", include_bytes!("page/fonts/OFL.txt")),
];

/// What figures need besides.
pub(super) const LIVE_FILES: [(&str, &[u8]); 2] =
    [("figures.css", include_bytes!("page/figures.css")), ("figures.js", include_bytes!("page/figures.js"))];

/// A whole page: that at `place` in the book.
pub(super) fn page(book: &Book, options: &Options, place: usize, body: &Body, is_live: bool) -> String {
    let page = &book.pages[place];
    let title = match place {
        0 => escaped(&options.title),
        _ => format!("{} · {}", escaped(&page.title), escaped(&options.title)),
    };
    let live = if is_live { live_head(page) } else { String::new() };
    let script = if is_live { "<script type=\"module\" src=\"figures.js\"></script>" } else { "" };
    let parts = [
        ("generator", GENERATOR.to_owned()),
        ("title", title),
        ("description", escaped(&description(body))),
        ("address", address(book, options, page)),
        ("live", live),
        ("site", escaped(&options.title)),
        ("kind", if place == 0 { "first" } else { "text" }.to_owned()),
        ("menu", menu(book, page)),
        ("contents", contents(body)),
        ("body", body.html.clone()),
        ("ways", ways(book, place)),
        ("source", source(options, page)),
        ("figures", script.to_owned()),
    ];
    let frame = include_str!("page/page.html");
    parts.iter().fold(frame.to_owned(), |html, (name, part)| html.replacen(&format!("<!--{name}-->"), part, 1))
}

/// Of a lesson's page: its module is asked for at once, not when the script that needs it has come.
fn live_head(page: &Page) -> String {
    let mut links = "<link rel=\"stylesheet\" href=\"figures.css\">".to_owned();
    if let Some(number) = page.lesson.as_ref().filter(|_| page.text.contains("figures/")) {
        for ending in ["wasm", "json"] {
            links += &format!("\n<link rel=\"preload\" href=\"wasm/{number}.{ending}\" as=\"fetch\" crossorigin>");
        }
    }
    links
}

/// For search engines: where each page is.
pub(super) fn sitemap(book: &Book, base: &str) -> String {
    let urls = book.pages.iter().map(|page| format!("<url><loc>{}{}</loc></url>\n", escaped(base), page.file));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{}</urlset>\n",
        urls.collect::<String>()
    )
}

/// What needs a whole address: the page's own, and a picture for those who link to it, of its lesson or of the last.
fn address(book: &Book, options: &Options, page: &Page) -> String {
    let Some(base) = &options.base else { return String::new() };
    let base = escaped(base);
    let file = if page.file == "index.html" { "" } else { &page.file };
    let lesson = page.lesson.as_deref().and_then(|number| book.lesson(number)).or(book.lessons.last());
    let picture = lesson.map_or(String::new(), |lesson| format!("{base}{}/picture.png", lesson.folder));
    format!(
        "<link rel=\"canonical\" href=\"{base}{file}\">\n\
         <meta property=\"og:title\" content=\"{}\">\n\
         <meta property=\"og:image\" content=\"{picture}\">",
        escaped(&page.title)
    )
}

/// The first sentences, but for how long it takes and which file is edited.
fn description(body: &Body) -> String {
    let words = body.words.first().map_or("", String::as_str).replace('\n', " ");
    let mut shown = String::new();
    for sentence in
        words.split_inclusive(". ").filter(|text| !["About ", "You edit "].iter().any(|b| text.starts_with(b)))
    {
        if !shown.is_empty() && shown.len() + sentence.len() > 200 {
            break;
        }
        shown += sentence;
    }
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every page: lessons, then the rest.
fn menu(book: &Book, current: &Page) -> String {
    let item = |page: &Page| {
        let here = if page.file == current.file { " aria-current=\"page\"" } else { "" };
        let is_part = page.lesson.is_some() && page.source.matches('/').count() > 2;
        let (part, title) = match page.title.split_once(' ') {
            Some((_, title)) if is_part => (" class=\"part\"", title),
            _ => ("", page.title.as_str()),
        };
        format!("<li{part}><a href=\"{}\"{here}>{}</a></li>\n", page.file, escaped(title))
    };
    let (lessons, others): (Vec<_>, Vec<_>) = book.pages.iter().skip(1).partition(|page| page.lesson.is_some());
    let list = |pages: Vec<&Page>| pages.into_iter().map(item).collect::<String>();
    format!("<ul class=\"lessons\">\n{}</ul>\n<ul>\n{}</ul>", list(lessons), list(others))
}

/// Links to what is on the page, in two levels.
fn contents(body: &Body) -> String {
    let mut items = String::new();
    for heading in body.headings.iter().filter(|heading| heading.level > HeadingLevel::H1) {
        let class = if heading.level > HeadingLevel::H2 { " class=\"sub\"" } else { "" };
        items += &format!("<li{class}><a href=\"#{}\">{}</a></li>\n", heading.id, escaped(&heading.text));
    }
    items
}

/// To the page before and the page after.
fn ways(book: &Book, place: usize) -> String {
    let link = |page: &Page, rel: &str, word: &str| {
        format!("<a rel=\"{rel}\" href=\"{}\"><span>{word}</span> {}</a>\n", page.file, escaped(&page.title))
    };
    let before = place.checked_sub(1).and_then(|place| book.pages.get(place));
    let before = before.map_or(String::new(), |page| link(page, "prev", "Previous"));
    let after = book.pages.get(place + 1).map_or(String::new(), |page| link(page, "next", "Next"));
    before + &after
}

fn source(options: &Options, page: &Page) -> String {
    let Some(url) = &options.repository else { return String::new() };
    let url = escaped(url);
    format!("<a href=\"{url}\">Repository</a> · <a href=\"{url}/blob/HEAD/{}\">this text</a> · ", page.source)
}
