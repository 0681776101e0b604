/* cli/setup.c -- a session without a window, made from the options. */
#include "cli/setup.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "cli/ids_engine.h"
#include "model/board/board.h"
#include "model/checkpoint/cache_folder.h"
#include "model/checkpoint/hf_model.h"
#include "screen/screen.h"
#include "session/commands/line.h"

static volatile sig_atomic_t caught_signal; /* the only variable that the signal handler writes */

static void note_signal(int signal_number) { caught_signal = signal_number; }

void setup_catch_signals(void) {
  struct sigaction action = {.sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND};
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  for (int i = 0; i < 3; i++) {
    struct sigaction before;
    bool ignored = sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_IGN;
    /* an ignored signal (nohup) stays ignored */
    if (!ignored) sigaction(numbers[i], &action, NULL);
  }
}

int setup_signal(void) { return (int)caught_signal; }

bool setup_is_stopped(void *self) {
  (void)self;
  return setup_signal() != 0;
}

/* Threads, session and fonts are made later, by the sub-commands that need them. */
bool setup_begin(Setup *setup, Status *status) {
  *setup = (Setup){.arena = arena_make(0)};
  return setup->arena || status_no_memory(status);
}

void setup_end(Setup *setup) {
  session_free(setup->session);
  if (setup->fonts) fonts_close(setup->fonts);
  pool_free(setup->pool);
  arena_free(setup->arena);
}

bool setup_fonts(Setup *setup, Status *status) {
  if (setup->fonts) return true;
  if (!fonts_open(&setup->fonts, status)) return false;
  const char *notice = fonts_notice(setup->fonts);
  if (*notice) fprintf(stderr, "headsup: %s\n", notice);
  return true;
}

/* ---- words ---- */

/* echo and editors end a text with a line end that is not meant as a token. */
static Str without_line_end(Str text) {
  while (text.bytes > 0 && (text.at[text.bytes - 1] == '\n' || text.at[text.bytes - 1] == '\r'))
    text.bytes--;
  return text;
}

bool setup_sentence(const Setup *setup, const Args *args, Str *sentence, Status *status) {
  StrBuf text = strbuf_make(setup->arena);
  *sentence = (Str){NULL, 0};
  if (args->word_count == 0) return true;
  if (args->word_count == 1 && strcmp(args->words[0], "-") == 0) {
    if (!os_read_stdin(setup->arena, INPUTS_SENTENCE_BYTES_MOST, sentence, status)) return false;
    *sentence = without_line_end(*sentence);
    return true;
  }
  for (int i = 0; i < args->word_count; i++)
    strbuf_format(&text, "%s%s", i ? " " : "", args->words[i]);
  *sentence = strbuf_str(&text);
  return text.failed ? status_no_memory(status) : true;
}

bool setup_commands(const Setup *setup, const Args *args, Str *commands, Status *status) {
  StrBuf text = strbuf_make(setup->arena);
  *commands = (Str){NULL, 0};
  if (args->command_count == 0) return true;
  for (int i = 0; i < args->command_count; i++) strbuf_format(&text, "%s\n", args->commands[i]);
  *commands = strbuf_str(&text);
  return text.failed ? status_no_memory(status) : true;
}

/* ---- the session and its hooks ---- */

static bool export_file(void *self, const Session *session, ExportOrder *order, Status *status) {
  Setup *setup = self;
  ExportRequest request = export_request_of(&order->look, order->path);
  request.spares_others = order->spares_others;
  request.stopped = setup_is_stopped;
  request.pool = setup->pool;
  if (setup_signal()) return status_fail(status, STATUS_COULD_NOT, _("stopped"));
  return setup_fonts(setup, status) &&
         export_run(session, setup->fonts, &request, &order->written, status);
}

/* Hooks by which commands of the session reach files. check_export and
** measure_export touch no file. */
static bool check_export(void *self, const Session *session, const ExportOrder *order,
                         Status *status) {
  (void)self;
  ExportRequest request = export_request_of(&order->look, order->path);
  request.spares_others = order->spares_others;
  return export_check(session, &request, status);
}

static bool measure_export(void *self, const Session *session, ExportOrder *order, Status *status) {
  Setup *setup = self;
  ExportRequest request = export_request_of(&order->look, order->path);
  return setup_fonts(setup, status) &&
         export_measure(session, setup->fonts, &request, &order->size, status);
}

static bool waits(void *self, Session *session, double ms, Status *status) {
  const Setup *setup = self;
  return !setup->waits || setup->waits(setup->waits_self, session, ms, status);
}

/* ---- checking --model ---- */

bool setup_is_builtin(const char *model) { return model_is_builtin(model); }

const char *setup_model_name(const Args *args) {
  const char *name = args->values[OPTION_MODEL];
  return name ? name : model_builtin(0)->name;
}

