/* cli/cmd_check.c -- headsup check: what a path holds, and where it is damaged.
**
** The properties go to standard output, one a line. A fault is the one sentence of the failure, so
** a script needs only the exit code. Of a random model it says what it has and counts its
** parameters.
*/
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/pool.h"
#include "base/i18n.h"
#include "cli/check_recording.h"
#include "cli/cmd.h"
#include "cli/file_words.h"
#include "cli/progress_line.h"
#include "cli/cmd_lesson.h"
#include "cli/setup.h"
#include "files/provenance.h"
#include "model/board/board.h"
#include "model/checkpoint/cache_folder.h"
#include "model/checkpoint/checkpoint.h"
#include "model/checkpoint/facts.h"
#include "model/checkpoint/hf_model.h"
#include "model/random_shape.h"
#include "model/tokenizer/tokenizer.h"
#include "session/commands/line.h"
#include "session/open_path.h"

enum { NAME_COLUMNS = 12, STATE_VERSION_BYTES = 64 };

/* Padding counts characters: a translated name has more bytes than columns. */
static void print_name(const char *name) {
  int room = NAME_COLUMNS - str_characters(str_from(name));
  printf("%s%*s ", name, room > 0 ? room : 0, "");
}

static void print_number(const char *name, long long number) {
  print_name(name);
  printf("%lld\n", number);
}

/* Text from a file may hold escape sequences that control a terminal; status_shown escapes them. */
static void print_text(const char *name, const char *text) {
  print_name(name);
  printf("%s\n", status_shown(text).sentence);
}

/* ---- a folder of GPT-2 or BERT ---- */

static void print_weights(const ModelCard *card) {
  print_name(_("weights"));
  const Status file = status_shown(card->file);
  if (card->file_count > 1)
    printf(P_("%s and %d file", "%s and %d files", card->file_count), file.sentence,
           card->file_count);
  else fputs(file.sentence, stdout);
  printf(", %s, ", card->dtype);
  printf(P_("%llu byte", "%llu bytes", card->bytes), (unsigned long long)card->bytes);
  putchar('\n');
}

static void print_card(const ModelCard *card) {
  print_name(_("family"));
  printf("%s (%s)\n", card->family, card->type);
  print_number(_("layers"), card->layers);
  print_name(_("heads"));
  printf(_("%d of width %d\n"), card->heads, card->d_model / card->heads);
  print_number(_("width"), card->d_model);
  print_number(_("MLP"), card->d_ff);
  print_number(_("positions"), card->positions);
  print_number(_("words"), card->words);
  print_number(_("parameters"), (long long)card->parameters);
  print_weights(card);
}

/* Reads the whole tokenizer: only then is a vocabulary found that has more entries than the
** model's table has rows. */
static bool check_tokenizer(const Setup *setup, const char *folder, const Config *config,
                            const Tokenizer **tokenizer, Status *status) {
  TokenizerKind kind = config->family == FAMILY_BERT ? TOKENIZER_WORDPIECE : TOKENIZER_BPE;
  return tokenizer_read(setup->arena, &(TokenizerOrder){folder, kind, config->word_count, NULL},
                        tokenizer, status);
}

/* A folder without a tokenizer is no failure: the model can be run on ids. */
static void print_tokenizer(const Tokenizer *tokenizer) {
  if (!tokenizer) {
    print_text(_("tokenizer"), _("none: a sentence is the ids of tokens, such as 1, 2, 3"));
    return;
  }
  print_name(_("tokenizer"));
  printf(P_("%s, %d token\n", "%s, %d tokens\n", tokenizer_id_count(tokenizer)),
         tokenizer_files(tokenizer), tokenizer_id_count(tokenizer));
  if (tokenizer_note(tokenizer)) print_text(_("notice"), tokenizer_note(tokenizer));
}

