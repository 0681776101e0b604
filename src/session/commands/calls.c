/* session/commands/calls.c -- taking the arguments of a command, and saying what is wrong with
** them. */
#include "session/commands/calls.h"

#include <string.h>

#include "base/words.h"
#include "session/state.h"

enum { ARGUMENT_WORDS_MOST = 64 };

/* ---- words ---- */

/* The word among those the command takes that is nearest to the last one given; NULL for none. The
** words come from the text of the help, so no second list can disagree with it. */
static const char *nearest_argument(const CommandCall *call, Str given) {
  const char *names[ARGUMENT_WORDS_MOST];
  char *rest = str_copy(call->session->scratch, str_from(call->info->arguments)), *word;
  int count = 0;
  while (rest && count < ARGUMENT_WORDS_MOST && (word = strtok_r(rest, "| [],", &rest)))
    names[count++] = word;
  int nearest = str_nearest(given, names, count);
  return nearest >= 0 && !str_is(given, names[nearest]) ? names[nearest] : NULL;
}

bool call_wrong(const CommandCall *call) {
  const char *name = call->info->name, *arguments = call->info->arguments;
  if (!*arguments) return status_fail(call->status, STATUS_USAGE, _("%s takes no arguments"), name);
  if (call->words->count < 2)
    return status_fail(call->status, STATUS_USAGE, _("%s takes %s"), name, arguments);
  Str given = call_text(call, call->words->count - 1);
  int shown = (int)str_head(given, LINE_SHOWN_BYTES).bytes;
  const char *nearest = nearest_argument(call, given);
  if (!nearest)
    return status_fail(call->status, STATUS_USAGE, _("%s takes %s; “%.*s” does not fit"), name,
                       arguments, shown, given.at);
  return status_fail(call->status, STATUS_USAGE,
                     _("%s takes %s; “%.*s” does not fit, did you mean “%s”?"), name, arguments,
                     shown, given.at, nearest);
}

bool call_has(const CommandCall *call, int argument_count) {
  return call->words->count - 1 == argument_count || call_wrong(call);
}

Str call_text(const CommandCall *call, int argument) {
  return argument < call->words->count ? call->words->at[argument].text : (Str){"", 0};
}

bool call_is(const CommandCall *call, int argument, const char *word) {
  return line_is(call->words, argument, word);
}

/* ---- what they stand for ---- */

const char *call_path(const CommandCall *call, int argument) {
  Str text = call_text(call, argument);
  if (text.bytes == 0 || memchr(text.at, 0, text.bytes)) return call_wrong(call), NULL;
  const char *path = str_copy(call->session->scratch, text);
  if (!path) status_no_memory(call->status);
  return path;
}

bool call_number(const CommandCall *call, int argument, double low, double high, float *number) {
  double value;
  Str word = call_text(call, argument);
  if (!str_to_double(word, &value) || value < low || value > high)
    return status_fail(call->status, STATUS_USAGE, _("%s takes a number from %g to %g, not “%.*s”"),
                       call->info->name, low, high, (int)str_head(word, LINE_SHOWN_BYTES).bytes,
                       word.at);
  *number = (float)value;
  return true;
}

/* toggle is for keys, which do not know the state; scripts say on or off. */
bool call_switch(const CommandCall *call, const char *off, const char *on, bool *value) {
  if (!call_has(call, 1)) return false;
  if (call_is(call, 1, "toggle")) *value = !*value;
  else if (call_is(call, 1, on)) *value = true;
  else if (call_is(call, 1, off)) *value = false;
  else return call_wrong(call);
  return true;
}

/* A stage that exists, but not in this model, gets another sentence than a word that is none. */
bool call_stage(const CommandCall *call, int argument, StageId *stage) {
  const char *names[STAGE_COUNT];
  Str name = call_text(call, argument);
  const Trace *trace = call->session->trace;
  int count = trace_stage_count(trace);
  Str model = trace_model_name(trace);
  for (int i = 0; i < count; i++) names[i] = stage_info(trace_stage_at(trace, i))->name;
  if (!stage_find(name, stage))
    return names_refuse(&(Names){_("there is no stage “%.*s”; it is one of: %s"),
                                 _("there is no stage “%.*s”; did you mean “%s”? It is one of: %s"),
                                 names, count},
                        name, call->status);
  if (trace_has_stage(trace, *stage)) return true;
  if (*stage == STAGE_NORM)
    return status_fail(call->status, STATUS_COULD_NOT,
                       _("the model %.*s has no norm before its heads, so it has no stage %s"),
                       (int)model.bytes, model.at, stage_info(*stage)->name);
  return status_fail(call->status, STATUS_COULD_NOT,
                     _("the model %.*s names no words, so it has no stage %s; take one that does, "
                       "such as reader"),
                     (int)model.bytes, model.at, stage_info(*stage)->name);
}
