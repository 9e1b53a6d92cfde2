#!/usr/bin/env bash
# Fills the image, once, as root: what grading needs is installed, downloaded and built here, so that a submission
# takes seconds and no network. Debian or Ubuntu; Gradescope runs it, and so does PrairieLearn's Dockerfile.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
test -e course.tar || cd /autograder/source # where Gradescope unpacks it
source=$PWD
lessons=$(cat lessons)

# What README.md names, but for windows: a C++ compiler, and software OpenGL for the checks of shaders and programs.
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install --no-upgrade -y -qq --no-install-recommends ca-certificates curl g++ libc6-dev libegl1 libgl1-mesa-dri

rm -rf course
mkdir course
tar -xf course.tar -C course

# Not below /root, where the user that students' code runs as could not read it.
rust=${AUTOGRADER_RUST:-/opt/rust}
export RUSTUP_HOME=$rust/rustup CARGO_HOME=$rust/cargo PATH=$rust/cargo/bin:$PATH
if ! command -v cargo > /dev/null; then
    version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' course/Cargo.toml)
    # By another name it would be another program.
    init=$(mktemp -d)/rustup-init
    curl --proto '=https' --tlsv1.2 -fsS --retry 5 -o "$init" \
        "https://static.rust-lang.org/rustup/dist/$(uname -m)-unknown-linux-gnu/rustup-init"
    chmod 755 "$init"
    "$init" -y --no-modify-path --profile minimal --default-toolchain "${version:-stable}"
    rm -r "${init%/*}"
fi

cd course
export CARGO_NET_RETRY=5 CARGO_INCREMENTAL=0
cargo build --locked --package class
install -m 755 target/debug/class "$source/class"

# A submission that differs from the starters, but answers nothing: it has all that answers share built.
try=$(mktemp -d)
for number in ${lessons//,/ }; do
    for lesson in "lessons/$number"-*; do
        name=${lesson#lessons/}
        program=$(sed -n 's/^exercise = "\(.*\)"$/\1/p' "$lesson/lesson.toml")
        if [ "$program" ]; then # one of the student's own
            mkdir -p "$try/submission/${program%/*}"
            echo 'pub fn begun() {}' > "$try/submission/$program"
            continue
        fi
        mkdir -p "$try/submission/$lesson" "$try/submission/shaders/$name"
        { cat "$lesson/course/src/starter.rs"; printf '\n#[allow(dead_code)]\nfn begun() {}\n'; } > "$try/submission/$lesson/exercise.rs"
        for shader in "shaders/$name/starter"/*; do
            if [ -e "$shader" ]; then
                { cat "$shader"; printf '\nvoid begun() {}\n'; } > "$try/submission/shaders/$name/${shader##*/}"
            fi
        done
    done
done
chmod 755 "$source/run_autograder"
# Without a limit, and online: the first one downloads and builds.
echo 'Building what all answers share. This takes minutes, in which nothing is printed.'
AUTOGRADER=$try AUTOGRADER_SOURCE=$source AUTOGRADER_LIMIT=0 AUTOGRADER_OFFLINE=false "$source/run_autograder"
rm -rf target/debug # from which the grading has taken the crates of others
echo 'That was a submission without an answer: "0 of" is right.'
if grep -q 'The grader itself failed' "$try/results/results.json"; then
    echo 'The first grading failed: see above.'
    exit 1
fi
if grep -q 'SKIPPED' "$try/results/results.json"; then
    echo 'Something cannot be checked here. Where it is a shader, OpenGL is missing:'
    cat "$try/results/results.json"
    exit 1
fi
rm -rf target/grade/verdicts
time AUTOGRADER=$try AUTOGRADER_SOURCE=$source "$source/run_autograder"
rm -rf "$try" target/grade/verdicts
apt-get clean
echo "Ready. A submission takes about as long as the second run did."
