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
pub(super) const LIVE_FILES: [(&str, &[u8]); 3] = [
    ("figures.css", include_bytes!("page/figures.css")),
    ("figures.js", include_bytes!("page/figures.js")),
    ("scene.js", include_bytes!("page/scene.js")),
];

/// A whole page.
pub(super) fn page(book: &Book, options: &Options, page: &Page, body: &Body, is_live: bool) -> String {
    let place = book.pages.iter().position(|other| other.file == page.file);
    let is_first = place == Some(0);
    let title = if is_first { options.title.clone() } else { format!("{} · {}", page.title, options.title) };
    let description = description(body);
    let live = if is_live { live_head(page) } else { String::new() };
    let mut scripts = String::new();
    for (name, mark) in [("figures.js", "class=\"live\""), ("scene.js", "scene\" data-lesson")] {
        if is_live && body.html.contains(mark) {
            scripts += &format!("<script type=\"module\" src=\"{name}\"></script>\n");
        }
    }
    let parts = [
        ("generator", GENERATOR.to_owned()),
        ("title", escaped(&title)),
        ("card", card(book, options, page, &description)),
        ("description", escaped(&description)),
        ("live", live),
        ("site", escaped(&options.title)),
        ("kind", if is_first { "first" } else { "text" }.to_owned()),
        ("menu", menu(book, page)),
        ("contents", contents(body)),
        ("body", body.html.clone()),
        ("ways", place.map_or(String::new(), |place| ways(book, place))),
        ("source", source(options, page)),
        ("figures", scripts),
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

/// What a link to the page shows elsewhere. Where the site's address is known, also the page's own and that of a picture, of
/// its lesson or of the last.
fn card(book: &Book, options: &Options, page: &Page, description: &str) -> String {
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
            tags.push(("og:image", format!("{base}{}/picture.png", lesson.folder)));
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

/// The first whole sentences of the first section that has one, but for how long it takes and which file is edited.
fn description(body: &Body) -> String {
    let is_said = |sentence: &&str| {
        let is_about = ["About ", "You edit ", "It is one of "].iter().any(|begin| sentence.starts_with(begin));
        // What is longer is a table.
        !is_about && sentence.len() < 250 && sentence.ends_with(['.', '!', '?'])
    };
    for words in &body.words {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut shown = String::new();
        for sentence in words.split_inclusive(". ").map(str::trim).filter(is_said) {
            if !shown.is_empty() && shown.len() + sentence.len() > 200 {
                break;
            }
            shown = format!("{shown} {sentence}");
        }
        if !shown.is_empty() {
            return shown.trim().to_owned();
        }
    }
    String::new()
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
        items += &format!("<li{class}><a href=\"#{}\">{}</a></li>\n", heading.anchor(), escaped(&heading.text));
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
    // From the first page to the first lesson: the map is for later.
    let is_after = |after: &&Page| place > 0 || after.lesson.is_some();
    let after = book.pages[place + 1..].iter().find(is_after);
    before + &after.map_or(String::new(), |page| link(page, "next", "Next"))
}

/// What a server shows for an address that has no page.
pub(super) fn not_found(book: &Book, options: &Options) -> String {
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

fn source(options: &Options, page: &Page) -> String {
    let Some(url) = options.repository.as_ref().filter(|_| !page.source.is_empty()) else { return String::new() };
    let url = escaped(url);
    format!("<a href=\"{url}\">Repository</a> · <a href=\"{url}/blob/HEAD/{}\">this text</a> · ", page.source)
}
