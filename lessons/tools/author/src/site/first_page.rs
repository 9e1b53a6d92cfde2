//! The first page has more than README.md says there: the knight, a shader to write, three figures to play with, and a card for
//! each lesson.

use super::body::{Body, figure, live};
use super::book::{Book, Heading, OWN_PROGRAM, TABLE, leading_todo};
use super::links::anchor;
use super::output::Output;
use super::wasm::Live;
use super::{SiteOptions, escaped, lesson_page, pictures, read};
use crate::table;
use anyhow::{Context, Result, anyhow};
use pulldown_cmark::HeadingLevel;
use std::fs;
use std::ops::Range;
use verdict::build::lesson::{self, LessonFolder};

/// Figures that surprise most.
const FIGURES: [&str; 3] = ["15.1", "14.4", "09.1-bend"];
/// The lesson whose scene is at the top: what a knight does is its subject.
pub(super) const SCENE: &str = "13";
/// The shader that is written here: the shortest one.
const SHADER: &str = "03.1";
/// TODOs that are done in their pages, in an order that needs no others.
const PATH: [(&str, &str); 5] = [
    ("03.1", "Write a first shader, and a spider’s bones come together."),
    ("05.2", "Guess what an animation is between two of its keys."),
    ("09.2", "Write the shader that lets a skin bend instead of kink."),
    ("13.1", "Guess how a knight gets from one motion into another."),
    ("15.1", "Guess why the skin of a twisted arm becomes a thread."),
];
/// Mistakes of lesson 13's scene, each as somebody sees it who does not know the code.
pub(super) const BREAKS: [(&str, &str); 2] = [
    ("13.4 INVERTED", "His legs punch, and his arms walk on."),
    ("13.2 CLOCK-STANDS", "He freezes and glides on: his change to the next pose never gets under way."),
];

/// Puts the parts of README.md in the order of a page for somebody who has nothing installed.
///
/// # Errors
/// If README.md lacks a part, or a picture is missing.
pub(super) fn complete(
    book: &Book,
    options: &SiteOptions,
    made: Option<&Live>,
    body: &mut Body,
    output: &Output,
) -> Result<()> {
    let html = &mut body.html;
    let title = taken(html, "<h1", "</h1>\n")?;
    let still = taken(html, "<p class=\"picture\">", "</p>\n")?;
    let scene = scene(book, output)?.unwrap_or(still);
    let lead = taken(html, "<p>", "</p>\n")?.replacen("</strong> ", "</strong></p>\n<p>", 1);
    let mut install = taken(html, "<p>", "</p>\n")?;
    let clone = format!("<code>{}", lesson_page::clone_commands(options));
    let commands = taken(html, "<pre", "</pre>\n")?.replacen("<code>", &clone, 1);
    let lesson = taken(html, "<p>", "</p>\n")?;
    let window = moving_window(book, &taken(html, "<p class=\"picture\">", "</p>\n")?, output)?;
    let mut drag = taken(html, "<p>", "</p>\n")?;
    taken(html, "<figure class=\"live\"", "</figure>\n")?;
    let readers = taken(html, "<ul>", "</ul>\n")?.replacen("<ul>", "<ul class=\"readers\">", 1);
    let lessons = taken(html, "<h2", "</h2>\n")?;
    taken(html, TABLE, "-->\n")?;
    let mut order = taken(html, "<p>", "</p>\n")?;
    if options.repository.is_none() {
        order.replace_range(place(&order, " Contributing says", ".")?, "");
    }

    let shader = shader(book, made);
    let buttons = buttons(book, options, made);
    // The repository that README.md is in has no address there.
    let way = if options.repository.is_some() { "Then type" } else { "Type in its folder" };
    let way = format!("{} {way}", lesson_page::where_to_get(options));
    install.replace_range(place(&install, "Clone this repository", "in its folder")?, &way);
    // What README.md says of its figure, which nobody can drag there.
    if let Ok(place) = place(&drag, "This is <a href=\"05-", "</p>") {
        drag.replace_range(place, "Drag the handles:</p>");
    }
    drag = drag.replacen("On the course’s web pages you can also", "Here you can also", 1);
    // The footer has the licences, and leads nowhere to how the code is kept.
    body.headings.pop();
    body.words.pop();
    let path = path(book, made, body);
    let start = heading(body, "play", "Install and start", &text_of(&install));
    let html = &mut body.html;
    html.truncate(html.find("<h2 id=\"licence\"").context("README.md lacks its licence")?);
    let [figures, game, cards] = [figures(book, output)?, game(book, output)?, cards(book, made, output)?];
    *html = format!(
        "<div class=\"hero\">\n{title}{lead}{buttons}{scene}</div>\n{path}{shader}{lesson}{window}{drag}{figures}\
         {readers}{start}<div class=\"start\">\n{game}<div>{install}{commands}</div></div>\n\
         {lessons}{order}{cards}{html}"
    );
    Ok(())
}

