fn main() -> std::process::ExitCode {
    common::check::main(&lesson_71::checks::LESSON).expect("only checks")
}
