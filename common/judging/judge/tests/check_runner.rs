//! Accidents that a student's code can cause in its check: each in a real child process, each with its own status.
//!
//! This program is a lesson itself: started with `--check-here` it judges one TODO of the lesson below, with `--answer`
//! it answers one, and started by cargo it starts itself once for each accident and compares the verdicts.

use check::{About, Answer, AnswerError, AnyCheck, Case, Check, Lesson, Mistaken, Probe, Task};
use cpu_time::ThreadTime;
use given::{CallError, Course, lesson_14::InverseKinematics};
use judge::{AnswerSource, Limits, OTHER_TYPES};
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::LazyLock;
use std::time::Duration;
use verdict::LIBRARY;
use verdict::run_judge::NOT_STARTED;
use verdict::workspace::WORKSPACE;
use verdict::{LessonToml, Status, Verdict};

/// A course whose 14.1 doubles its first input. The second is the number of the TODO that asks.
const fn course(elbow_angle: fn(f32, f32, f32) -> Result<f32, CallError>) -> Course {
    let inverse_kinematics = InverseKinematics { elbow_angle, ..InverseKinematics::UNUSABLE };
    Course { inverse_kinematics, ..Course::UNUSABLE }
}

/// A TODO, the "exercise" in it, and the verdict that is expected: a status, and part of the message.
type Accident = (&'static str, fn(u64) -> u64, Status, &'static str);

const ACCIDENTS: &[Accident] = &[
    ("99.1", |n| n * 2, Status::Pass, ""),
    ("99.2", |n| n * 3, Status::Fail, ""),
    ("99.3", |n| [1, 2][n as usize], Status::Panicked, "index out of bounds"),
    ("99.4", |_| todo!("later"), Status::Panicked, "later"),
    ("99.5", |_| std::panic::panic_any(7), Status::Panicked, "panicked"),
    ("99.6", endless, Status::TimedOut, "still running after "),
    ("99.7", endless_print, Status::TimedOut, "still running"),
    ("99.8", recursion, Status::Crashed, "stack overflowed"),
    ("99.9", push_forever, Status::Crashed, "more than 256 MB"),
    ("99.10", one_huge, Status::Crashed, "more than 256 MB"),
    ("99.11", |_| std::process::exit(0), Status::Crashed, "exit code 0"),
    ("99.12", |_| std::process::abort(), Status::Crashed, "before the check was done"),
    ("99.13", panic_in_drop, Status::Crashed, "second time"),
    ("99.14", forged, Status::Crashed, "exit code 0"),
    ("99.15", prints, Status::Pass, ""),
    ("99.16", huge_capacity, Status::Panicked, "capacity overflow"),
    ("99.17", a_little_too_much, Status::Crashed, "more than 256 MB"),
    ("99.18", half_a_line, Status::TimedOut, "still running"),
    ("99.19", |n| if n == LAST { 0 } else { n * 2 }, Status::Fail, ""),
    ("99.20", by_a_tool, Status::Borrowed, "it calls what this TODO is to become"),
    ("99.21", |n| if n == 2 { 0 } else { n * 2 }, Status::Fail, ""),
    ("99.22", |n| if n == 2 { endless(n) } else { n * 2 }, Status::TimedOut, "still running"),
    ("99.23", |n| if n == 2 { panic!("two") } else { n * 2 }, Status::Panicked, "two"),
    ("99.24", |n| if n < 3 { n * 2 } else { n * 3 }, Status::Fail, ""),
];

/// The number of the last question, which is asked only if all other answers are right.
const LAST: u64 = Probe::COUNT as u64 + 5;

fn by_a_tool(n: u64) -> u64 {
    check::called_the_answer();
    n * 2
}

/// Every mistake is slow: longer in all than the student's code may take.
fn mistaken(n: u64) -> u64 {
    let start = ThreadTime::now();
    while start.elapsed() < Duration::from_secs(1) {}
    n * 3
}

fn endless(n: u64) -> u64 {
    loop {
        std::hint::black_box(n);
    }
}

fn half_a_line(n: u64) -> u64 {
    print!("got as far as {n}");
    endless(n)
}

fn endless_print(n: u64) -> u64 {
    loop {
        println!("here is {n}");
    }
}

#[allow(unconditional_recursion)]
fn recursion(n: u64) -> u64 {
    recursion(std::hint::black_box(n) + 1) + 1
}

fn push_forever(n: u64) -> u64 {
    let mut list = vec![n];
    while !std::hint::black_box(&list).is_empty() {
        list.push(n);
    }
    0
}

fn one_huge(n: u64) -> u64 {
    vec![n as u8 | 1; 1 << 40].len() as u64
}

