/* scene/token_shown.c -- what of a token is visible. */
#include "scene/token_shown.h"

#include "text/quoted.h"

enum { MEASURED_MOST = 4096 };

static bool is_seen(Str text) {
  if (text.bytes == 0 || text.at[0] == ' ') return false;
  for (size_t i = 0; i < text.bytes; i++)
    if ((unsigned char)text.at[i] < ' ' || text.at[i] == 0x7F) return false;
  return true;
}

/* A token that begins with a space is shown by its label, in which the space is visible. */
Str token_shown(const TraceToken *token) {
  if (is_seen(token->text)) return token->text;
  return token->occurrences > 1 ? quoted_without_place(token->label) : token->label;
}

int token_measured_step(int token_count) { return 1 + (token_count - 1) / MEASURED_MOST; }