static bool read_all_numbers(Setup *setup, HfModel *found, Status *status) {
  ProgressLine line = progress_line_begin(_("reading"));
  Progress progress = progress_line_of(&line);
  setup->pool = pool_make(os_cpu_count());
  bool read = hf_model_look_through(setup->arena, found, setup->pool, &progress, status);
  progress_line_end(&line);
  return read;
}

/* The card is printed before the numbers are judged, so that a folder with numbers that are not
** finite still shows which model it is. */
static bool check_pretrained(Setup *setup, const char *folder, Status *status) {
  HfModel found;
  const Tokenizer *tokenizer;
  if (!hf_model_find(setup->arena, folder, &found, status)) return false;
  bool read = read_all_numbers(setup, &found, status);
  hf_model_close(&found);
  if (!read) return false;
  print_card(&found.card);
  if (!check_tokenizer(setup, folder, &found.config, &tokenizer, status)) return false;
  print_tokenizer(tokenizer);
  if (found.card.note) print_text(_("notice"), found.card.note);
  if (found.broken_count > 0)
    return status_fail(status, STATUS_COULD_NOT, "%s: %s", folder, found.card.warning);
  print_text(_("sound"), _("every number was read and is finite"));
  if (found.card.warning) print_text(_("warning"), found.card.warning);
  return true;
}

/* ---- a folder of this program ---- */

static bool check_own(const Setup *setup, const char *folder, Status *status) {
  Checkpoint checkpoint;
  if (!checkpoint_read(setup->arena, folder, &checkpoint, status)) return false;
  const NetworkShape *shape = &checkpoint.shape;
  print_text(_("family"), _("heads-up, trained by this program"));
  if (checkpoint.label) print_text(_("label"), checkpoint.label);
  print_number(_("layers"), shape->layer_count);
  print_name(_("heads"));
  printf(_("%d of width %d\n"), shape->head_count, shape->d_model / shape->head_count);
  if (network_key_heads(shape) < shape->head_count)
    print_number(_("kv_heads"), network_key_heads(shape));
  if (!network_adds_positions(shape))
    print_text(_("positions"), network_positions(setup->arena, shape));
  print_text(_("mask"), mask_name_write(setup->arena, &shape->mask, ' '));
  print_number(_("width"), shape->d_model);
  print_number(_("MLP"), shape->d_ff);
  print_number(_("words"), shape->word_count);
  print_number(_("parameters"), (long long)network_number_count(shape));
  print_text(_("sound"), _("every number was read and is finite"));
  return true;
}

/* ---- a random model ---- */

static void print_part(const char *name, uint64_t count) {
  if (count > 0) print_number(name, (long long)count);
}

static void print_facts(const ModelFacts *facts) {
  const ModelParameters *count = &facts->by_part;
  print_number(_("layers"), facts->layers);
  print_name(_("heads"));
  printf(_("%d of width %d\n"), facts->heads, facts->d_head);
  if (facts->key_heads < facts->heads) print_number(_("kv_heads"), facts->key_heads);
  print_number(_("width"), facts->d_model);
  print_number(_("MLP"), facts->d_ff);
  print_number(_("words"), facts->words);
  print_number(_("parameters"), (long long)facts->parameters);
  print_part(_("- embedding"), count->embedding);
  print_part(_("- attention"), count->attention);
  print_part(_("- MLP"), count->mlp);
  print_part(_("- norms"), count->norms);
  print_part(_("- output"), count->output);
}

/* Its parameters are counted from the tensors, so it is made. */
static bool check_small(const Setup *setup, const char *name, Status *status) {
  Model *model = NULL;
  if (!model_open(name, &model, status)) return false;
  const ModelFacts facts = model_facts(model, setup->arena);
  print_text(_("family"), _(facts.family));
  const ModelInfo *info = model_info(model);
  print_text(_("label"),
             str_copy(setup->arena, i18n_in_form(setup->arena, info->label, info->name)));
  print_text(_("name"), info->name);
  print_facts(&facts);
  model_free(model);
  return true;
}