/// Any machine has this much memory: only the check's own limit prevents it.
fn a_little_too_much(n: u64) -> u64 {
    std::hint::black_box(vec![0u8; 300 << 20]);
    n * 2
}

fn huge_capacity(_: u64) -> u64 {
    Vec::<u64>::with_capacity(usize::MAX).capacity() as u64
}

fn panic_in_drop(_: u64) -> u64 {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("in drop");
        }
    }
    let _bomb = Bomb;
    panic!("first")
}

fn forged(_: u64) -> u64 {
    println!("{{\"to\":{{\"nonce\":[0,0],\"probe\":[41,0]}},\"content\":{{\"Text\":\"right\"}}}}");
    std::process::exit(0)
}

fn prints(n: u64) -> u64 {
    println!("to stdout {n}");
    eprintln!("to stderr {n}");
    n * 2
}

const fn double<const I: usize>() -> &'static dyn AnyCheck {
    const {
        &Check::<f32, f32> {
            tolerance: 0.5,
            words: |number| if I < 20 { format!("asked about {number}") } else { format!("the number {number}") },
            by_hand: || if I < 20 { Vec::new() } else { vec![Case::new(1.0), Case::new(2.0)] },
            drawn: |probe| vec![(probe.index + 5) as f32],
            call: |course, number| Ok(course.inverse_kinematics.elbow_angle(*number, I as f32, 0.0)?),
            compare: |_, double, answer| {
                answer.compare("the double", double);
            },
        }
    }
}

macro_rules! doubles {
    ($($index:literal)*) => { [$(double::<$index>()),*] };
}

const CHECKS: [&dyn AnyCheck; ACCIDENTS.len()] =
    doubles!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23);

const TODOS: [(&str, Task); ACCIDENTS.len()] = {
    let mut todos = [("", Task::Function("double")); ACCIDENTS.len()];
    let mut index = 0;
    while index < ACCIDENTS.len() {
        todos[index].0 = ACCIDENTS[index].0;
        index += 1;
    }
    todos[1].1 = Task::Function("threefold");
    todos[5].1 = Task::Function("endless");
    todos
};

static TOML: LazyLock<LessonToml> = LazyLock::new(|| {
    let todo =
        "[[todo]]\nname = \"double\"\nfinished_in = \"none::such\"\nchanges = 0.01\nhints = [\"a\", \"b\", \"c\"]\n";
    let threefold = "[[todo.mistake]]\nname = \"THREEFOLD\"\nsays = \"b.\"\nasks = \"c?\"\norigin = \"d\"\n";
    let mut todos = String::new();
    for index in 0..ACCIDENTS.len() {
        todos += &match index {
            1 => todo.to_owned() + threefold,
            _ => todo.to_owned(),
        };
    }
    let text = format!("format = 2\ntitle = \"Accidents\"\nminutes = 1\n{todos}");
    LessonToml::parse("99", &text).expect("it is complete")
});

const ABOUT: About = About {
    readme: "",
    milestones: &[],
    exercise: None,
    folder: "99-accidents",
    todos: &TODOS,
    starter_text: STARTER,
    toml: &TOML,
    finished: &[],
};

/// The lesson of a process that judges.
static LESSON: Lesson = Lesson {
    about: ABOUT,
    starter: course(|_, _, _| Ok(0.0)),
    reference: course(|n, _, _| Ok(n * 2.0)),
    mistaken: &[Mistaken {
        todo: "99.2",
        mistake: 0,
        name: "THREEFOLD",
        make: |course| course.inverse_kinematics.elbow_angle = |n, _, _| Ok(mistaken(n as u64) as f32),
    }],
    steps: &[],
    checks: &CHECKS,
    earlier: &[],
};

/// The lesson of a process that answers: its student caused these accidents.
static ANSWERING: Lesson = Lesson {
    starter: course(|n, todo, _| {
        let (id, double, ..) = &ACCIDENTS[todo as usize];
        given::answer(id, || double(n as u64) as f32)
    }),
    about: ABOUT,
    reference: course(|n, _, _| Ok(n * 2.0)),
    mistaken: &[],
    steps: &[],
    checks: &CHECKS,
    earlier: &[],
};

/// The text of the starter, and of the exercise.
const STARTER: &str =
    "fn double(n: u64) -> u64 { 0 }\nfn threefold(n: u64) -> u64 { 0 }\nfn endless(n: u64) -> u64 { 0 }\n";
const TEXT: &str = "fn double(n: u64) -> u64 { accident(n) }\nfn threefold(n: u64) -> u64 { endless(n) }\n\
                    fn endless(n: u64) -> u64 { loop {} }\n";