bool setup_check_out(const Args *args, Status *status) {
  const char *out = args->values[OPTION_OUT], *from = args->values[OPTION_FROM];
  if (!from) from = args->values[OPTION_MODEL];
  if (!out || !from || os_kind(from) != OS_FILE || !os_same_file(from, out)) return true;
  return status_fail(status, STATUS_USAGE,
                     _("--out %s is the recording that is read, and would replace it: take another "
                       "name"),
                     out);
}

/* Opening the model is the check; it is closed at once. */
static bool open_once(const char *name, Status *status) {
  Model *model = NULL;
  bool opened = model_open(name, &model, status);
  model_free(model);
  return opened;
}

/* Of a pretrained folder, which may have gigabytes, only headers are read; a folder that this
** program trained is small and is opened whole. */
static bool check_folder(Arena *arena, const char *folder, Status *status) {
  ModelFamily family;
  HfModel found;
  if (!hf_model_family(arena, folder, &family, status)) return false;
  if (family == FAMILY_OWN) return open_once(folder, status);
  if (!hf_model_find(arena, folder, &found, status)) return false;
  hf_model_close(&found);
  return true;
}

/* A recording that can be read in several ways passes: the window asks how it is meant. */
static bool check_recording(Arena *arena, const char *path, const char *reading, Status *status) {
  RecordingAnswers answers;
  Recording *recording;
  if (!recording_answers_parse(reading, &answers, status)) return false;
  if (!recording_open(arena, &(RecordingOrder){.path = path, .answers = &answers}, &recording,
                      status))
    return status->kind == STATUS_ASK;
  recording_close(recording);
  return true;
}

bool setup_check_reading(const Args *args, Status *status) {
  if (!args->values[OPTION_READING] || args->values[OPTION_MODEL]) return true;
  return status_fail(status, STATUS_USAGE,
                     _("--reading says how to read a recording: --model FILE"));
}

/* The order of precedence is that of the session: a built-in name, a path, a name of
** the HuggingFace cache. */
bool setup_check_name(const char *name, const char *reading, Status *status) {
  const char *folder = name;
  bool right = true;
  if (setup_is_builtin(name)) return true;
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  OsKind kind = os_kind(name);
  if (kind == OS_MISSING) right = cache_folder_find(arena, name, &folder, status);
  /* fails with the sentence that says why */
  if (right && !folder) right = open_once(name, status);
  else if (right && board_is_file(name)) right = open_once(name, status);
  else if (right && kind == OS_FILE) right = check_recording(arena, folder, reading, status);
  else if (right) right = check_folder(arena, folder, status);
  arena_free(arena);
  return right;
}

bool setup_check_model(const Args *args, Status *status) {
  const char *name = args->values[OPTION_MODEL];
  if (!setup_check_reading(args, status)) return false;
  return !name || setup_check_name(name, args->values[OPTION_READING], status);
}

/* Prints what makes the picture differ from what was asked for. None of this is a failure. */
void setup_say_notices(const Trace *trace) {
  int cut = trace_cut_count(trace), bad = trace_bad_byte_count(trace);
  long broken = trace_broken_count(trace);
  if (cut > 0)
    fprintf(stderr,
            P_("headsup: the first %d token is used; left out: %d\n",
               "headsup: the first %d tokens are used; left out: %d\n", trace_token_count(trace)),
            trace_token_count(trace), cut);
  if (bad > 0)
    fprintf(stderr,
            P_("headsup: %d byte of the sentence is not UTF-8 and is shown as \uFFFD\n",
               "headsup: %d bytes of the sentence are not UTF-8 and are shown as \uFFFD\n", bad),
            bad);
  if (broken > 0)
    fprintf(stderr,
            P_("headsup: %ld number is not finite; the weights of this model are too large or "
               "damaged\n",
               "headsup: %ld numbers are not finite; the weights of this model are too large or "
               "damaged\n",
               broken),
            broken);
}

/* The ids replace the sentence, which is then empty and cannot be changed. */
static bool read_ids_option(const Setup *setup, const Args *args, SessionOptions *options,
                            Status *status) {
  const char *ids = args->values[OPTION_IDS];
  if (!ids) return true;
  if (options->sentence.at)
    return status_fail(status, STATUS_USAGE, _("give --ids or a text, not both"));
  options->sentence = STR("");
  return ids_engine_make(setup->arena, ids, &options->engine, status);
}

