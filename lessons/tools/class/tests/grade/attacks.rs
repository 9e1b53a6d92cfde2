//! Attacks on a grade by those who have read its source, by their kinds: on the verdict, on the grading's time and memory,
//! and on whose fault it is that nothing can be checked.

/// One table that is taken for another: two types may have one name.
const TRANSMUTES: &str = r#"use given::{Exercise, Exported, Library};
    let library = {
        struct Mine;
        struct Raw;
        pub struct Table(usize);
        impl Exercise<Raw> for Mine {
            const ANSWERS: Raw = Raw;
        }
        impl Exported for Raw {
            type Table = Table;
            fn table<E: Exercise<Self>>() -> &'static Table {
                const { &Table(16) }
            }
        }
        Library::new::<Raw, Mine>("")
    };
    let wild: &'static u8 = {
        pub struct Table(&'static u8);
        library.table::<Table>().0
    };
    n * 2.0 + f32::from(*wild)"#;

/// Macro that shadows a standard one, which the library's own code calls.
const SHADOWS: &str = "#[macro_export]\n    macro_rules! include_str {\n        ($text:literal) => {\n            \
    std::process::abort()\n        };\n    }\n    n * 2.0";

/// A function of assembler alone, which `forbid(unsafe_code)` lets through.
const NAKED: &str = "#[unsafe(naked)]\n    extern \"C\" fn f() {\n        core::arch::naked_asm!(\"ret\")\n    }\n    f();\n    n * 2.0";

/// A name, the body of `double`, the statuses of both TODOs, and a word of the report.
pub(crate) type Attack = (&'static str, String, [&'static str; 2], &'static str);

/// Code that says a line to the judge, by all ways that safe code has.
const SHOUT: &str = r#"use std::{fs::{File, OpenOptions}, io::Write, os::fd::AsFd};
    let shout = |line: String| {
        println!("{line}");
        eprintln!("{line}");
        let own = [std::io::stdin().as_fd().try_clone_to_owned(), std::io::stdout().as_fd().try_clone_to_owned()];
        let open = |number| OpenOptions::new().write(true).open(format!("/proc/self/fd/{number}"));
        for mut file in own.into_iter().flatten().map(File::from).chain((0..20).flat_map(open)) {
            let _ = file.write_all(line.as_bytes());
        }
    };
    "#;

/// Returns code that shouts an answer to every probe before it is asked, and ends.
fn forges(content: &str) -> String {
    let line = format!(r#"{{"to":{{"nonce":[0,0],"probe":[7,PROBE]}},"content":{{"Answer":[{content},null]}}}}"#);
    format!(
        "{SHOUT}for probe in 0..5 {{ shout(format!(\"\\n{{}}\\n\", {line:?}.replace(\"PROBE\", &format!(\"{{probe}}\")))); }}\n    \
         std::process::exit(0)"
    )
}

/// Returns code with 1,500 symbols, each of a path of 6 MB: tuples of tuples, which name the one before them twice.
fn symbols() -> String {
    let tuples =
        "TTTTTTTTTTTTTTTTTTTTjBv_EBu_EBt_EBs_EBr_EBq_EBp_EBo_EBn_EBm_EBl_EBk_EBj_EBi_EBh_EBg_EBf_EBe_EBd_EBc_EE";
    let symbols: Vec<String> = (1000..2500).map(|number| format!("_RINvC5a{number}1f{tuples}")).collect();
    format!("const SYMBOLS: &str = \"{}\";\n    std::hint::black_box(SYMBOLS);\n    n * 2.0", symbols.join("\\0"))
}

/// Returns attacks on lesson 71, whose check has the seed 7 and asks for eight numbers.
pub(crate) fn attacks() -> Vec<Attack> {
    let status = r#"{"Err":{"Ended":{"status":"pass","message":"","announced":null}}}"#;
    let counts = r#"{"Ok":{"items":[],"more":8,"notes":[],"remarks":[],"is_borrowed":false}}"#;
    let talks = "use std::io::Write;\n    let mut out = std::io::stdout().lock();\n    loop {\n        \
        let _ = writeln!(out, \"{{\\\"content\\\":{{\\\"Text\\\":\\\"\\\"}}}}\").and_then(|()| out.flush());\n        \
        std::thread::sleep(std::time::Duration::from_secs(3));\n    }";
    let long = "let line = format!(\"{{\\\"content\\\":{{\\\"Text\\\":{:?}}}}}\", \"x\".repeat(30 << 20));\n    loop {\n        println!(\"{line}\");\n    }";
    let parentheses = format!("{}n{} * 2.0", "(".repeat(60_000), ")".repeat(60_000));
    let bomb = "#[allow(long_running_const_eval)]\n    const N: u64 = {\n        let mut i = 0_u64;\n        \
        while i < u64::MAX {\n            i += 1;\n        }\n        i\n    };\n    n * N as f32";
    let section = "struct S;\n    impl S {\n        #[unsafe(link_section = \".init_array\")]\n        fn f(&self) {}\n    }\n    S.f();\n    n * 2.0";
    // The lesson's program has the reference.
    let reads = "let other = include_bytes!(\"../../../../programs/lesson-71\");\n    n * 2.0 + f32::from(other[0])";
    let crashed = ["crashed", "pass"];
    let hangs = ["timed_out", "pass"];
    let unbuilt = ["crashed"; 2];
    let broken = ["does_not_compile", "pass"];
    let sleeps = "if std::env::var(\"TMPDIR\").is_ok() { std::thread::sleep(std::time::Duration::from_secs(9999)); }\n    n * 2.0";
    let quotes = format!("{}n", "'\\".repeat(120_000));
    vec![
        ("a status", forges(status), crashed, "ended itself"),
        ("a count", forges(counts), crashed, "ended itself"),
        ("keeps talking", talks.into(), hangs, "still running"),
        ("long lines", long.into(), hangs, "still running"),
        ("parentheses", parentheses, unbuilt, "tried twice: rustc ended without a word"),
        ("compile bomb", bomb.into(), unbuilt, "tried twice: rustc ended without a word"),
        ("a section", section.into(), broken, "`unsafe` is refused"),
        ("naked", NAKED.into(), broken, "`unsafe` is refused"),
        ("a comment", "// no unsafe, naked or snaked code\n    n * 2.0".into(), ["pass"; 2], "2 of 2"),
        (
            "text of another file",
            "let _ = include_str!(\"/usr/lib/os-release\");\n    n * 2.0".into(),
            broken,
            "it is no file of the answer",
        ),
        ("sleeps where it is graded", sleeps.into(), hangs, "in which it did little but wait"),
        ("text that is slow to read", quotes, broken, "unterminated"),
        ("symbols that are slow to read", symbols(), ["pass"; 2], "2 of 2"),
        ("a transmute", TRANSMUTES.into(), broken, "`table` is private"),
        ("a shadow", SHADOWS.into(), ["pass"; 2], "2 of 2"),
        ("the judge", reads.into(), broken, "Permission denied"),
        (
            "a second library",
            "given::library!(\"exercise.rs\");\n    n * 2.0".into(),
            broken,
            "overruled by previous forbid",
        ),
    ]
}
