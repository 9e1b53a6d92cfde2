//! Parts of a lesson's page besides its text: the scene below its first paragraph, and at the end how to do the lesson.

use super::body::Body;
use super::book::{Book, Page, leading_todo};
use super::links::anchor;
use super::pictures::JPEG;
use super::wasm::{Live, has_scene};
use super::{SiteOptions, code, escaped, first_page};
use verdict::TodoToml;
use verdict::build::LessonFolder;

/// The lessons whose window draws graphs beside the scene, which a page does not: their picture shows those.
const GRAPHS: [&str; 8] = ["02", "05", "06", "09", "13", "14", "15", "16"];

/// Puts the lesson's scene, if it has one, below the first paragraph, what is done in the page below each task, and the steps
/// to do the lesson at the end.
pub(super) fn complete(book: &Book, options: &SiteOptions, page: &Page, body: &mut Body, live: Option<&Live>) {
    let Some(lesson) = page.lesson.as_deref().and_then(|number| book.lesson(number)) else { return };
    let mut scene = String::new();
    let is_whole = page.source == format!("lessons/{}/README.md", lesson.folder);
    if live.is_some() && is_whole && has_scene(lesson) {
        // Until the scene begins, it is the picture at half its size, which the first page's cards have, too. That page's scene
        // has a picture of its own.
        let LessonFolder { number, folder, .. } = lesson;
        let still = match number.as_str() {
            first_page::SCENE => format!("{folder}/scene.webp"),
            _ => format!("small/{folder}/picture.{JPEG}"),
        };
        let alt = if GRAPHS.contains(&lesson.number.as_str()) { None } else { without_still(&mut body.html, lesson) };
        scene = format!(
            "<figure class=\"scene\" data-lesson=\"{number}\" data-mistakes id=\"scene\"><img src=\"{still}\" \
             alt=\"{}\"></figure>\n",
            alt.unwrap_or_default()
        );
    }
    for todo in lesson.toml.todos.iter().filter(|todo| live.is_some_and(|live| live.shaders.contains(&todo.id))) {
        let part = editor(lesson, todo, "", "Write it here");
        insert_in_section(&mut body.html, &todo.id, &part);
    }
    for guess in live.into_iter().flat_map(|live| &live.guesses) {
        insert_in_section(&mut body.html, &guess.todo, &guess.html);
    }
    for (name, style) in live.into_iter().flat_map(|live| &live.rooms) {
        let id = format!("id=\"figure-{name}\"");
        body.html = body.html.replacen(&id, &format!("{id} style=\"{style}\""), 1);
    }
    insert_below_first_paragraph(&mut body.html, &scene);
    let mut links = Vec::new();
    for other in
        book.pages.iter().filter(|other| if is_whole { other.lesson == page.lesson } else { other.file == page.file })
    {
        links.extend(live.into_iter().flat_map(|live| links_to_tasks(page, other, live)));
    }
    if !links.is_empty() {
        insert_below_first_paragraph(
            &mut body.html,
            &format!(
                "<p class=\"tries\"><strong>No Rust?</strong> Do these here, with nothing installed, and skip what is \
                 about code and its window: {}</p>\n",
                links.join(" ")
            ),
        );
    }
    body.html += &steps(lesson, options);
}

/// Takes the lesson's picture out of a text, whose place its scene takes, and returns the picture's words.
fn without_still(html: &mut String, lesson: &LessonFolder) -> Option<String> {
    let begin = html.find(&format!("<p class=\"picture\"><img src=\"{}/picture.", lesson.folder))?;
    let end = begin + html[begin..].find("</p>\n")? + "</p>\n".len();
    let picture: String = html.drain(begin..end).collect();
    let (_, words) = picture.split_once("alt=\"")?;
    Some(words.split('"').next()?.to_owned())
}

/// Returns the place of a shader's editor, which shader.js fills when it is opened.
pub(super) fn editor(lesson: &LessonFolder, todo: &TodoToml, more: &str, summary: &str) -> String {
    format!(
        "<details class=\"write\" id=\"{}\" data-lesson=\"{}\" data-todo=\"{}\" data-file=\"shaders/{}/{}\"{more} \
         data-keywords=\"{}\"><summary>{summary}</summary></details>\n",
        anchor("write", &todo.id),
        lesson.number,
        todo.id,
        lesson.folder,
        todo.name,
        code::GLSL.keywords
    )
}

fn insert_below_first_paragraph(html: &mut String, part: &str) {
    const END: &str = "</p>\n";
    if let Some(end) = html.find(END) {
        html.insert_str(end + END.len(), part);
    }
}

