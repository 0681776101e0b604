/* manual/manual.c -- headsup_manual man|bash|zsh|fish: a program of the build, not installed. */
#include "manual/manual.h"

#include <stdio.h>
#include <string.h>

typedef struct Kind {
  const char *name;
  void (*print)(Arena *arena);
} Kind;

static const Kind kinds[] = {{"man", manual_print_man},
                             {"bash", manual_print_bash},
                             {"zsh", manual_print_zsh},
                             {"fish", manual_print_fish}};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

int main(int argc, char **argv) {
  for (int i = 0; argc == 2 && i < KIND_COUNT; i++) {
    if (strcmp(argv[1], kinds[i].name) != 0) continue;
    Arena *arena = arena_make(0);
    if (!arena) return 1;
    kinds[i].print(arena);
    arena_free(arena);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
  }
  fprintf(stderr, "usage: headsup_manual man|bash|zsh|fish\n");
  return 2;
}
