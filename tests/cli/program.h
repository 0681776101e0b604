/* tests/cli/program.h -- runs the built program and keeps its output. */
#ifndef TEST_PROGRAM_H
#define TEST_PROGRAM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/os.h"

enum { PROGRAM_ARGUMENTS_MOST = 64, PROGRAM_OUTPUT_BYTES = 1 << 18 };

typedef struct Program {
  int exit_code; /* −signal if one ended it */
  char out[PROGRAM_OUTPUT_BYTES], err[PROGRAM_OUTPUT_BYTES];
  size_t out_bytes, err_bytes;
} Program;

/* Arguments after the program's name, ended by NULL. No display; LC_ALL=C.UTF-8. */
void program_run(Program *program, const char *const *arguments, Str input);
#define PROGRAM_RUN(program, ...)                                                                  \
  program_run(program, (const char *const[]){__VA_ARGS__, NULL}, (Str){"", 0})

/* Starts without waiting; out and err are discarded. */
int program_start(const char *const *arguments);

/* A folder for files, made by program_set_up and emptied and removed by program_tear_down. */
int program_set_up(void **state);
int program_tear_down(void **state);
const char *in_folder(const char *name); /* valid until the test ends */
extern const char *program_folder;

void assert_done(const Program *program);
/* It ended with that code, one sentence on stderr that contains part, nothing on stdout. */
void assert_refused(const Program *program, int exit_code, const char *part);

int files_in(const char *folder);

#endif
