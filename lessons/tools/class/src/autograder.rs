//! `autograder`: an archive with which `Gradescope` or `PrairieLearn` grades by `class grade`.
//!
//! Both start a container for each submission, from an image that `setup.sh` has filled. In it `run_autograder` grades the
//! submission. The archive has what is handed out of the course, and the grader.

use crate::git::{self, Git};
use crate::grade::points::Points;
use crate::handout::{self, Reader};
use crate::output::say;
use crate::{archive, branches};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use verdict::build::lesson::{self, LessonFolder};
use verdict::file;

/// Write an autograder: `autograder gradescope OUT.zip`, or `prairielearn OUT.zip`
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The system that is to grade
    system: System,
    /// The archive to write
    out: PathBuf,
    /// Only these lessons: 01,03. By default those in --points, or else all
    #[arg(long, value_delimiter = ',')]
    lessons: Vec<String>,
    /// File with the points of each TODO, as for `grade`
    #[arg(long)]
    points: Option<PathBuf>,
    /// The container image's name in its registry, such as me/armature
    #[arg(long, default_value = "armature-autograder")]
    image: String,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum System {
    Gradescope,
    #[value(name = "prairielearn")]
    PrairieLearn,
}

const SETUP: &str = include_str!("../templates/setup.sh");
const RUN: &str = include_str!("../templates/run_autograder");
const DOCKERFILE: &str = include_str!("../templates/Dockerfile");
const INFO: &str = include_str!("../templates/info.json");
const QUESTION: &str = include_str!("../templates/question.html");

/// # Errors
/// If a lesson or the points are not what they should be, git cannot give the course, or the archive cannot be written.
pub(super) fn write(arguments: &Arguments) -> Result<()> {
    let out = &arguments.out;
    ensure!(!out.exists(), "{} is there already", out.display());
    let points = arguments.points.as_ref();
    let (lessons, sum) = graded_lessons(&arguments.lessons, points)?;
    let numbers: Vec<&str> = lessons.iter().map(|lesson| lesson.number.as_str()).collect();
    let commit = git::commit("HEAD").context("the course must be a git repository with a commit")?;
    let points = points.map(fs::read).transpose()?;
    let is_gradescope = arguments.system == System::Gradescope;
    let image = if is_gradescope { "" } else { "image/" };

    let mut files = vec![
        (format!("{image}setup.sh"), SETUP.into()),
        (format!("{image}run_autograder"), RUN.into()),
        (format!("{image}lessons"), format!("{}\n", numbers.join(",")).into_bytes()),
        (format!("{image}course.tar"), course(&commit)?),
    ];
    files.extend(points.map(|points| (format!("{image}points.toml"), points)));
    if !is_gradescope {
        files.push((format!("{image}Dockerfile"), DOCKERFILE.into()));
        for lesson in &lessons {
            let folder = format!("questions/armature-{}", lesson.folder);
            for (name, template) in [("info.json", INFO), ("question.html", QUESTION)] {
                let text = fill_template(template, lesson, &arguments.image);
                files.push((format!("{folder}/{name}"), text.into_bytes()));
            }
        }
    }
    let archive = archive::packed(&files)?;
    file::create_by(out, |file| file.write_all(&archive)).with_context(|| out.display().to_string())?;
    let numbers = numbers.join(", ");
    say!("{}: lessons {numbers}, points {sum}, the course as of commit {commit}", out.display());
    if !Git::new(&["status", "--porcelain", "--untracked-files=no"]).text()?.is_empty() {
        say!("What is changed here and not committed is not in it.");
    }
    Ok(())
}

/// Returns the lessons that are asked for, or those with points, or all; and the sum of their points.
fn graded_lessons(numbers: &[String], points: Option<&PathBuf>) -> Result<(Vec<LessonFolder>, String)> {
    let all = lesson::with_own_program()?;
    let points = points.map(|path| Points::read(path, &all)).transpose()?;
    let mut chosen = all;
    if numbers.is_empty() {
        chosen.retain(|lesson| points.as_ref().is_none_or(|points| points.names(lesson)));
    } else {
        chosen = numbers.iter().map(|number| lesson::find(number)).collect::<Result<_>>()?;
    }
    if let Some(lesson) = chosen.iter().find(|lesson| points.as_ref().is_some_and(|points| !points.names(lesson))) {
        bail!("--points has nothing for lesson {}", lesson.number);
    }
    let sum = points.unwrap_or_default().sum(&chosen);
    Ok((chosen, sum))
}

/// Returns what is handed out of a commit, with the grader, as a tar archive with the same bytes for the same commit.
fn course(commit: &str) -> Result<Vec<u8>> {
    let files = git::files(commit)?;
    let tree = handout::tree(&files, Reader::Grader, |path| git::file(commit, path))?;
    let commit = branches::write_commit(commit, "With the grader", &branches::changes_to(tree, &files))?;
    let file = Git::new(&["rev-parse", "--path-format=absolute", "--git-path", "workbook.tar"]).line()?;
    let archive = ["archive", "--format=tar", &format!("--output={file}"), &commit];
    let bytes = Git::new(&archive).text().and_then(|_| fs::read(&file).context("git archive"));
    let _ = fs::remove_file(&file); // it is not there if git failed
    bytes
}

/// Replaces the keys of a template for `PrairieLearn` by a lesson's data.
fn fill_template(template: &str, lesson: &LessonFolder, image: &str) -> String {
    let LessonFolder { number, folder, .. } = lesson;
    let mut answer = format!(
        "<code>lessons/{folder}/exercise.rs</code>, and the lesson's shaders if you have edited one, as you have checked them \
         with <code>cargo workbook check {number}</code>"
    );
    let shaders: Vec<String> = lesson.files().iter().skip(1).map(lesson::File::name).collect();
    let mut files = format!("file-names=\"exercise.rs\" optional-file-names=\"{}\"", shaders.join(","));
    if lesson.toml.exercise.is_some() {
        // A program of the student's own, whose files may have any name.
        answer = format!("the file that <code>cargo workbook hand-in {number}</code> writes");
        files = format!("file-names=\"lesson-{number}.zip\"");
    }
    let mut text = template.to_owned();
    for (key, value) in
        [("ANSWER", &*answer), ("FILES", &files), ("NUMBER", number), ("HEADING", &lesson.toml.title), ("IMAGE", image)]
    {
        text = text.replace(key, value);
    }
    text
}