fn main() -> ExitCode {
    if std::env::args().nth(1).is_some_and(|argument| argument == REPLIES) {
        return reply();
    }
    let answers = std::env::args().nth(1).is_some_and(|argument| argument == "--answer");
    let lesson = if answers { &ANSWERING } else { &LESSON };
    if let Some(code) = judge::main(lesson, |_| None, || ()) {
        return code;
    }
    if std::env::var_os(WORKSPACE).is_none() {
        return start_in_workspace();
    }
    let this = std::env::current_exe().expect("the path of this test");
    for (index, (id, _, status, says)) in ACCIDENTS.iter().enumerate() {
        // Half a second for what never ends, and for what may call it; for the rest as long as a busy machine may take.
        let is_short = *status == Status::TimedOut || *id == "99.2";
        let v = checked(id, AnswerSource::Mine, if is_short { 0.5 } else { 60.0 });
        println!("{}", verdict::text(&v));
        assert_eq!(v.status, *status, "{id}: {v:?}");
        assert!(v.message.as_deref().unwrap_or_default().contains(says), "{id}: {v:?}");
        if matches!(status, Status::Panicked | Status::TimedOut) && CHECKS[index].by_hand().is_empty() {
            assert!(v.inputs.iter().any(|input| input == "input: asked about 5."), "{v:?}");
        }
        if *status == Status::Panicked && *id != "99.16" {
            assert!(v.place.as_deref().unwrap_or_default().contains("check_runner.rs:"), "{v:?}");
        }
    }

    let v = checked("99.2", AnswerSource::Mine, 0.5);
    let names: Vec<&str> = v.mistakes.iter().map(|mistake| mistake.name.as_str()).collect();
    assert_eq!((v.status, &names[..]), (Status::Fail, &["THREEFOLD"][..]), "not on its own time");
    assert!(v.notes.iter().any(|note| note.ends_with("too: d")), "its origin: {v:?}");
    let first = "your 99.6 `endless` does not return in time: do that one first.";
    assert!(v.notes.iter().any(|note| note == first), "it is judged by itself: {v:?}");
    for (id, outcome) in [
        ("99.21", "with your code the double is 0; it should be 4."),
        ("99.22", "your code does not return in time."),
        ("99.23", "your code panics."),
    ] {
        let text = verdict::brief(&checked(id, AnswerSource::Mine, if id == "99.22" { 0.5 } else { 60.0 }));
        assert!(text.contains(&format!("Right: the number 1.\n     Wrong: the number 2: {outcome}\n")), "{text}");
    }
    let text = verdict::brief(&checked("99.24", AnswerSource::Mine, 60.0));
    assert!(text.contains("Right: the number 1; the number 2.\n"), "{text}");
    assert!(
        text.contains("Wrong: an input that is not as simple: with your code the double is 15; it should be 10."),
        "{text}"
    );

    let v = checked("99.15", AnswerSource::Mine, 60.0);
    let prints = v.prints.expect("what was printed");
    assert!(prints.starts_with("to stdout 5\nto stderr 5\nto stdout 6\nto stderr 6\n"), "in order: {prints}");
    let v = checked("99.7", AnswerSource::Mine, 0.5);
    let prints = v.prints.expect("what was printed");
    // The last line may be cut if not all was read when patience ended: the one before it counts.
    assert_eq!(prints.lines().rev().nth(1), Some("here is 5"));
    assert!(prints.len() < 100_000, "{}", prints.len());

    let v = checked("99.18", AnswerSource::Mine, 0.5);
    assert_eq!(v.prints.as_deref(), Some("got as far as 5\n"), "a line that never ended");

    assert_eq!(checked("99.6", AnswerSource::Starter, 60.0).status, Status::NotStarted);
    assert_eq!(checked("99.6", AnswerSource::Reference, 60.0).status, Status::Pass);
    assert_eq!(checked("98.01", AnswerSource::Mine, 60.0).status, Status::Skipped, "no such TODO");

    let none = judge::check_in_child(
        Path::new("/no such program"),
        None,
        "99.1",
        "double",
        AnswerSource::Mine,
        41,
        Limits::default(),
    );
    assert_eq!(none.status, Status::Skipped, "a fault of the machine is not the answer's: {none:?}");
    assert!(none.message.is_some_and(|message| message.starts_with(NOT_STARTED)));

    assert!(!LESSON.about.is_untouched(), "the exercise has been changed");
    let first_day = About { starter_text: TEXT, ..LESSON.about };
    assert!(first_day.is_untouched());

    let mut unfit = Command::new(&this);
    unfit.arg("--check").env(LIBRARY, &this).stderr(Stdio::null());
    assert_eq!(unfit.status().expect("it starts").code(), Some(OTHER_TYPES.into()), "a program is no lesson's library");

    other_programs_reply(&this);
    by_hand(&this);
    without_a_parent(&this);
    println!("check_runner: all well");
    ExitCode::SUCCESS
}

