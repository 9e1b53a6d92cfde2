//! The real course as a site, and small ones with something wrong.

use super::body::Body;
use super::book::{Book, Page};
use super::links::Links;
use super::output::{GENERATOR, Output};
use super::wasm::{Live, has_scene};
use super::{SearchEntry, SiteOptions, add_terms, body, first_page, lesson_page, write_site};
use crate::build;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use verdict::build::lesson;
use walkdir::WalkDir;

/// Returns the site of the course, without some lessons.
fn site(without: &[&str], options: &SiteOptions) -> (Book, TempDir) {
    let without: Vec<String> = without.iter().map(ToString::to_string).collect();
    let book = Book::read(&build::workspace(), lesson::all().unwrap(), &without).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let output = Output::new(folder.path()).unwrap();
    write_site(&book, options, &output).unwrap();
    output.finish().unwrap();
    (book, folder)
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let mark = format!(" {attribute}=\"");
    html.split(mark.as_str()).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

#[test]
fn every_readme_becomes_a_page_and_every_link_leads_somewhere() {
    let (book, folder) = site(&[], &SiteOptions::default());
    let root = build::workspace();
    let sources: BTreeSet<_> = book.pages.iter().map(|page| page.source.clone()).collect();
    for entry in WalkDir::new(root.join("lessons")).into_iter().filter_map(Result::ok) {
        if entry.file_name() == "README.md" {
            let source = entry.path().strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            assert!(sources.contains(&source), "{source} has no page");
        }
    }
    let mut links = 0;
    let mut formulas = 0;
    let mut figures = BTreeSet::new();
    for page in &book.pages {
        let html = read(&folder, &page.file);
        assert!(!html.contains("merror") && !html.contains("<!--body"), "{}", page.file);
        let pictures = html.matches("<img ").count() - html.matches("<img loading=\"lazy\" ").count();
        assert!(pictures <= 1, "{}: {pictures} pictures are loaded at once", page.file);
        formulas += html.matches("<math ").count();
        figures.extend(values(&html, "data-figure").into_iter().map(str::to_owned));
        let ids = values(&html, "id");
        let unique: BTreeSet<_> = ids.iter().collect();
        assert_eq!(ids.len(), unique.len(), "{}: an id occurs twice", page.file);
        for link in ["href", "src"].iter().flat_map(|name| values(&html, name)).filter(|link| !link.contains(':')) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { &page.file } else { file };
            assert!(folder.path().join(file).is_file(), "{}: {link}", page.file);
            if !anchor.is_empty() {
                let there = read(&folder, file);
                assert!(values(&there, "id").contains(&anchor), "{}: {link}", page.file);
            }
            links += 1;
        }
    }
    assert!(links > 1000 && formulas > 500, "{links} links, {formulas} formulas");
    for entry in WalkDir::new(root.join("lessons")).into_iter().flatten() {
        if entry.path().extension().is_some_and(|kind| kind == "svg") {
            let name = entry.path().file_stem().unwrap().to_string_lossy().into_owned();
            let is_figure = entry.path().parent().is_some_and(|folder| folder.ends_with("figures"));
            assert!(!is_figure || figures.contains(&name), "{name} is on no page");
        }
    }
}

/// The bodies of the answers stay in the repository: no page shows one.
#[test]
fn no_solution_is_shown() {
    let (book, folder) = site(&[], &SiteOptions::default());
    let pages: String = book.pages.iter().map(|page| read(&folder, &page.file)).collect();
    let pages = pages.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    for lesson in &book.lessons {
        // There is none on the branch for students.
        let Ok(solution) = fs::read_to_string(lesson.path.join("course/src/solution.rs")) else { continue };
        for region in solution.split("// BEGIN ").skip(1) {
            let answer: Vec<&str> = region.lines().skip(1).take_while(|line| !line.contains("// STUB")).collect();
            let body: Vec<&str> = answer.into_iter().map(str::trim).filter(|line| line.len() > 30).collect();
            let shown = body.iter().filter(|line| pages.contains(*line)).count();
            assert!(shown * 2 <= body.len(), "{}: {region}", lesson.folder);
        }
    }
}

