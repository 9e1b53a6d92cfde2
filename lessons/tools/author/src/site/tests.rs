//! The real course as a site of still pictures, and small texts.

use super::book::{Book, Page};
use super::chapter::{self, Parts};
use super::wasm::{Live, Task};
use super::{GENERATOR, SiteOptions, build, ensure_ours, write_site};
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use verdict::build::lesson;

/// Returns the site of the course.
fn site(options: &SiteOptions) -> (Book, TempDir) {
    let book = Book::read(&build::workspace(), lesson::with_own_program().unwrap(), options).unwrap();
    let folder = tempfile::tempdir().unwrap();
    write_site(&book, options, folder.path()).unwrap();
    (book, folder)
}

#[test]
fn every_text_becomes_a_page_without_a_solution() {
    let repository = Some("https://example.org/r".to_owned());
    let (book, folder) = site(&SiteOptions { repository, title: "Our <class>".into(), ..SiteOptions::default() });
    let mut pages = String::new();
    for page in &book.pages {
        let html = fs::read_to_string(folder.path().join(format!("site/{}.html", page.name))).unwrap();
        assert!(html.contains("Our &lt;class&gt;") && html.contains(GENERATOR), "{}", page.name);
        assert!(!html.contains("<!--part") && !html.contains("merror"), "{}", page.name);
        pages += &html;
    }
    assert!(pages.matches("<math ").count() > 500 && pages.matches("<figure class=\"live\"").count() > 100);
    assert!(pages.contains("href=\"06-keyframes.html#") && pages.contains("https://example.org/r/blob/HEAD/lessons/"));
    let search = fs::read_to_string(folder.path().join("site/searchindex.js")).unwrap();
    assert!(search.contains("gimbal") && !search.contains('θ'), "formulas are not searched");
    let pages = pages.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    for lesson in &book.lessons {
        // There is none on the branch for students.
        let Ok(solution) = fs::read_to_string(lesson.path.join("course/src/solution.rs")) else { continue };
        for region in solution.split("// BEGIN ").skip(1) {
            let answer = region.lines().skip(1).take_while(|line| !line.contains("// STUB")).map(str::trim);
            let body: Vec<&str> = answer.filter(|line| line.len() > 30).collect();
            let shown = body.iter().filter(|line| pages.contains(*line)).count();
            assert!(shown * 2 <= body.len(), "{}: {region}", lesson.folder);
        }
    }
}

/// Returns a text as mdBook gets it, with the parts in their places, and the problems in it. The lesson has these tasks.
fn chapter_of(root: &Path, text: &str, tasks: Vec<Task>) -> (String, Vec<String>) {
    let page = Page::new("lessons/00-x/README.md", "00-x", None, text.into());
    let other = Page::new("lessons/REFERENCE.md", "reference", None, "# Reference\n\n## One more\n".into());
    let book = Book { root: root.into(), lessons: Vec::new(), pages: vec![page, other], repository: None };
    let out = tempfile::tempdir().unwrap();
    let mut parts = Parts::default();
    let mut problems = Vec::new();
    let live = Live { tasks };
    let text = chapter::text_of(&book, &book.pages[0], Some(&live), out.path(), &mut parts, &mut problems);
    (parts.put_into(&text), problems)
}

#[test]
fn what_leads_nowhere_is_named_with_its_line() {
    let root = tempfile::tempdir().unwrap();
    let text = "# A\n\n![gone](gone.png)\n\n[a](nowhere.rs)\n\nHere $\\nonsense$.\n\n<div>\n";
    let (_, problems) = chapter_of(root.path(), text, Vec::new());
    let begins = ["3: lessons/00-x/gone.png:", "5: nowhere.rs:", "7: $\\nonsense$:", "9: this HTML"];
    assert_eq!(problems.len(), begins.len(), "{problems:?}");
    for (problem, begin) in problems.iter().zip(begins) {
        assert!(problem.starts_with(&format!("lessons/00-x/README.md:{begin}")), "{problem}");
    }
}

#[test]
fn links_figures_and_formulas_have_their_places() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir_all(root.path().join("lessons/00-x/figures")).unwrap();
    fs::write(root.path().join("lessons/00-x/given.rs"), "").unwrap();
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"8\"/>";
    fs::write(root.path().join("lessons/00-x/figures/00.2-b.svg"), svg).unwrap();
    let text = "[r](../REFERENCE.md#one-more) [g](given.rs)\n\n![Two & three](figures/00.2-b.svg)\n\n> $x$,\n\nso $y$\n\n```glsl\nf\n```\n";
    let (html, problems) = chapter_of(root.path(), text, Vec::new());
    assert!(problems.is_empty(), "{problems:?}");
    assert!(html.starts_with("[r](reference.html#one-more) g\n"), "{html}");
    assert!(
        html.contains("<figure class=\"live\" id=\"figure-00.2-b\" data-lesson=\"00\" data-figure=\"00.2-b\"><img"),
        "{html}"
    );
    assert!(html.contains("<b>00.2-b</b> Two &amp; three"), "{html}");
    assert!(html.contains("> <div class=\"formula\"><math display=\"inline\" displaystyle=\"true\""), "{html}");
    assert!(html.contains("so <math") && html.contains("</mi></math>\n\n```c\n"), "{html}");
}

#[test]
fn a_task_is_below_its_text_or_before_what_gives_it_away() {
    let root = tempfile::tempdir().unwrap();
    let task =
        || Task { todo: "00.2".into(), kind: "guess", html: "<details><summary>Guess</summary></details>".into() };
    let text = "# X\n\nA\n\n## 00.2 `clip`\n\nB\n\n> Do it.\n\nC\n";
    let (html, _) = chapter_of(root.path(), text, vec![task()]);
    assert!(html.contains("<a href=\"#guess-00-2\">guess 00.2</a></p>"), "{html}");
    assert!(html.contains("> Do it.\n\n\n<details>") || html.contains("> Do it.\n\n\n\n<details>"), "{html}");
    let (html, _) = chapter_of(root.path(), &text.replace("B\n", "<!-- guess -->\n\nB\n"), vec![task()]);
    let (before, after) = html.split_once("<summary>Guess before you read on</summary>").unwrap();
    assert!(!before.contains('B') && after.contains("<div class=\"rest\">"), "{html}");
    let (folded, after) = after.split_once("</div>").unwrap();
    assert!(folded.contains('B') && after.contains("> Do it."), "{html}");
}

#[test]
fn only_an_older_site_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    assert!(ensure_ours(folder.path()).is_ok() && ensure_ours(&folder.path().join("new")).is_ok());
    fs::write(folder.path().join("index.html"), GENERATOR).unwrap();
    assert!(ensure_ours(folder.path()).is_ok());
    fs::write(folder.path().join("index.html"), "my thesis").unwrap();
    assert!(ensure_ours(folder.path()).unwrap_err().to_string().contains("did not write"));
}
