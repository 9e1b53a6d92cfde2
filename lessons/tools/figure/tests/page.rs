//! The page for whom this command is names it as it is.

#[path = "../../workbook/tests/fixture/page.rs"]
mod page;

#[test]
fn every_command_of_its_page_exists() {
    page::all_commands_exist("lessons/FILES.md");
}