#[test]
fn a_lesson_that_is_left_out_is_nowhere() {
    let base = Some("https://example.org/a/".to_owned());
    let options = SiteOptions { base, title: "Our <class>".into(), ..SiteOptions::default() };
    let (book, folder) = site(&["07", "17"], &options);
    assert!(!folder.path().join("07-paper-puppet.html").exists());
    for page in &book.pages {
        let html = read(&folder, &page.file);
        assert!(!html.contains("07-paper-puppet.html") && !html.contains("17-crowd.html"), "{}", page.file);
        assert!(html.contains("Our &lt;class&gt;"), "{}", page.file);
    }
    assert!(!read(&folder, "index.html").contains("07 is early"));
    let map = read(&folder, "map.html");
    assert!(!map.contains("in two dimensions") && map.contains("06-rotations.html"), "07 is still in the map");
    let before = read(&folder, "06-rotations.html");
    assert!(before.contains("rel=\"next\" href=\"08-bind-pose.html\""));
    assert!(before.contains("<link rel=\"canonical\" href=\"https://example.org/a/06-rotations.html\">"));
    assert!(!read(&folder, "search.json").contains("07-paper-puppet"));
    assert_eq!(read(&folder, "sitemap.xml").matches("<loc>https://example.org/a/").count(), book.pages.len());
}

#[test]
fn the_words_of_the_glossary_lead_to_where_they_are_explained() {
    let headings = ["06 Rotations", "06.1 shortest: two quaternions", "What 06 needs"];
    let mut entries = headings.map(|heading| SearchEntry { heading: heading.to_owned(), ..SearchEntry::default() });
    let glossary = "| word | meaning |\n|---|---|\n| gimbal lock | a fault (of Euler angles) (06) |\n| matrix | a table (06.1) |\n| palette | all matrices |\n";
    add_terms(&mut entries, glossary);
    assert_eq!(entries.map(|entry| entry.terms), ["gimbal lock; ", "matrix; ", ""]);
}

/// Returns the body of a page with the given text, in a book with one other page.
fn body_of(root: &Path, text: &str, repository: Option<&str>) -> body::Body {
    let page = Page::new("lessons/00-x/README.md", "00-x", None, text.into());
    let other = Page::new("lessons/REFERENCE.md", "reference", None, "# Reference\n\n## One more\n".into());
    let left_out = BTreeSet::from(["lessons/07-y/README.md".to_owned()]);
    let book = Book { root: root.into(), lessons: Vec::new(), pages: vec![page, other], left_out };
    let out = tempfile::tempdir().unwrap();
    let links = Links { book: &book, page: &book.pages[0], repository };
    body::body_of(&links, &Output::new(out.path()).unwrap())
}

#[test]
fn what_leads_nowhere_is_named_with_its_line() {
    let root = tempfile::tempdir().unwrap();
    let text =
        "# A\n\n![gone](gone.png)\n\n[a](nowhere.rs) and [b](../REFERENCE.md#two)\n\nHere $\\nonsense$.\n\n<div>\n";
    let problems = body_of(root.path(), text, None).problems;
    let file = "lessons/00-x/README.md";
    let begins = [
        "3: lessons/00-x/gone.png:",
        "5: nowhere.rs:",
        "5: lessons/REFERENCE.md has",
        "7: $\\nonsense$:",
        "9: this HTML",
    ];
    for (problem, begin) in problems.iter().zip(begins) {
        assert!(problem.starts_with(&format!("{file}:{begin}")), "{problem}");
    }
    assert_eq!(problems.len(), begins.len(), "{problems:?}");
}

#[test]
fn links_become_links_between_pages_or_text() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir_all(root.path().join("lessons/00-x")).unwrap();
    fs::write(root.path().join("lessons/00-x/given.rs"), "").unwrap();
    let text = "-2 m (-0.5) 3-4 more [r](../REFERENCE.md#one-more) [g](given.rs) [y](../07-y/README.md)\n\n\
                | | |\n|---|---|\n| [y](../07-y/README.md) | gone |\n| [r](../REFERENCE.md) | kept |\n";
    let html = body_of(root.path(), text, Some("https://example.org/r")).html;
    assert!(
        html.starts_with("<p>\u{2212}2\u{a0}m (\u{2212}0.5) 3-4 more <a href=\"reference.html#one-more\">r</a>"),
        "{html}"
    );
    assert!(html.contains("<a href=\"https://example.org/r/blob/HEAD/lessons/00-x/given.rs\">g</a>"), "{html}");
    assert!(html.contains("</a> y</p>"), "{html}");
    assert!(!html.contains("gone") && html.contains("<td>kept</td>") && !html.contains("<thead>"), "{html}");
    assert!(body_of(root.path(), text, None).html.contains("</a> g y</p>"));
}

