//! Ways to points that are not earned, and ways to harm others: none may lead anywhere, and nobody else may feel it.
//!
//! Each stands in the place of the answer to 71.1. What comes of it is not said here, but that it has no points: how a
//! way is closed may change.

use super::{Course, DOUBLE, MEAN, SONG, exercise, has_sandbox};
use serde_json::Value;

/// A line that looks like a verdict, for whoever knows the token.
const FORGED: &str = r#"
fn forged(token: &str) -> String {
    format!("\n@verdict {token} {{\"id\":\"71.1\",\"name\":\"double\",\"status\":\"pass\",\"seed\":7,\"mistakes\":[],\"right\":[],\"wrong\":[],\"notes\":[]}}\n")
}
"#;

/// Safe Rust: the process opens its own standard output by its name, reads from it what the check writes, and answers
/// for as long as there is something to write. Readers are served in turn, so lines come first that bring ours forward.
const OWN_STDOUT: &str = r#"
static TOKEN: std::sync::OnceLock<String> = std::sync::OnceLock::new();
fn listen() {
    use std::io::{Read, Write};
    let listener = || {
        let (mut text, mut part) = (Vec::new(), [0_u8; 4096]);
        let mut stdout = std::fs::File::open("/proc/self/fd/1").unwrap();
        while TOKEN.get().is_none() {
            let count = stdout.read(&mut part).unwrap();
            text.extend_from_slice(&part[..count]);
            let at = text.windows(9).position(|nine| nine == b"@verdict ");
            if let Some(token) = at.and_then(|at| text.get(at + 9..at + 41)) {
                let _ = TOKEN.set(String::from_utf8_lossy(token).into_owned());
            }
        }
        let mut stdout = std::fs::OpenOptions::new().write(true).open("/proc/self/fd/1").unwrap();
        loop {
            stdout.write_all(forged(TOKEN.get().unwrap()).as_bytes()).unwrap();
        }
    };
    for _ in 0..48 {
        std::thread::spawn(listener);
    }
    for _ in 0..3 {
        std::thread::sleep(std::time::Duration::from_millis(30));
        println!("a line");
    }
}
"#;

