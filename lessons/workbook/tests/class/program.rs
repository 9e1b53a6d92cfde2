use std::process::ExitCode;

#[global_allocator]
static MEMORY: common::memory::Limited = common::memory::Limited;

fn main() -> ExitCode {
    common::check::main(&lesson_71::checks::LESSON, common::build::answers).expect("only checks")
}