#[test]
fn figures_and_formulas_have_a_place_of_their_own() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir_all(root.path().join("lessons/00-x/figures")).unwrap();
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"8\"/>";
    fs::write(root.path().join("lessons/00-x/figures/00.2-b.svg"), svg).unwrap();
    let text = "![Two & three](figures/00.2-b.svg)\n\n$x$,\n\nso $y$, and $v$ too\n\n```math\nz\n```\n\n## 00.2 `clip`: *on*\n\n> Do it.\n";
    let body = body_of(root.path(), text, None);
    assert!(body.problems.is_empty(), "{:?}", body.problems);
    let figure = "<figure class=\"live\" id=\"figure-00.2-b\" data-lesson=\"00\" data-figure=\"00.2-b\">\
                  <img src=\"figures/00.2-b.svg\" alt=\"Two &amp; three\" width=\"9\" height=\"8\"";
    assert!(body.html.contains(figure), "{}", body.html);
    assert!(body.html.contains("<b>00.2-b</b> Two"), "{}", body.html);
    assert_eq!(body.html.matches("displaystyle=\"true\"").count(), 2, "{}", body.html);
    assert_eq!(body.html.matches("<math ").count(), 4, "{}", body.html);
    assert!(body.html.contains("<mi>y</mi></math>,</span> and <math"), "{}", body.html);
    assert!(body.html.contains("<h2 id=\"todo-00-2\">00.2 <code>clip"), "{}", body.html);
    assert_eq!(body.headings[0].text, "00.2 clip: on");
}

#[test]
fn the_section_of_a_todo_has_an_id_and_a_task() {
    let root = tempfile::tempdir().unwrap();
    let text = "# 00 X\n\n> Not this.\n\n## 00.2 `clip`: corners\n\n> Write `clip`.\n\n### More\n\n> Nor this.\n\n\
                See [it](#002-clip-corners) and [that](#more).\n";
    let body = body_of(root.path(), text, None);
    assert!(body.problems.is_empty(), "{:?}", body.problems);
    assert!(
        body.html
            .contains("<h2 id=\"todo-00-2\">00.2 <code>clip</code>: corners <a class=\"anchor\" href=\"#todo-00-2\""),
        "{}",
        body.html
    );
    assert!(body.html.contains("<a href=\"#todo-00-2\">it</a> and <a href=\"#more\">that</a>"), "{}", body.html);
    assert!(
        body.html.contains("<blockquote class=\"task\">\n<p>Write") && body.html.matches("task").count() == 1,
        "{}",
        body.html
    );
}

#[test]
fn a_link_to_a_page_shows_what_it_is_about() {
    let base = Some("https://example.org/a/".to_owned());
    let repository = Some("https://example.org/r/armature".to_owned());
    let (book, folder) =
        site(&[], &SiteOptions { base, repository, title: "Armature".into(), ..SiteOptions::default() });
    for page in &book.pages {
        let html = read(&folder, &page.file);
        let (_, about) = html.split_once("<meta name=\"description\" content=\"").unwrap();
        let about = about.split('"').next().unwrap();
        assert!((30..400).contains(&about.len()) && about.ends_with(['.', '!', '?']), "{}: {about}", page.file);
        assert!(html.contains(&format!("<meta property=\"og:description\" content=\"{about}\">")), "{}", page.file);
        assert!(
            !values(&html, "id").iter().any(|id| id.starts_with(|first: char| first.is_ascii_digit())),
            "{}",
            page.file
        );
        if let Some(number) = &page.lesson {
            assert!(html.contains(&format!("cargo run -p lesson-{number}\n</code>")), "{}", page.file);
            assert!(html.contains("git clone https://example.org/r/armature\ncd armature\n"), "{}", page.file);
            let where_it_lies =
                "The course lies at <a href=\"https://example.org/r/armature\">example.org/r/armature</a>.";
            assert!(html.contains(where_it_lies), "{}", page.file);
        }
    }
    let first = read(&folder, "index.html");
    assert!(first.contains("<meta property=\"og:url\" content=\"https://example.org/a/\">"));
    assert!(first.contains("href=\"00-first-frame.html\">Start with lesson 00 First frame</a>"), "{first}");
    assert!(first.contains("<code>git clone https://example.org/r/armature\ncd armature\ncargo run  "));
    assert!(first.contains("<a rel=\"next\" href=\"00-first-frame.html\">"));
    let (header, _) = first.split_once("</header>").unwrap();
    assert!(header.contains("<a href=\"https://example.org/r/armature\">Source</a>"), "{header}");
    let page = read(&folder, "404.html");
    assert!(page.contains("<base href=\"https://example.org/a/\">") && page.contains("no such page"), "{page}");
}