/* ---- a saved state ---- */

/* The commands of right lines. False: no memory. */
static bool count_commands(Arena *arena, Str text, int *count, Status *status) {
  *count = 0;
  while (text.bytes > 0) {
    Str line = str_take_line(&text);
    while (line.bytes > 0) {
      CommandWords words;
      if (!line_next(arena, &line, &words, status)) return false;
      *count += words.count > 0;
    }
  }
  return true;
}

static void print_version(Str text) {
  Str line = str_take_line(&text);
  size_t begins = sizeof STATE_BEGINS - 1;
  char version[STATE_VERSION_BYTES];
  snprintf(version, sizeof version, "%.*s", (int)(line.bytes - begins), line.at + begins);
  print_text(_("version"), version);
}

/* Checks the commands as opening them does, but opens no model that they name. */
static bool check_state(Setup *setup, const char *path, Status *status) {
  const FileWords files = {&path, 1};
  const SessionOptions options = {0};
  Str text;
  int count = 0;
  if (!script_read_file(setup->arena, path, &text, status) ||
      !session_make(&options, &setup->session, status) ||
      !file_words_check(setup->arena, &files, setup->session, status) ||
      !count_commands(setup->arena, str_without_mark(text), &count, status))
    return false;
  print_text(_("kind"), _("a saved state of this program"));
  print_version(str_without_mark(text));
  print_number(_("commands"), count);
  print_text(_("sound"), _("every command is right; models and recordings were not opened"));
  return true;
}

/* ---- the path ---- */

/* The family in config.json alone decides. A folder that this program trained is read whole. */
static bool check_folder(Setup *setup, const char *folder, Status *status) {
  ModelFamily family;
  if (!hf_model_family(setup->arena, folder, &family, status)) return false;
  return family == FAMILY_OWN ? check_own(setup, folder, status)
                              : check_pretrained(setup, folder, status);
}

/* "folder/" is the folder, and its files are named "folder/file". "/" stays. */
static const char *without_slash(Arena *arena, const char *path) {
  Str name = str_from(path);
  while (name.bytes > 1 && name.at[name.bytes - 1] == '/') name.bytes--;
  return str_copy(arena, name);
}

/* A path has precedence over a name of the HuggingFace cache. */
static bool check_path(Setup *setup, const Args *args, Status *status) {
  const char *path = without_slash(setup->arena, args->words[0]);
  const char *folder;
  if (!path) return status_no_memory(status);
  OsKind kind = os_kind(path);
  if (kind == OS_MISSING && random_shape_is(str_from(path)))
    return check_small(setup, path, status);
  if (kind == OS_FOLDER) return check_folder(setup, path, status);
  if (kind == OS_FILE && path_kind(path) == PATH_STATE) return check_state(setup, path, status);
  if (kind == OS_FILE && path_kind(path) == PATH_LESSON) return lesson_check(path, status);
  if (board_is_file(path)) return check_small(setup, path, status);
  if (kind != OS_MISSING)
    return check_recording(setup->arena, path, args->values[OPTION_READING], status);
  if (!os_check_usable(path, status) || !cache_folder_find(setup->arena, path, &folder, status))
    return false;
  if (folder) return check_folder(setup, folder, status);
  return status_fail(status, STATUS_COULD_NOT,
                     _("there is no %s, as a path or in the HuggingFace cache"), path);
}

bool cmd_check(const Args *args, Status *status) {
  Setup setup;
  if (args->word_count != 1 || !*args->words[0])
    return status_fail(
        status, STATUS_USAGE,
        _("check takes one path: a folder with a model, its name in the "
          "HuggingFace cache, a recording, a model typed in, a saved state, or a random model"));
  setup_catch_signals();
  bool done = setup_begin(&setup, status) && check_path(&setup, args, status);
  setup_end(&setup);
  return done;
}