/* Options that exclude each other are refused before the model is opened,
** which may take seconds. */
bool setup_session(Setup *setup, const Args *args, Status *status) {
  SessionOptions options = {.model = args->values[OPTION_MODEL],
                            .reading = args->values[OPTION_READING],
                            .language = args->language,
                            .replaces = args->values[OPTION_FORCE] != NULL,
                            .hooks = {.self = setup,
                                      .export_file = export_file,
                                      .check_export = check_export,
                                      .measure_export = measure_export,
                                      .waits = waits,
                                      .stopped = setup_is_stopped}};
  if (!setup_check_reading(args, status) || !setup_check_out(args, status)) return false;
  if (args->sub != SUB_PLAY && !setup_sentence(setup, args, &options.sentence, status))
    return false;
  if (options.sentence.at && options.model && !setup_is_builtin(options.model) &&
      os_kind(options.model) == OS_FILE && !board_is_file(options.model))
    return status_fail(status, STATUS_USAGE,
                       _("%s is a recording and takes no sentence: it has its own tokens"),
                       options.model);
  if (!read_ids_option(setup, args, &options, status)) return false;
  setup->pool = pool_make(os_cpu_count());
  options.pool = setup->pool;
  if (!session_make(&options, &setup->session, status)) return false;
  setup_say_notices(session_trace(setup->session));
  if (session_contradiction(setup->session))
    fprintf(stderr, "headsup: %s\n", session_contradiction(setup->session));
  return true;
}

/* --do was typed by a person, so its commands may write files. */
static Script script_of(Str commands) {
  return (Script){.path = "--do", .text = commands, .rights = SCRIPT_WRITES, .is_option = true};
}

bool setup_check_commands(const Setup *setup, Str commands, bool checks_names, Status *status) {
  Script script = script_of(commands);
  script.checks_names = checks_names;
  return session_check_script(setup->session, &script, status);
}

bool setup_run_commands(const Setup *setup, const Args *args, Status *status) {
  Str commands;
  /* Commands may write files, so from here on a signal must not end the program in the middle;
  ** before, nothing is lost. */
  setup_catch_signals();
  if (!setup_commands(setup, args, &commands, status)) return false;
  const Script script = script_of(commands);
  return !commands.at || session_run_script(setup->session, &script, status);
}

/* The mask is parsed here, so that a fault is reported under the name of the option and not of a
** command that nobody typed. */
static bool set_mask(const Setup *setup, const Args *args, Status *status) {
  const char *mask = args->values[OPTION_MASK];
  MaskSpec spec;
  if (!mask) return true;
  if (!mask_spec_parse(str_from(mask), &spec, status)) return false;
  /* Options join the parts with colons (padding:2), commands with spaces (padding 2). */
  const char *parts = mask_name_write(setup->arena, &spec.parts, ' ');
  const char *line = parts ? str_format(setup->arena, "mask %s", parts) : NULL;
  return line ? session_do(setup->session, line, status) : status_no_memory(status);
}

OptionId setup_kind_option(KindSetting setting) {
  static const OptionId options[KIND_SETTING_COUNT] = {[KIND_POSITIONS] = OPTION_POSITIONS,
                                                       [KIND_KEY_HEADS] = OPTION_KV_HEADS,
                                                       [KIND_APPROXIMATE] = OPTION_APPROXIMATE,
                                                       [KIND_SCORE] = OPTION_SCORE,
                                                       [KIND_DROPOUT] = OPTION_DROPOUT,
                                                       [KIND_SCHEDULE] = OPTION_SCHEDULE,
                                                       [KIND_SCALE] = OPTION_COUNT,
                                                       [KIND_SOFTMAX] = OPTION_COUNT,
                                                       [KIND_MISTAKE] = OPTION_COUNT};
  assert(setting < KIND_SETTING_COUNT);
  return options[setting];
}

bool setup_kind(const Args *args, AttentionKind *kind, Status *status) {
  *kind = (AttentionKind){0};
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    OptionId option = setup_kind_option((KindSetting)i);
    const char *value = option < OPTION_COUNT ? args->values[option] : NULL;
    if (value && !kind_set(kind, (KindSetting)i, str_from(value), status)) return false;
  }
  return true;
}

static bool set_cross(const Setup *setup, const Args *args, Status *status) {
  const char *second = args->values[OPTION_CROSS];
  StrBuf line = strbuf_make(setup->arena);
  if (!second) return true;
  strbuf_add(&line, STR("cross "));
  line_add_string(&line, str_from(second));
  return line.failed ? status_no_memory(status) : session_do(setup->session, line.at, status);
}

bool setup_attention(const Setup *setup, const Args *args, Status *status) {
  AttentionKind kind;
  if (!set_cross(setup, args, status)) return false;
  if (!set_mask(setup, args, status) || !setup_kind(args, &kind, status)) return false;
  if (kind_is_own(&kind)) return true;
  const char *line = kind_write(setup->arena, &kind);
  return line ? session_do(setup->session, line, status) : status_no_memory(status);
}