/// <https://github.com/rust-lang/rust/issues/25860>: a reference may be made to live as long as one likes, and so any
/// value be taken for any other, with no word that the compiler could refuse. The first line of the standard input is
/// still in its buffer.
const HOLE: &str = r"
static FOREVER: &&() = &&();
fn shorter<'a, 'b, T>(_: &'a &'b (), value: &'b mut T) -> &'a mut T {
    value
}
fn forever<'a, T: 'static>(value: &'a mut T) -> &'static mut T {
    let longer: for<'x> fn(_, &'x mut T) -> &'static mut T = shorter;
    longer(FOREVER, value)
}
enum Either<A, B> {
    A(Box<Option<A>>),
    B(Box<Option<B>>),
}
#[inline(never)]
fn taken_for<A: 'static, B: 'static>(value: A) -> B {
    let mut either = Either::<A, B>::B(Box::new(None));
    let Either::B(place) = &mut either else { unreachable!() };
    let place = forever(place);
    either = Either::A(Box::new(Some(value)));
    std::hint::black_box(&mut either);
    let other = std::hint::black_box(place).take().unwrap();
    std::mem::forget(either);
    other
}
fn token() -> String {
    let stdin: &'static [usize; 8] = taken_for::<std::io::Stdin, &'static [usize; 8]>(std::io::stdin());
    let length = (1..8).find(|&at| stdin[at] == 8192).unwrap();
    let buffer = std::num::NonZero::new(stdin[length - 1]).unwrap();
    let buffer: &'static [u8; 32] = taken_for::<std::num::NonZero<usize>, &'static [u8; 32]>(buffer);
    String::from_utf8_lossy(buffer).into_owned()
}
";

const DROPS: &str =
    "struct Endless; impl Drop for Endless { fn drop(&mut self) { loop { std::thread::yield_now(); } } }";

/// Each with what it does in the place of an answer, and what else is in its file.
fn ways() -> Vec<(&'static str, &'static str, String)> {
    let own_lesson = "static MINE: common::check::Lesson<Answers> = common::lesson!();";
    let included = "mod brought { use std::include as bring; bring!(\"src/mistakes.rs\"); }";
    let early = "extern \"C\" fn early() { std::process::exit(0) }";
    let section = "#[unsafe(link_section = \".init_array\")]";
    let of_method =
        format!("struct Early; impl Early {{ {section} #[inline(never)] fn early(n: f32) -> f32 {{ n }} }}");
    let bytes = "static LARGE: [u8; 400 << 20] = [1; 400 << 20];";
    let slice = "const LARGE: &[u64] = &[3; 1 << 29];";
    let listens = "listen(); panic!(\"{}\", \"m\".repeat(48 << 20))";
    let reads = "println!(\"{}\", forged(&std::io::stdin().lines().next().unwrap().unwrap())); n";
    let writes = "use std::io::Write; let stdin = std::fs::OpenOptions::new().write(true).open(\"/proc/self/fd/0\"); \
         for _ in 0..99 { stdin.as_ref().unwrap().write_all(b\"1\\n\").unwrap(); } n";
    let ways = [
        // Points.
        ("own stdout", listens, format!("{FORGED}{OWN_STDOUT}")),
        ("hole", "println!(\"{}\", forged(&token())); std::process::exit(0)", format!("{FORGED}{HOLE}")),
        ("hole and words", "panic!(\"{}\", token())", HOLE.into()),
        ("own lesson", "(MINE.reference.double)(n)", own_lesson.into()),
        ("own path", "(other::ANSWERS.double)(n)", "#[path = \"src/mistakes.rs\"] mod other;".into()),
        ("own include", "(brought::ANSWERS.double)(n)", included.into()),
        ("stdin is read", reads, FORGED.into()),
        ("stdin is written", writes, String::new()),
        // Ends.
        ("abort", "std::process::abort()", String::new()),
        ("hook", "std::panic::set_hook(Box::new(|_| std::process::exit(0))); panic!()", String::new()),
        ("drop", "std::panic::panic_any(Endless)", DROPS.into()),
        ("sleep", "std::thread::sleep(std::time::Duration::from_secs(9999)); n", String::new()),
        ("long panic", "panic!(\"{}\", \"long \".repeat(10 << 20))", String::new()),
        // Compilers and linkers.
        ("bytes", "f32::from(LARGE[LARGE.len() / 2]) * n", bytes.into()),
        ("slice", "LARGE[LARGE.len() / 2] as f32 * n", slice.into()),
        ("environment", "println!(\"{:?}\", option_env!(\"ARMATURE_CANARY\")); n", String::new()),
        ("no mangle", "n", "#[unsafe(no_mangle)] pub fn malloc() {}".into()),
        ("early", "n", format!("{early} {section} #[used] static EARLY: extern \"C\" fn() = early;")),
        ("early method", "Early::early(n)", of_method),
        ("extern", "unsafe { getpid() as f32 }", "unsafe extern \"C\" { fn getpid() -> i32; }".into()),
    ];
    Vec::from(ways)
}

/// Whoever is refused a thread asks again.
const BOMB: &str =
    "fn bomb() { loop { if std::thread::Builder::new().spawn(bomb).is_err() { std::thread::yield_now(); } } }";

#[test]
fn points_are_for_answers_and_nobody_loses_any() {
    if !has_sandbox() {
        return;
    }
    let course = Course::new("course");
    let innocents = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"];
    for (place, name) in innocents.iter().enumerate() {
        course.clone_of(name, &format!("{}// {place}\n", exercise(DOUBLE, MEAN)));
    }
    let mut ways = ways();
    ways.push(("bomb", "bomb(); n", BOMB.into()));
    for (name, double, more) in &ways {
        // Threads in every TODO.
        let mean = if *name == "bomb" { "bomb(); numbers[0]" } else { MEAN };
        course.clone_of(name, &format!("{}{more}\n", exercise(double, mean)));
    }
    let output = course.grade_for("4", &["--seed", "7"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    println!("{}", String::from_utf8_lossy(&output.stdout));

    let json: Value = serde_json::from_str(&course.read("grades/class.json")).expect("JSON");
    let students = json["students"].as_array().expect("a list");
    let of = |name: &str| students.iter().find(|student| student["name"] == name).expect("there");
    let earned = |name: &&&str| of(name)["points"] == 2.0;
    let harmed: Vec<_> = innocents.iter().filter(|name| !earned(name)).map(|name| of(name)).collect();
    assert!(harmed.is_empty(), "{harmed:#?}");
    let names = ways.iter().map(|(name, ..)| of(name));
    let unearned: Vec<_> = names.filter(|way| way["todos"][0]["points"] != 0.0).map(|way| &way["name"]).collect();
    assert!(unearned.is_empty(), "points for {unearned:?}");
    assert!(!course.read("grades/class.json").contains(SONG), "the environment was read");
}
