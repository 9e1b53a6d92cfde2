#!/usr/bin/env bash
# Fills Gradescope's image, once, as root: what grading needs is installed, downloaded and built here, so that a submission
# takes seconds and no network. Debian or Ubuntu.
set -euo pipefail
root=${AUTOGRADER:-/autograder}
source=$root/source

# What README.md names, but for windows: a C++ compiler, and software OpenGL for the checks of shaders and programs.
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install --no-upgrade -y -qq --no-install-recommends ca-certificates curl g++ jq libc6-dev libegl1 libgl1-mesa-dri

# Not below /root, where the user that students' code runs as could not read it.
rust=${AUTOGRADER_RUST:-/opt/rust}
export RUSTUP_HOME=$rust/rustup CARGO_HOME=$rust/cargo PATH=$rust/cargo/bin:$PATH
cd "$source/course"
if ! command -v cargo > /dev/null; then
    version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    curl --proto '=https' --tlsv1.2 -fsS --retry 5 https://sh.rustup.rs |
        sh -s -- -y --no-modify-path --profile minimal --default-toolchain "${version:-stable}"
fi
export CARGO_NET_RETRY=5 CARGO_INCREMENTAL=0
cargo build --locked --package class

# The solutions are graded first: that builds all that answers share, and shows that the points can be had.
try=$root/submission results=$root/results/results.json
mkdir -p "$try"
for lesson in lessons/[0-9]*; do
    name=${lesson#lessons/}
    if [ -d "$lesson/course/own" ]; then
        mkdir -p "$try/own"
        cp -r "$lesson/course/own/src" "$try/own/"
        cargo run --quiet --locked --package workbook -- take E --borrow "$try/own/src"
        continue
    fi
    mkdir -p "$try/$lesson" "$try/shaders/$name"
    cp "$lesson/course/src/solution.rs" "$try/$lesson/exercise.rs"
    cp "shaders/$name/solution"/* "$try/shaders/$name/" 2> /dev/null || true # a lesson need not have shaders
done
echo 'Building what all answers share. This takes minutes.'
AUTOGRADER_LIMIT=0 AUTOGRADER_OFFLINE=false "$source/run_autograder"
jq --raw-output '.tests[] | select(.status != "passed") | .output' "$results"
jq --exit-status '.score > 0 and all(.tests[]; .status == "passed")' "$results" > /dev/null ||
    { echo 'The solutions do not have all points: see above. Where it is a shader, OpenGL is missing.'; exit 1; }
# Nobody who hands in can read them, whatever the container allows.
chmod -R go-rwx lessons/*/course shaders/*/solution
rm -rf "$try" "$results" target/grade/verdicts
apt-get clean
