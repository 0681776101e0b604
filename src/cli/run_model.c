/* cli/run_model.c -- runs a model on a sentence or on ids. */
#include "cli/run_model.h"

#include <limits.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"

static bool fail_ids(const char *at, Status *status) {
  return status_fail(status, STATUS_USAGE,
                     _("--ids takes whole numbers from 0, parted by commas, such as 15496,995, not "
                       "“%.40s”"),
                     at);
}

/* There is one number more than there are commas. */
bool run_model_ids(Arena *arena, const char *text, const int **ids, int *count, Status *status) {
  int commas = 0;
  for (const char *at = text; *at; at++) commas += *at == ',';
  int *taken = arena_take(arena, (size_t)commas + 1, sizeof *taken);
  if (!taken) return status_no_memory(status);
  *count = 0;
  for (const char *at = text;; at++) {
    long value;
    at += strspn(at, " \t\n\r");
    const char *end = at + str_leading_number(str_from(at), &value);
    if (end == at || value > INT_MAX) return fail_ids(at, status);
    taken[(*count)++] = (int)value;
    end += strspn(end, " \t\n\r");
    if (*end && *end != ',') return fail_ids(at, status);
    at = end;
    if (!*at) break;
  }
  *ids = taken;
  return true;
}

/* Both a sentence and ids are refused, since nobody could guess which has precedence. */
static bool read_order(const Setup *setup, const Args *args, RunOrder *order, Status *status) {
  const char *ids = args->values[OPTION_IDS];
  if (ids && args->word_count > 0)
    return status_fail(status, STATUS_USAGE, _("give --ids or a text, not both"));
  if (ids) return run_model_ids(setup->arena, ids, &order->ids, &order->id_count, status);
  return setup_sentence(setup, args, &order->sentence, status);
}

/* The options are parsed before the model is opened, since opening a large one takes
** seconds. Signals are caught only after that: before it, a signal may end the program
** at once without loss. */
bool run_model(const Setup *setup, const Args *args, RunModel *run, Status *status) {
  const char *mask = args->values[OPTION_MASK];
  Progress progress = {.stopped = setup_is_stopped};
  RunOrder order = {.progress = &progress};
  MaskSpec spec = {.model_own = true};
  AttentionKind kind;
  *run = (RunModel){0};
  if (!read_order(setup, args, &order, status) ||
      (mask && (!mask_spec_parse(str_from(mask), &spec, status) ||
                !mask_spec_check_asked(&spec.parts, status))) ||
      !setup_kind(args, &kind, status) || !model_open(setup_model_name(args), &run->model, status))
    return false;
  run->arena = arena_make(0);
  if (!run->arena) return status_no_memory(status);
  run->pool = pool_make(os_cpu_count());
  if (args->values[OPTION_CROSS]) order.second = str_from(args->values[OPTION_CROSS]);
  order.mask = &spec;
  order.kind = &kind;
  order.pool = run->pool;
  setup_catch_signals();
  if (!model_run(run->model, &order, run->arena, &run->trace, status)) return false;
  if (mask && !mask_spec_fits(&spec.parts, trace_token_count(run->trace), status)) return false;
  setup_say_notices(run->trace);
  return true;
}

void run_model_end(RunModel *run) {
  arena_free(run->arena);
  model_free(run->model);
  pool_free(run->pool);
}