/// Returns where the first part is that begins and ends so.
fn place(html: &str, begin: &str, end: &str) -> Result<Range<usize>> {
    let from = html.find(begin).with_context(|| format!("README.md lacks {begin}"))?;
    let length = html[from..].find(end).with_context(|| format!("README.md lacks {end}"))?;
    Ok(from..from + length + end.len())
}

/// Removes the first part that begins and ends so, and returns it.
fn taken(html: &mut String, begin: &str, end: &str) -> Result<String> {
    let place = place(html, begin, end)?;
    Ok(html.drain(place).collect())
}

/// Returns the scene, which is a picture of its beginning until it begins.
fn scene(book: &Book, output: &Output) -> Result<Option<String>> {
    let page = book.pages.iter().find(|page| page.lesson.as_deref() == Some(SCENE));
    let (Some(page), Some(lesson)) = (page, book.lesson(SCENE)) else { return Ok(None) };
    let picture = format!("lessons/{}/scene.webp", lesson.folder);
    let image = pictures::image(book, &picture, "The knight walks", output).map_err(|problem| anyhow!(problem))?;
    let breaks = escaped(&serde_json::to_string(&BREAKS)?);
    Ok(Some(format!(
        "<figure class=\"picture scene\" data-lesson=\"{SCENE}\" data-page=\"{}\" data-breaks=\"{breaks}\" id=\"scene\">{image}</figure>\n",
        page.file
    )))
}

/// Returns the shader that is written here, or nothing where none can be.
fn shader(book: &Book, made: Option<&Live>) -> String {
    let mut html = String::new();
    let is_made = made.is_some_and(|made| made.shaders.iter().any(|id| id == SHADER));
    let Some(lesson) = book.lesson(&SHADER[..2]).filter(|_| is_made) else { return html };
    let LessonFolder { number, folder, toml, .. } = lesson;
    for todo in toml.todos.iter().filter(|todo| todo.id == SHADER) {
        html += &format!(
            "<div id=\"try\">\n<p><strong>Try it here, with nothing installed.</strong> The last line of <code>main</code> \
             puts all joints of the spider at one place, the orange point. <code>u_model[gl_VertexID]</code> is the matrix \
             that takes a joint’s point to where it belongs, and <code>u_clip_from_model</code> is the camera’s. Multiply by \
             both, and the spider is yours: orange, and green once it is right. (<a href=\"{folder}.html\">Lesson {number}</a> says why.)</p>\n\
             {}</div>\n",
            lesson_page::editor(lesson, todo, &format!(" data-opens data-page=\"{folder}.html\""), "Write it here")
        );
    }
    html
}

/// Returns the picture of the window: its first frame, in whose place a film plays from when it is seen.
fn moving_window(book: &Book, picture: &str, output: &Output) -> Result<String> {
    const FILM: &str = "01-robot-arm/window.webm";
    let file = book.root.join("lessons").join(FILM);
    output.write(FILM, &fs::read(&file).with_context(|| file.display().to_string())?)?;
    Ok(picture.replacen("<img ", &format!("<img data-moving=\"{FILM}\" "), 1))
}

/// Returns the game: a picture that moves from when it is seen, for the bytes are many.
fn game(book: &Book, output: &Output) -> Result<String> {
    let Some(lesson) = book.lesson("18") else { return Ok(String::new()) };
    let [moving, still] = ["game.webp", "picture.png"].map(|name| format!("lessons/{}/{name}", lesson.folder));
    let (moving, _) = pictures::copied(book, &moving, output).map_err(|problem| anyhow!(problem))?;
    let words = "The knight jumps among ruins, lands on the back of a creature, and strikes it";
    let still = pictures::small(book, &still, words, output).map_err(|problem| anyhow!(problem))?;
    Ok(still.replacen("<img ", &format!("<img data-moving=\"{moving}\" "), 1) + "\n")
}