#[test]
fn a_scene_follows_the_first_paragraph_where_the_lesson_has_one() {
    let (book, folder) = site(&[], &SiteOptions::default());
    for page in book.pages.iter().filter(|page| page.lesson.is_some()) {
        let number = page.lesson.as_deref().unwrap();
        let mut body = Body { html: "<h1>A</h1>\n<p>B</p>\n<p>C</p>\n".into(), ..Body::default() };
        lesson_page::complete(&book, &SiteOptions::default(), page, &mut body, Some(&Live::default()));
        let scene =
            format!("<p>B</p>\n<figure class=\"scene\" data-lesson=\"{number}\" data-mistakes id=\"scene\"><img");
        let is_part = page.source.matches('/').count() > 2;
        assert_eq!(body.html.contains(&scene), number < "18" && !is_part, "{}", page.file);
        assert!(!read(&folder, &page.file).contains("scene\""), "{} is still", page.file);
    }
    assert!(read(&folder, "index.html").contains("<figure class=\"picture scene\" data-lesson=\"13\" data-page=\"13"));
}

#[test]
fn the_first_page_has_a_shader_to_write_and_cards_in_plain_words() {
    let (book, folder) = site(&[], &SiteOptions::default());
    let out = tempfile::tempdir().unwrap();
    let output = Output::new(out.path()).unwrap();
    let mut body = body::body_of(&Links { book: &book, page: &book.pages[0], repository: None }, &output);
    let live = Live { shaders: vec!["03.1".into()], ..Live::default() };
    first_page::complete(&book, &SiteOptions::default(), Some(&live), &mut body, &output).unwrap();
    let editor = "<details class=\"write\" id=\"write-03-1\" data-lesson=\"03\" data-todo=\"03.1\" data-file=\"shaders/03-joint-lines/joints.vert\" data-opens";
    for part in [
        "<div id=\"try\">",
        "<a class=\"button\" href=\"#path\">No Rust? Start here ↓</a>",
        "<li><a href=\"03-joint-lines.html#write-03-1\">03 Joint lines</a> Write a first shader",
        editor,
        "<span class=\"here\">shader here</span><p>a first shader, and bones to look at</p>",
        "<b>19 Your own program</b></a>",
    ] {
        assert_eq!(body.html.matches(part).count(), 1, "{part}: {}", body.html);
    }
    // A site of still pictures has no editor, and one without a repository has no address.
    let still = read(&folder, "index.html");
    assert!(!still.contains("shader here") && !still.contains("#try") && !still.contains("ADDRESS"), "{still}");
    for page in ["index.html", "05-keyframes.html"] {
        assert!(read(&folder, page).contains("from whoever gave you the address"), "{page}");
    }
}

