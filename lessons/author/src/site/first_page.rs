//! The first page has more than README.md says there: the knight, three ways to go on, three figures to play with, and a card
//! for each lesson.

use super::body::{Body, figure, live};
use super::book::{Book, TABLE};
use super::output::Output;
use super::{SiteOptions, escaped, lesson_page, pictures};
use anyhow::{Context, Result, anyhow};

/// Figures that surprise most.
const FIGURES: [&str; 3] = ["15.1", "14.4", "18.2"];
/// The lesson whose scene is at the top: what a knight does is its subject.
const SCENE: &str = "13";

/// # Errors
/// If a picture is missing.
pub(super) fn complete(book: &Book, options: &SiteOptions, body: &mut Body, output: &Output) -> Result<()> {
    let shown = figures(book, output)?;
    let cards = cards(book, output)?;
    let clone = lesson_page::clone_commands(options);
    // Name, sentence, knight and commands stand together, where there is room beside each other.
    let html = &mut body.html;
    let commands = html.find("<pre").context("README.md shows no command")?;
    html.insert_str(commands, &format!("<div id=\"play\">\n{}", game(book, output)?));
    let code = html[commands..].find("<code>").context("README.md shows no command")? + commands + "<code>".len();
    html.insert_str(code, &clone);
    let hero = html.find("</pre>\n").context("README.md shows no command")? + "</pre>\n".len();
    html.insert_str(hero, "</div></div>\n");
    let picture = html.find("<p class=\"picture\">").context("README.md shows no picture")?;
    html.insert_str(picture, &buttons(book, options));
    if let Some(scene) = scene(book, output)? {
        // In the place of the game, which now stands above the commands.
        let picture = html.find("<p class=\"picture\">").context("README.md shows no picture")?;
        let end = html[picture..].find("</p>\n").context("README.md shows no picture")? + picture + "</p>\n".len();
        html.replace_range(picture..end, &scene);
    }
    html.insert_str(0, "<div class=\"hero\">\n");
    // What README.md says of its figure, which nobody can drag there.
    if let Some(begin) = html.find("This is <a href=\"05-") {
        let end = html[begin..].find("</p>").map_or(begin, |end| begin + end);
        html.replace_range(begin..end, "Drag the handles:");
    }
    let begin = html.find("<figure class=\"live\"").context("README.md shows no figure")?;
    let end = html[begin..].find("</figure>\n").context("README.md shows no figure")? + begin + "</figure>\n".len();
    html.replace_range(begin..end, &shown);
    let mark = html.find(TABLE).context("README.md has no table of lessons")?;
    let end = html[mark..].find("-->").map_or(html.len(), |end| mark + end + 3);
    html.replace_range(mark..end, &cards);
    Ok(())
}

/// Returns the scene, which is the picture of its lesson until it begins.
fn scene(book: &Book, output: &Output) -> Result<Option<String>> {
    let page = book.pages.iter().find(|page| page.lesson.as_deref() == Some(SCENE));
    let (Some(page), Some(lesson)) = (page, book.lesson(SCENE)) else { return Ok(None) };
    let picture = format!("lessons/{}/picture.png", lesson.folder);
    let image =
        pictures::small(book, &picture, "The knight runs and jumps", output).map_err(|problem| anyhow!(problem))?;
    let file = &page.file;
    Ok(Some(format!("<figure class=\"picture scene\" data-lesson=\"{SCENE}\" data-page=\"{file}\">{image}</figure>\n")))
}

/// Returns the game: a picture that moves from when it is seen, for the bytes are many.
fn game(book: &Book, output: &Output) -> Result<String> {
    let Some(lesson) = book.lesson("18") else { return Ok(String::new()) };
    let [moving, still] = ["game.gif", "picture.png"].map(|name| format!("lessons/{}/{name}", lesson.folder));
    let (moving, _) = pictures::copied(book, &moving, output).map_err(|problem| anyhow!(problem))?;
    let words = "The knight jumps from block to block among ruins, and over a creature";
    let still = pictures::small(book, &still, words, output).map_err(|problem| anyhow!(problem))?;
    Ok(still.replacen("<img ", &format!("<img data-moving=\"{moving}\" "), 1) + "\n")
}

/// Returns the links to the first lesson, to the game and to the repository.
fn buttons(book: &Book, options: &SiteOptions) -> String {
    let mut links = String::new();
    let first = book.pages.iter().find(|page| page.lesson.is_some());
    if let Some(page) = first {
        links +=
            &format!("<a class=\"button\" href=\"{}\">Start with lesson {}</a>\n", page.file, escaped(&page.title));
    }
    let (game, does) = options.game.as_deref().map_or(("#play", "See"), |game| (game, "Play"));
    links += &format!("<a class=\"button\" href=\"{}\">{does} the game</a>\n", escaped(game));
    if let Some(url) = &options.repository {
        links += &format!("<a class=\"button\" href=\"{}\">Repository</a>\n", escaped(url));
    }
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
        shown += &live(name, &image, Some(&page.file), words);
    }
    Ok(format!("<div class=\"figures\">\n{shown}</div>\n"))
}

/// Returns a card for each lesson: picture, title, minutes and TODOs.
fn cards(book: &Book, output: &Output) -> Result<String> {
    let mut cards = String::new();
    for lesson in &book.lessons {
        let source = format!("lessons/{}/README.md", lesson.folder);
        let page = book.page(&source, None).with_context(|| source.clone())?;
        let picture = format!("lessons/{}/picture.png", lesson.folder);
        let image = pictures::small(book, &picture, "", output).map_err(|problem| anyhow!(problem))?;
        let todos: Vec<String> =
            lesson.toml.todos.iter().map(|todo| format!("<code>{}</code>", escaped(&todo.name))).collect();
        cards += &format!(
            "<li><a href=\"{}\">{image}<b>{} {}</b></a> <span>{} min</span><p>{}</p></li>\n",
            page.file,
            lesson.number,
            escaped(&lesson.toml.title),
            lesson.toml.minutes,
            todos.join(", ")
        );
    }
    Ok(format!("<ol class=\"cards\">\n{cards}</ol>\n"))
}
