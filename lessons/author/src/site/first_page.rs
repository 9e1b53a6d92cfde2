//! The first page has more than README.md says there: three figures to play with, and a card for each lesson.

use super::body::{Body, figure, live};
use super::book::{Book, TABLE};
use super::output::Output;
use super::{escaped, pictures};
use anyhow::{Context, Result, anyhow};

/// Those that surprise most.
const FIGURES: [&str; 3] = ["15.1", "14.4", "18.2"];

/// # Errors
/// If a picture is missing.
pub(super) fn complete(book: &Book, body: &mut Body, output: &mut Output) -> Result<()> {
    let shown = figures(book, output)?;
    let cards = cards(book, output)?;
    // Name, sentence, game and commands stand together, where there is room beside each other.
    let hero = body.html.find("</pre>\n").context("README.md shows no command")? + "</pre>\n".len();
    body.html.insert_str(hero, "</div>\n");
    body.html.insert_str(0, "<div class=\"hero\">\n");
    let begin = body.html.find("<figure").context("README.md shows no figure")?;
    let end = body.html.find("</figure>\n").context("README.md shows no figure")? + "</figure>\n".len();
    body.html.replace_range(begin..end, &shown);
    let mark = body.html.find(TABLE).context("README.md has no table of lessons")?;
    let end = body.html[mark..].find("-->").map_or(body.html.len(), |end| mark + end + 3);
    body.html.replace_range(mark..end, &cards);
    Ok(())
}

fn figures(book: &Book, output: &mut Output) -> Result<String> {
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

/// The table of lessons, with pictures.
fn cards(book: &Book, output: &mut Output) -> Result<String> {
    let mut cards = String::new();
    for lesson in &book.lessons {
        let source = format!("lessons/{}/README.md", lesson.folder);
        let page = book.page(&source, None).with_context(|| source.clone())?;
        let picture = format!("lessons/{}/picture.png", lesson.folder);
        let image = pictures::image(book, &picture, "", output).map_err(|problem| anyhow!(problem))?;
        let image = image.replace("<img ", "<img loading=\"lazy\" ");
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
