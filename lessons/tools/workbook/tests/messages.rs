//! What the command prints about its own use, as a kept run printed it. `TRYCMD=overwrite` keeps another.

#[test]
fn messages() {
    trycmd::TestCases::new().case("tests/messages/*.trycmd");
}