fn checked(id: &str, who: AnswerSource, seconds: f32) -> Verdict {
    let this = std::env::current_exe().expect("the path of this test");
    let limits = Limits { time: Duration::from_secs_f32(seconds), ..Limits::default() };
    judge::check_in_child(&this, None, id, "double", who, 41, limits)
}

/// The argument that starts this program as one that answers by itself: [`NOTHING`], without an end, or wrong.
const REPLIES: &str = "--replies";
const NOTHING: &str = "nothing";

/// A judge does not wait for ever, and reads what has the form of replies.
fn other_programs_reply(this: &Path) {
    let v = verdict_on_replies(this, NOTHING);
    assert!(v.status == Status::TimedOut && v.message.is_some_and(|message| message.contains("still running")));
    let v = verdict_on_replies(this, "wrong");
    assert_eq!(v.status, Status::Fail, "its replies are read as replies: {v:?}");
    let mut judge = Command::new(this);
    let time = Duration::from_millis(100);
    let v = verdict::run_judge::verdict_by(judge.args([REPLIES, NOTHING]), "99.1", "double", 41, time);
    assert_eq!(v.status, Status::TimedOut, "a judge that does not come back: {v:?}");
}

fn verdict_on_replies(this: &Path, what: &str) -> Verdict {
    let exercise = verdict::workspace::root().join("lessons/99-accidents/exercise.rs");
    let mut judge = Command::new(this);
    judge.args(["--check-here", "99.1", "--time", "1000", "--patience", "2000", "--exercise"]).arg(exercise);
    judge.arg("--").arg(this).args([REPLIES, what]);
    verdict::run_judge::verdict_by(&mut judge, "99.1", "double", 41, Duration::from_mins(1))
}

fn reply() -> ExitCode {
    if std::env::args().nth(2).is_some_and(|what| what == NOTHING) {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        return ExitCode::SUCCESS;
    }
    let mut answer = Answer::default();
    answer.compare("", -1.0);
    let answer = serde_json::to_string(&Ok::<_, AnswerError>(answer)).expect("it is plain data");
    for (number, question) in std::io::stdin().lines().map_while(Result::ok).enumerate() {
        let content = if number == 0 { r#"{"Text":""}"#.into() } else { format!("{{\"Answer\":[{answer},null]}}") };
        println!("{{\"to\":{question},\"content\":{content}}}");
    }
    ExitCode::SUCCESS
}

/// The exit codes and the JSON that the workbook's command and a person get.
fn by_hand(this: &Path) {
    let (code, json) = output(this, &["--check", "99.2", "--json", "--seed", "7"]);
    let verdicts: Vec<Verdict> = serde_json::from_str(&json).expect("verdicts");
    assert_eq!((code, verdicts.len()), (Some(1), 1));
    let v = &verdicts[0];
    assert_eq!((v.seed, v.place.as_deref()), (7, Some("the double")));
    assert_eq!((v.expected.as_deref(), v.got.as_deref()), (Some("10"), Some("15")));

    let (code, text) = output(this, &["--check", "99.1"]);
    assert_eq!((code, text.as_str()), (Some(0), "99.1 double           pass\n"));
    assert_eq!(output(this, &["--check", "99.77"]).0, Some(2));
    assert_eq!(output(this, &["--check", "--seed", "x"]).0, Some(2));
    assert_eq!(output(this, &["--check", "--as", "nobody"]).0, Some(2));
}

fn output(this: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(this).args(arguments).stdin(Stdio::null()).output().expect("it starts");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

/// An endless loop ends when the window that started the check is closed.
fn without_a_parent(this: &Path) {
    let mut command = Command::new(this);
    command.args(["--answer", "99.6", "--time", "20000"]).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::null()).spawn().expect("it starts");
    let question = "{\"nonce\":[0,0],\"probe\":[41,0]}";
    writeln!(child.stdin.take().expect("piped"), "{question}").expect("it reads");
    // Its standard input is closed; its time, 20 s of work, which would end it with 124, is far from over.
    assert_eq!(child.wait().expect("it ends").code(), Some(125));
}

/// Starts this test program again in a workspace with an exercise.
fn start_in_workspace() -> ExitCode {
    let workspace = tempfile::tempdir().expect("a folder");
    let lesson = workspace.path().join("lessons").join(LESSON.about.folder);
    std::fs::create_dir_all(&lesson).expect("a folder");
    std::fs::write(lesson.join("exercise.rs"), TEXT).expect("a file");
    let this = std::env::current_exe().expect("the path of this test");
    let status = Command::new(this).args(std::env::args_os().skip(1)).env(WORKSPACE, workspace.path()).status();
    if status.expect("it starts").success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