/// Returns the way for somebody who has no Rust, which the search knows, or nothing where nothing can be done in a page.
fn path(book: &Book, made: Option<&Live>, body: &mut Body) -> String {
    const TITLE: &str = "No Rust? Start here";
    const WORDS: &str = "Guesses and shaders need none, and nothing is installed: the lessons run in your browser as \
                         WebAssembly (wasm), with a little JavaScript around them. Here is a path of five pages:";
    let Some(made) = made else { return String::new() };
    let mut steps = String::new();
    for (id, words) in PATH {
        let is_shader = made.shaders.iter().any(|shader| shader == id);
        let file =
            book.pages.iter().find(|page| page.headings.iter().any(|heading| leading_todo(&heading.text) == Some(id)));
        if let Some(page) = file.filter(|_| is_shader || made.guesses.iter().any(|guess| guess.todo == id)) {
            let place = anchor(if is_shader { "write" } else { "guess" }, id);
            steps += &format!("<li><a href=\"{}#{place}\">{}</a> {words}</li>\n", page.file, escaped(&page.title));
        }
    }
    let heading = heading(body, "path", TITLE, WORDS);
    format!("<section class=\"tries\">\n{heading}<p>{WORDS}</p>\n<ol>\n{steps}</ol>\n</section>\n")
}

/// Returns a heading that README.md does not have, and tells the search of it and of the words below.
fn heading(body: &mut Body, id: &str, title: &str, words: &str) -> String {
    body.headings.push(Heading { level: HeadingLevel::H2, id: id.into(), text: title.into() });
    body.words.push(words.into());
    format!("<h2 id=\"{id}\">{title}</h2>\n")
}

/// Returns HTML without its tags.
fn text_of(html: &str) -> String {
    html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect()
}

/// Returns the links to the first lesson, to what needs no Rust, and to the game.
fn buttons(book: &Book, options: &SiteOptions, made: Option<&Live>) -> String {
    let mut links = String::new();
    if let Some(page) = book.pages.iter().find(|page| page.lesson.is_some()) {
        links +=
            &format!("<a class=\"button\" href=\"{}\">Start with lesson {}</a>\n", page.file, escaped(&page.title));
    }
    if made.is_some() {
        links += "<a class=\"button\" href=\"#path\">No Rust? Start here ↓</a>\n";
    }
    let (game, does) = options.game.as_deref().map_or(("#play", "See"), |game| (game, "Play"));
    links += &format!("<a class=\"button\" href=\"{}\">{does} the game</a>\n", escaped(game));
    format!("<p class=\"buttons\">{links}</p>\n")
}

/// Returns the three figures, each with a link to its lesson.
fn figures(book: &Book, output: &Output) -> Result<String> {
    let mut shown = String::new();
    for name in FIGURES {
        let Some((page, words)) = book.figure(name) else { continue };
        let number = page.lesson.as_deref().unwrap_or_default();
        let folder = &book.lesson(number).context("a figure of no lesson")?.folder;
        let path = format!("lessons/{folder}/figures/{name}.svg");
        let image = pictures::image(book, &path, words, output).map_err(|problem| anyhow!(problem))?;
        debug_assert_eq!(figure(&path), Some(name));
        let number = name.split('-').next().unwrap_or(name);
        shown += &live(name, &image, Some(&page.file), words).replacen(&format!(">{name}<"), &format!(">{number}<"), 1);
    }
    Ok(format!("<div class=\"figures\">\n{shown}</div>\n"))
}

/// Returns a card for each lesson and the own program: picture, title, minutes, what it gives, and whether a shader is written in its page.
fn cards(book: &Book, made: Option<&Live>, output: &Output) -> Result<String> {
    let readme = read(&book.root, "README.md")?;
    let mut cards = String::new();
    let own = lesson::load_folder(&book.root.join(OWN_PROGRAM))?;
    for lesson in book.lessons.iter().chain(&own) {
        let source = format!("lessons/{}/README.md", lesson.folder);
        let page = book.page(&source, None).with_context(|| source.clone())?;
        let picture = format!("lessons/{}/picture.png", lesson.folder);
        let image = pictures::small(book, &picture, "", output).map_err(|problem| anyhow!(problem))?;
        let has_shader = made.is_some_and(|made| made.shaders.iter().any(|id| id.starts_with(&lesson.number)));
        let shader = if has_shader { " <span class=\"here\">shader here</span>" } else { "" };
        cards += &format!(
            "<li><a href=\"{}\">{image}<b>{} {}</b></a> <span>{} min</span>{shader}<p>{}</p></li>\n",
            page.file,
            lesson.number,
            escaped(&lesson.toml.title),
            lesson.toml.minutes,
            escaped(table::gives(lesson, &readme))
        );
    }
    Ok(format!("<ol class=\"cards\">\n{cards}</ol>\n"))
}
