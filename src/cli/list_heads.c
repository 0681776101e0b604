/* cli/list_heads.c -- see list_heads.h. */
#include "cli/list_heads.h"

#include <stdio.h>

#include "base/os.h"
#include "base/pool.h"
#include "base/i18n.h"
#include "cli/progress_line.h"
#include "cli/setup.h"
#include "model/board/board.h"
#include "model/roles/roles.h"
#include "trace/recording/recording.h"

static void print_names(void) {
  printf("%s\t%s\t%s", _("layer"), _("head"), _("role"));
  for (int role = 0; role < ROLE_COUNT; role++) printf("\t%s", _(role_info((Role)role)->name));
  printf("\n");
}

/* A score below 0 means that there was nothing to measure_roles it on, which
** differs from a score of 0. */
static void print_head(const HeadScores *scores, int layer, int head) {
  int label = role_label(scores);
  printf("%d\t%d\t%s", layer + 1, head + 1, label < 0 ? "" : _(role_info((Role)label)->name));
  for (int role = 0; role < ROLE_COUNT; role++) {
    if (scores->of[role] < 0) printf("\t–");
    else printf("\t%.3f", scores->of[role]);
  }
  printf("\n");
}

static void print_report(const Model *model, const RoleReport *report) {
  int layers = model_layer_count(model), heads = model_head_count(model);
  print_names();
  for (int layer = 0; layer < layers; layer++)
    for (int head = 0; head < heads; head++)
      print_head(&report->heads[layer * heads + head], layer, head);
  printf(_("# measured over sentences (%d) and made-up sequences (%d), named from %.2f on, diffuse "
           "from %.2f on\n"),
         report->sentence_count, report->made_up_count, role_info((Role)0)->threshold,
         role_info(ROLE_DIFFUSE)->threshold);
}

static bool open_model(const char *name, Pool *pool, Model **model, Status *status) {
  ProgressLine line = progress_line_begin(_("reading"));
  Progress progress = progress_line_of(&line);
  bool opened = model_open_with(name, pool, &progress, model, status);
  progress_line_end(&line);
  return opened;
}

/* Computes the scores now; the window computes the same scores while it is idle. */
static bool measure_roles(const Model *model, Pool *pool, Status *status) {
  ProgressLine line = progress_line_begin(_("measuring"));
  Progress progress = progress_line_of(&line);
  bool done = model_roles_finish(model, &(RolesOrder){pool, &progress}, status);
  progress_line_end(&line);
  if (!done) return false;
  const RoleReport *report = model_roles(model);
  if (!report) return status_no_memory(status);
  print_report(model, report);
  return true;
}

/* Of an encoder and a decoder: roles are those of one sentence, and its card has others. */
static bool print_halves(const Model *model, Status *status) {
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  printf("%s\t%s\t%s\t%s\n", _("layer"), _("head"), _("role"), _("measured"));
  for (int layer = 0; layer < model_layer_count(model); layer++)
    for (int head = 0; head < model_head_count(model); head++) {
      const char *role = model_head_role(model, layer, head);
      Str note = model_head_note(arena, model, layer, head);
      printf("%d\t%d\t%s\t%.*s\n", layer + 1, head + 1, *role ? _(role) : "", (int)note.bytes,
             note.at);
    }
  arena_free(arena);
  return true;
}

/* ---- a recording ---- */

static void print_recorded_head(const Recording *recording, int layer, int head) {
  int serves = recording_head_count(recording) / recording_key_head_count(recording);
  printf("%d\t%d\t%d\t", layer + 1, head + 1, head / serves + 1);
  for (int i = 0, told = 0; i < recording_shown_count(); i++)
    if (recording_is_there(recording, recording_shown(i), layer))
      printf("%s%s", told++ ? " " : "", trace_part_info(recording_shown(i))->name);
  printf("\n");
}

static void print_recorded(const Recording *recording) {
  printf("%s\t%s\t%s\t%s\n", _("layer"), _("head"), _("head of K and V"), _("can be shown"));
  for (int layer = 0; layer < recording_layer_count(recording); layer++)
    for (int head = 0; head < recording_head_count(recording); head++)
      print_recorded_head(recording, layer, head);
  printf("%s\n",
         _("# recorded elsewhere: roles are measured by running a model on sentences, which "
           "a recording cannot do"));
}

static bool list_recorded(const char *path, const RecordingAnswers *answers, Status *status) {
  Recording *recording;
  Arena *arena = arena_make(0);
  bool opened = arena ? recording_open(arena, &(RecordingOrder){.path = path, .answers = answers},
                                       &recording, status)
                      : status_no_memory(status);
  if (opened) {
    print_recorded(recording);
    recording_close(recording);
  }
  arena_free(arena);
  return opened;
}

/* ---- a model ---- */

/* Opens the model without a session, since no sentence is needed. */
static bool list_of_model(const Args *args, Status *status) {
  Pool *pool = pool_make(os_cpu_count());
  Model *model = NULL;
  setup_catch_signals();
  bool done = open_model(setup_model_name(args), pool, &model, status);
  done = done && (model_has_halves(model) ? print_halves(model, status)
                                          : measure_roles(model, pool, status));
  model_free(model);
  pool_free(pool);
  return done;
}

/* A built-in name has precedence over a file of that name, as everywhere. */
bool list_heads(const Args *args, Status *status) {
  const char *name = args->values[OPTION_MODEL], *reading = args->values[OPTION_READING];
  RecordingAnswers answers;
  if (!setup_check_reading(args, status) || !recording_answers_parse(reading, &answers, status))
    return false;
  if (name && !setup_is_builtin(name) && os_kind(name) == OS_FILE && !board_is_file(name))
    return list_recorded(name, &answers, status);
  if (reading)
    return status_fail(status, STATUS_USAGE,
                       _("--reading says how to read a recording: %s is none"), name);
  return list_of_model(args, status);
}
