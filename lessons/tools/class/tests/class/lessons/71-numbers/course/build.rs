fn main() {
    mistaken::build();
}
