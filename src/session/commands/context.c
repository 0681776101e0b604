/* session/commands/context.c -- reads the arguments of a command, and says
** what is wrong with them. */
#include "session/commands/context.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "session/session_internal.h"

enum { ARGUMENT_WORDS_MOST = 64 };

/* ---- words ---- */

/* The most similar of the words that the command takes; NULL for none. The words come from the help
** text of the command, so there is no second list. */
static const char *nearest_argument(const CommandContext *context, Str given) {
  const char *names[ARGUMENT_WORDS_MOST];
  char *rest = str_copy(context->session->scratch, str_from(context->info->arguments)), *word;
  int count = 0;
  while (rest && count < ARGUMENT_WORDS_MOST && (word = strtok_r(rest, "| [],", &rest)))
    names[count++] = word;
  int nearest = str_nearest(given, names, count);
  return nearest >= 0 && !str_is(given, names[nearest]) ? names[nearest] : NULL;
}

bool command_wrong(const CommandContext *context) {
  const char *name = context->info->name, *arguments = context->info->arguments;
  if (!*arguments)
    return status_fail(context->status, STATUS_USAGE, _("%s takes no arguments"), name);
  if (context->words->count < 2)
    return status_fail(context->status, STATUS_USAGE, _("%s takes %s"), name, arguments);
  Str given = command_text(context, context->words->count - 1);
  int shown = (int)str_head(given, LINE_SHOWN_BYTES).bytes;
  const char *nearest = nearest_argument(context, given);
  if (!nearest)
    return status_fail(context->status, STATUS_USAGE, _("%s takes %s; “%.*s” does not fit"), name,
                       arguments, shown, given.at);
  return status_fail(context->status, STATUS_USAGE,
                     _("%s takes %s; “%.*s” does not fit, did you mean “%s”?"), name, arguments,
                     shown, given.at, nearest);
}

bool command_has(const CommandContext *context, int argument_count) {
  assert(argument_count >= 0 && argument_count < LINE_WORDS_MOST);
  return context->words->count - 1 == argument_count || command_wrong(context);
}

Str command_text(const CommandContext *context, int argument) {
  assert(argument >= 1);
  return argument < context->words->count ? context->words->at[argument].text : (Str){"", 0};
}

bool command_is(const CommandContext *context, int argument, const char *word) {
  return line_is(context->words, argument, word);
}

/* ---- values ---- */

const char *command_path(const CommandContext *context, int argument) {
  Str text = command_text(context, argument);
  if (text.bytes == 0 || memchr(text.at, 0, text.bytes)) return command_wrong(context), NULL;
  const char *path = os_path_from_home(context->session->scratch, text);
  if (!path) status_no_memory(context->status);
  return path;
}

bool command_wrong_number(const CommandContext *context, int argument, double low, double high) {
  assert(low <= high);
  Str word = command_text(context, argument);
  return status_fail(context->status, STATUS_USAGE,
                     _("%s takes a number from %g to %g, not “%.*s”"), context->info->name, low,
                     high, (int)str_head(word, LINE_SHOWN_BYTES).bytes, word.at);
}

bool command_number(const CommandContext *context, int argument, double low, double high,
                    float *number) {
  double value;
  if (!str_to_double(command_text(context, argument), &value) || value < low || value > high)
    return command_wrong_number(context, argument, low, high);
  *number = (float)value;
  return true;
}

/* toggle is for keys, which do not know the state; scripts say on or off. */
bool command_switch(const CommandContext *context, const char *off, const char *on, bool *value) {
  assert(strcmp(off, on) != 0);
  if (!command_has(context, 1)) return false;
  if (command_is(context, 1, "toggle")) *value = !*value;
  else if (command_is(context, 1, on)) *value = true;
  else if (command_is(context, 1, off)) *value = false;
  else return command_wrong(context);
  return true;
}

/* A stage that this model lacks gets another sentence than a word that is no stage. */
bool command_stage(const CommandContext *context, int argument, StageId *stage) {
  const char *names[STAGE_COUNT];
  Str name = command_text(context, argument);
  const Trace *trace = context->session->trace;
  int count = trace_stage_count(trace);
  Str model = trace_model_name(trace);
  for (int i = 0; i < count; i++) names[i] = stage_info(trace_stage_at(trace, i))->name;
  if (!stage_find(name, stage))
    return names_refuse(&(Names){_("there is no stage “%.*s”; it is one of: %s"),
                                 _("there is no stage “%.*s”; did you mean “%s”? It is one of: %s"),
                                 names, count},
                        name, context->status);
  if (trace_has_stage(trace, *stage)) return true;
  const StageInfo *info = stage_info(*stage);
  if (trace_stage_lacks_places(trace, *stage))
    return status_fail(
        context->status, STATUS_COULD_NOT,
        _("between two sentences there are no distances for positions %s to tell, so there is "
          "no stage %s"),
        kind_value(KIND_POSITIONS, trace_kind(trace)->of[KIND_POSITIONS])->name, info->name);
  return status_fail(context->status, STATUS_COULD_NOT, _(info->absent), (int)model.bytes, model.at,
                     info->name);
}
