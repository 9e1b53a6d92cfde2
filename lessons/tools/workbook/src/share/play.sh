#!/bin/sh
# Starts the program beside this file.
program="$(dirname -- "$(readlink -f -- "$0")")/NAME"
"$program" "$@"
code=$?
# The graphics driver is too old: the processor can draw, too.
if [ "$code" = 4 ]; then
    LIBGL_ALWAYS_SOFTWARE=1 exec "$program" "$@"
fi
exit "$code"
