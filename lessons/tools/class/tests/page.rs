//! The pages for instructors name commands that exist.

#[path = "../../workbook/tests/fixture/page.rs"]
mod page;

#[test]
fn every_command_of_its_pages_exists() {
    page::all_commands_exist("lessons/INSTRUCTORS.md");
    page::all_commands_exist("lessons/GRADING.md");
}