#[test]
fn what_can_be_done_in_a_page_is_named_at_its_beginning() {
    let (book, _folder) = site(&[], &SiteOptions::default());
    let page = book.pages.iter().find(|page| page.lesson.as_deref() == Some("09")).unwrap();
    let html = "<p>A</p>\n<h2 id=\"todo-09-2\">B</h2>\n<blockquote class=\"task\">\nC</blockquote>\n";
    let mut body = Body { html: html.into(), ..Body::default() };
    // The task of 10.1 is on another page.
    let live = Live { shaders: vec!["09.2".into(), "10.1".into()], ..Live::default() };
    lesson_page::complete(&book, &SiteOptions::default(), page, &mut body, Some(&live));
    let line = "window: <a href=\"#write-09-2\">write 09.2</a></p>\n<figure class=\"scene\"";
    assert!(body.html.starts_with("<p>A</p>\n<p class=\"tries\">") && body.html.contains(line), "{}", body.html);
    assert!(body.html.contains("C</blockquote>\n<details class=\"write\""), "{}", body.html);
    // It may stand above what gives the answer away.
    let mut body =
        Body { html: html.replace("<blockquote", "<!-- guess -->\n<p>D</p>\n<blockquote"), ..Body::default() };
    lesson_page::complete(&book, &SiteOptions::default(), page, &mut body, Some(&live));
    assert!(body.html.contains("</h2>\n<details class=\"write\""), "{}", body.html);
    let folded = "<p class=\"on\"><button type=\"button\">Read on without a guess</button></p>\n\
                  <div class=\"rest\">\n<p>D</p>\n</div>\n<blockquote";
    assert!(body.html.contains(folded), "{}", body.html);
    // The page of a lesson in parts names what is done on theirs.
    let page = book.pages.iter().find(|page| page.file == "14-inverse-kinematics.html").unwrap();
    let live = Live { shaders: vec!["14.3".into()], ..Live::default() };
    let mut body = Body { html: "<p>A</p>\n".into(), ..Body::default() };
    lesson_page::complete(&book, &SiteOptions::default(), page, &mut body, Some(&live));
    let link = ": <a href=\"14-inverse-kinematics-b-tentacles-and-feet.html#write-14-3\">write 14.3</a></p>";
    assert!(body.html.contains(link), "{}", body.html);
}

/// The scenes name their mistakes in `scene.rs`, and no other test looks these names up.
#[test]
fn the_mistakes_of_a_scene_are_those_of_its_lesson() {
    for lesson in lesson::all().unwrap().iter().filter(|lesson| has_scene(lesson)) {
        let number = &*lesson.number;
        let text = fs::read_to_string(lesson.path.join("course/src/scene.rs")).unwrap();
        let (_, list) = text.split_once("mistakes: &[").unwrap();
        let words: Vec<&str> = list.split("],").next().unwrap().split('"').skip(1).step_by(2).collect();
        let pairs = words.as_chunks::<2>().0;
        assert!((3..=5).contains(&pairs.len()), "{number}: {pairs:?}");
        for (name, _) in first_page::BREAKS.iter().filter(|_| number == first_page::SCENE) {
            let (todo, mistake) = name.split_once(' ').unwrap();
            assert!(pairs.contains(&[todo, mistake]), "the first page breaks him by {name}");
        }
        for [todo, name] in pairs {
            let todo = lesson.toml.todos.iter().find(|known| known.id == *todo).unwrap();
            assert!(todo.mistakes.iter().any(|mistake| mistake.name == *name), "{} {name}", todo.id);
        }
    }
}

#[test]
fn only_an_older_site_is_replaced_by_a_whole_one() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("site");
    let page = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    let write = |name: &str| {
        let output = Output::new(&folder).unwrap();
        output.write("index.html", format!("{GENERATOR} {name}").as_bytes()).unwrap();
        output.write(name, b"").unwrap();
        output
    };
    write("first.html").finish().unwrap();
    assert!(folder.join("first.html").exists());
    // One that is interrupted leaves the old one, and the next one begins anew.
    drop(write("second.html"));
    assert!(page("index.html").ends_with("first.html"));
    write("third.html").finish().unwrap();
    assert!(page("index.html").ends_with("third.html"));
    assert!(!folder.join("first.html").exists() && !folder.join("second.html").exists());
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    for name in ["site", "site.begun", "site.old"] {
        let thesis = root.path().join(name).join("index.html");
        fs::create_dir_all(thesis.parent().unwrap()).unwrap();
        fs::write(&thesis, "mine").unwrap();
        let finished = Output::new(&folder).and_then(Output::finish);
        assert!(finished.unwrap_err().to_string().contains("did not write"), "{name}");
        assert_eq!(fs::read_to_string(&thesis).unwrap(), "mine");
        fs::write(&thesis, GENERATOR).unwrap();
    }
}

#[test]
fn an_answer_is_folded_below_its_question() {
    let html = "<h2>06</h2>\n<p><strong>Why?</strong> Because.</p>\n<p>More.</p>\n";
    let folded = "<h2>06</h2>\n<details><summary>Why?</summary><p>Because.</p></details>\n<p>More.</p>\n";
    assert_eq!(lesson_page::folded_answers(html), folded);
}