/// Mark of the place of a guess whose answer the text gives away: the guess stands there, and not below its task.
const GUESS: &str = "<!-- guess -->\n";

/// Elements before which the passage that gives an answer away ends.
const AFTER_A_PASSAGE: [&str; 5] = ["<h2", "<h3", "<figure", "<blockquote class=\"task\"", "<details"];

/// Inserts HTML below the task of a TODO, or at [`GUESS`], if the task is in this HTML.
fn insert_in_section(html: &mut String, id: &str, part: &str) {
    const END: &str = "</blockquote>\n";
    let Some((_, section)) = html.split_once(&format!("id=\"{}\"", anchor("todo", id))) else { return };
    let Some(task) = section.find("<blockquote class=\"task\">") else { return };
    let Some(length) = section[task..].find(END) else { return };
    let begin = html.len() - section.len();
    match section[..task].find(GUESS) {
        Some(at) => {
            let part = part.replacen("<summary>Guess", "<summary>Guess before you read on", 1);
            let after = &section[at + GUESS.len()..];
            let ends = AFTER_A_PASSAGE.iter().filter_map(|next| after.find(next));
            let passage = &after[..ends.min().unwrap_or(0)];
            let folded = format!(
                "{part}<p class=\"on\"><button type=\"button\">Read on without a guess</button></p>\n\
                 <div class=\"rest\">\n{passage}</div>\n"
            );
            html.replace_range(begin + at..begin + at + GUESS.len() + passage.len(), &folded);
        }
        None => html.insert_str(begin + task + length + END.len(), part),
    }
}

/// Returns links from a page to what is done on another one of its lesson, or on itself.
fn links_to_tasks(page: &Page, other: &Page, live: &Live) -> Vec<String> {
    let file = if other.file == page.file { "" } else { &other.file };
    let mut links = Vec::new();
    for id in other.headings.iter().filter_map(|heading| leading_todo(&heading.text)) {
        let what = match id {
            _ if live.shaders.iter().any(|shader| shader == id) => "write",
            _ if live.guesses.iter().any(|guess| guess.todo == id) => "guess",
            _ => continue,
        };
        links.push(format!("<a href=\"{file}#{}\">{what} {id}</a>", anchor(what, id)));
    }
    links
}

/// Folds the answers in a text: each is a paragraph that begins with its question, in bold.
pub(super) fn folded_answers(html: &str) -> String {
    const QUESTION: &str = "<p><strong>";
    let mut parts = html.split(QUESTION);
    let mut folded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once("</strong>").and_then(|(question, rest)| Some((question, rest.split_once("</p>")?))) {
            Some((question, (answer, rest))) => {
                folded += &format!("<details><summary>{question}</summary><p>{}</p></details>{rest}", answer.trim());
            }
            None => folded += &format!("{QUESTION}{part}"),
        }
    }
    folded
}

/// Returns the commands that fetch the course and enter its folder, or nothing if no repository is given.
pub(super) fn clone_commands(options: &SiteOptions) -> String {
    let Some(url) = &options.repository else { return String::new() };
    let folder = url.rsplit('/').next().unwrap_or_default();
    code::colored(&format!("git clone {url}\ncd {folder}\n"), "sh")
}

/// Returns the sentence that says where the course is to be had, as far as that is known.
pub(super) fn where_to_get(options: &SiteOptions) -> String {
    match &options.repository {
        Some(url) => format!("The course lies at <a href=\"{url}\">{}</a>.", url.trim_start_matches("https://")),
        None => "You get the course, a folder of files, from whoever gave you the address of this page.".into(),
    }
}

/// Returns the section that says how to start the lesson and which files to edit.
fn steps(lesson: &LessonFolder, options: &SiteOptions) -> String {
    let root = verdict::workspace::root();
    let mut files = Vec::new();
    for file in lesson.files() {
        let path = file.mine.strip_prefix(root).unwrap_or(&file.mine).to_string_lossy().replace('\\', "/");
        files.push(format!("<code>{}</code>", escaped(&path)));
    }
    let commands = code::colored(&format!("cargo run -p {}\n", lesson.package()), "sh");
    format!(
        "<section class=\"how\" id=\"do\" aria-label=\"Do this lesson\">\n<p><strong>Do it.</strong> {} With \
         <a href=\"https://rustup.rs\">Rust</a> and a C compiler this opens the lesson’s window. Edit {}: about a \
         second after you save, the window shows what you wrote.</p>\n\
         <pre class=\"code sh\"><code>{}{commands}</code></pre>\n</section>\n",
        where_to_get(options),
        files.join(", "),
        clone_commands(options)
    )
}
