# The environment of the tests, for the scripts that run them; sourced in the project's folder.
# Test programs must not find the settings or the display of whoever runs them.
# They expect English words, and dots in numbers.
unset LANGUAGE LC_ALL LC_MESSAGES LC_NUMERIC || true
export LANG=C.UTF-8
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER SOURCE_DATE_EPOCH || true
export LSAN_OPTIONS="suppressions=$PWD/tests/support/lsan.supp:print_suppressions=0"
# intercept_tls_get_addr: gcc 12 guesses where a library's thread-local memory begins from bytes that
# this glibc does not write, and the check for leaks then reads there.
export ASAN_OPTIONS="allocator_may_return_null=1:detect_stack_use_after_return=0:intercept_tls_get_addr=0"
export UBSAN_OPTIONS="print_stacktrace=1"
