/* scene/question.c -- what is asked at a token. */
#include "scene/question.h"

#include <assert.h>

#include "base/i18n.h"

bool question_has_no_answer(const Trace *trace, int token) {
  return token == 0 && trace_is_asked(trace, token) && !trace_asks_all(trace) &&
         !trace_continues(trace) && trace_is_pronoun(trace, token);
}

Str question_words(const Scene *scene, int token, TextStyle style, float width) {
  const Trace *trace = scene->trace;
  Arena *arena = scene->pen.list->arena;
  Str name = trace_token(trace, token)->label;
  int at = token + 1, count = trace_token_count(trace), gap = trace_gap_id(trace);
  const char *words = _("Not asked: the model never learned to answer at “%.*s”, token %d of %d");
  const char *shorter = _("Not asked here, at token %d of %d");
  if (trace_continues(trace)) {
    words = _("Which token comes after “%.*s”, token %d of %d?");
    shorter = _("Which token comes after token %d of %d?");
  } else if (gap >= 0 && trace_token_id(trace, token) == gap) {
    words = _("Which word is hidden by “%.*s”, token %d of %d?");
    shorter = _("Which word is hidden at token %d of %d?");
  } else if (question_has_no_answer(trace, token)) {
    words = _("There is no word before “%.*s”, token %d of %d, that it could mean");
    shorter = _("No word stands before token %d of %d");
  } else if (trace_is_asked(trace, token) && !trace_asks_all(trace) &&
             trace_is_pronoun(trace, token)) {
    words = _("Which noun does “%.*s” mean, token %d of %d?");
    shorter = _("Which noun does token %d of %d mean?");
  } else if (trace_is_asked(trace, token)) {
    words = _("Which word does the model name at “%.*s”, token %d of %d?");
    shorter = _("Which word is named at token %d of %d?");
  }
  Str whole = str_from(str_format(arena, words, (int)name.bytes, name.at, at, count));
  if (pen_width(&scene->pen, style, whole) <= width) return whole;
  return str_from(str_format(arena, shorter, at, count));
}
