#!/bin/sh
# Starts the program beside this file.
program="$(dirname -- "$(readlink -f -- "$0")")/NAME"
# Where ALSA or udev is missing, the one that does without sound and gamepad.
if [ -f "$program-plain" ] && ldd "$program" 2>/dev/null | grep -q 'not found'; then
    program="$program-plain"
fi
"$program" "$@"
code=$?
# The graphics driver is too old: the processor can draw, too.
if [ "$code" = 4 ]; then
    LIBGL_ALWAYS_SOFTWARE=1 exec "$program" "$@"
fi
exit "$code"
