/* cli/cmd_tokens.c -- headsup tokens: how a model's tokenizer splits a text.
**
**   token → id → bytes, separated by tabs, one a line; --json: a list of the same
**
** No weights are read. A folder needs its tokenizer; config.json is read only to check ids against
** the rows of the model's table.
*/
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "assets/assets.h"
#include "base/os.h"
#include "base/i18n.h"
#include "cli/cmd.h"
#include "cli/file_words.h"
#include "cli/setup.h"
#include "model/random_shape.h"
#include "model/checkpoint/cache_folder.h"
#include "model/checkpoint/checkpoint.h"
#include "model/checkpoint/config.h"
#include "model/board/board.h"
#include "model/demo_model.h"
#include "model/checkpoint/folder_file.h"
#include "model/tokenizer/tokenizer.h"
#include "text/token_display.h"
#include "text/utf8.h"

enum { TEXT_BYTES_MOST = 64 << 20 };

/* One token of any tokenizer. */
typedef struct Line {
  Str shown, text, bytes;
  int id; /* −1: the token has no id */
} Line;

typedef struct Lines {
  Line *at;
  int count;
} Lines;

/* ---- models of this program ---- */

static Str shown_of(Arena *arena, Str text) {
  char *line = arena_take(arena, text.bytes * TOKEN_DISPLAY_GROWTH + TOKEN_DISPLAY_MORE, 1);
  return line ? (Str){line, token_display_write(text, line)} : (Str){"", 0};
}

static bool take_words(Arena *arena, const Tokens *tokens, const int *ids, Lines *lines,
                       Status *status) {
  *lines = (Lines){arena_take(arena, (size_t)tokens->count, sizeof(Line)), tokens->count};
  if (!lines->at) return status_no_memory(status);
  for (int i = 0; i < tokens->count; i++) {
    Str token = tokens->at[i].text;
    int id = ids ? ids[i] : tokens->at[i].id;
    lines->at[i] = (Line){shown_of(arena, token), token, token, id};
  }
  return true;
}

/* Its words alone have ids. */
static bool split_demo(Arena *arena, Str text, Lines *lines, Status *status) {
  Tokens tokens;
  const Vocab *words = demo_model_tokens(arena);
  if (!words) return status_no_memory(status);
  return tokens_split(arena, text, words, INT_MAX, &tokens, status) &&
         take_words(arena, &tokens, NULL, lines, status);
}

/* vocabulary NULL: a hand-made model, which has no vocabulary. */
static bool split_own(Arena *arena, const Vocabulary *vocabulary, Str text, Lines *lines,
                      Status *status) {
  Tokens tokens;
  const int *ids = NULL;
  bool split = vocabulary
                   ? vocabulary_split(vocabulary, arena, text, INT_MAX, &tokens, &ids, status)
                   : tokens_split(arena, text, NULL, INT_MAX, &tokens, status);
  return split && take_words(arena, &tokens, ids, lines, status);
}

static bool split_board(Arena *arena, const char *name, Str text, Lines *lines, Status *status) {
  Tokens tokens;
  Board board;
  if (!board_read_named(arena, name, &board, status)) return false;
  const Vocab *words = board_vocab(arena, &board);
  if (!words) return status_no_memory(status);
  return tokens_split(arena, text, words, INT_MAX, &tokens, status) &&
         take_words(arena, &tokens, NULL, lines, status);
}

/* Words of a random model are numbers, if it has a table of them. */
static bool split_random(Arena *arena, const char *name, Str text, Lines *lines, Status *status) {
  RandomShape shape;
  Tokens tokens;
  if (!random_shape_read(str_from(name), &shape, status) ||
      !split_own(arena, NULL, text, lines, status) ||
      !tokens_split(arena, text, NULL, INT_MAX, &tokens, status))
    return false;
  int words = shape.of[RANDOM_VOCABULARY];
  for (int i = 0; words > 0 && i < lines->count; i++)
    lines->at[i].id = random_shape_word(tokens.at[i].match, words);
  return true;
}

/* A hand-made model has no folder in the assets: its rules know tokens, not ids. */
static bool split_builtin(Arena *arena, const char *name, Str text, Lines *lines, Status *status) {
  Checkpoint checkpoint;
  Str config;
  if (board_builtin(name, &config)) return split_board(arena, name, text, lines, status);
  const char *path = str_format(arena, "models/%s/config.json", name);
  if (!path) return status_no_memory(status);
  if (random_shape_is(str_from(name))) return split_random(arena, name, text, lines, status);
  if (strcmp(name, DEMO_MODEL_NAME) == 0) return split_demo(arena, text, lines, status);
  if (!assets_find(path, &config)) return split_own(arena, NULL, text, lines, status);
  return checkpoint_read_builtin(arena, name, &checkpoint, status) &&
         split_own(arena, checkpoint.vocabulary, text, lines, status);
}

/* ---- checkpoint folders ---- */

/* A file that cannot be read is an error; a file that is missing is none. */
static bool read_config(Arena *arena, const char *folder, Config *config, Status *status) {
  Str text;
  const char *path = str_format(arena, "%s/config.json", folder);
  *config = (Config){.family = FAMILY_UNKNOWN};
  if (!path) return status_no_memory(status);
  if (!os_check_usable(path, status)) return false;
  if (os_kind(path) == OS_MISSING) return true;
  return folder_file_check(arena, folder, path, status) &&
         os_read_file(arena, path, CONFIG_FILE_BYTES_MOST, &text, status) &&
         config_read(path, text, FAMILY_UNKNOWN, config, status);
}

static void say_notices(const Tokenizer *tokenizer, const TokenPieces *pieces) {
  const char *note = tokenizer_note(tokenizer);
  if (note) fprintf(stderr, "headsup: %s\n", status_shown(note).sentence);
  if (pieces->bad_byte_count > 0)
    fprintf(stderr,
            P_("headsup: %d byte of the sentence is not UTF-8 and is shown as \uFFFD\n",
               "headsup: %d bytes of the sentence are not UTF-8 and are shown as \uFFFD\n",
               pieces->bad_byte_count),
            pieces->bad_byte_count);
  if (pieces->lost_byte_count > 0)
    fprintf(stderr,
            P_("headsup: %d byte has no token in the vocabulary and is left out\n",
               "headsup: %d bytes have no token in the vocabulary and are left out\n",
               pieces->lost_byte_count),
            pieces->lost_byte_count);
}

/* An incomplete UTF-8 character is shown as U+FFFD, as when such ids are decoded one by one. */
static Str decoded(Arena *arena, const TokenPiece *piece) {
  return piece->text.bytes > 0 ? piece->text : utf8_clean(arena, piece->bytes, NULL);
}

static bool copy_pieces(Arena *arena, const TokenPieces *pieces, Lines *lines, Status *status) {
  *lines = (Lines){arena_take(arena, (size_t)pieces->count, sizeof(Line)), pieces->count};
  if (!lines->at) return status_no_memory(status);
  for (int i = 0; i < pieces->count; i++) {
    const TokenPiece *piece = &pieces->at[i];
    lines->at[i] = (Line){piece->shown, decoded(arena, piece), piece->bytes, piece->id};
    if (!lines->at[i].text.at) return status_no_memory(status);
  }
  return true;
}

/* config.json decides which tokenizer is looked for. Without it BPE is assumed, and ids are not
** checked, since the number of rows is unknown. */
static bool split_folder(Arena *arena, const char *folder, Str text, Lines *lines, Status *status) {
  Config config;
  Checkpoint checkpoint;
  const Tokenizer *tokenizer;
  TokenPieces pieces;
  if (!read_config(arena, folder, &config, status)) return false;
  if (config.family == FAMILY_OWN)
    return checkpoint_read(arena, folder, &checkpoint, status) &&
           split_own(arena, checkpoint.vocabulary, text, lines, status);
  TokenizerKind kind = config.family == FAMILY_BERT ? TOKENIZER_WORDPIECE : TOKENIZER_BPE;
  int rows = config.family == FAMILY_UNKNOWN ? INT_MAX : config.word_count;
  if (!tokenizer_read(arena, &(TokenizerOrder){folder, kind, rows, NULL}, &tokenizer, status))
    return false;
  if (!tokenizer)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s has no tokenizer: neither tokenizer.json, nor vocab.json with "
                         "merges.txt, nor vocab.txt"),
                       folder);
  SplitOrder order = {.sentence = text, .most = INT_MAX};
  if (!tokenizer_split(tokenizer, arena, &order, &pieces, status)) return false;
  say_notices(tokenizer, &pieces);
  return copy_pieces(arena, &pieces, lines, status);
}

/* A name with a slash looks like a path or owner/name, so a missing one is STATUS_COULD_NOT; a bare
** name that does not exist is STATUS_USAGE. */
static bool split_text(Arena *arena, const char *model, Str text, Lines *lines, Status *status) {
  const char *folder;
  if (setup_is_builtin(model)) return split_builtin(arena, model, text, lines, status);
  if (os_kind(model) == OS_FOLDER) return split_folder(arena, model, text, lines, status);
  if (board_is_file(model)) return split_board(arena, model, text, lines, status);
  if (!cache_folder_find(arena, model, &folder, status)) return false;
  if (folder) return split_folder(arena, folder, text, lines, status);
  return status_fail(status, strchr(model, '/') ? STATUS_COULD_NOT : STATUS_USAGE,
                     _("there is no model %s: no name of headsup list models, no folder, and "
                       "nothing of the HuggingFace cache"),
                     model);
}

/* ---- printing ---- */

static void print_plain(const Lines *lines) {
  for (int i = 0; i < lines->count; i++) {
    const Line *line = &lines->at[i];
    fwrite(line->shown.at, 1, line->shown.bytes, stdout);
    if (line->id < 0) printf("\t-\t");
    else printf("\t%d\t", line->id);
    for (size_t byte = 0; byte < line->bytes.bytes; byte++)
      printf("%s%02X", byte ? " " : "", (unsigned char)line->bytes.at[byte]);
    putchar('\n');
  }
}

/* A text of 64 MB has many millions of tokens. Printing one line at a time keeps
** the memory constant. */
static bool print_json_line(Arena *scratch, const Line *line, bool is_first, Status *status) {
  const char *before = is_first ? "[" : ",";
  StrBuf text = strbuf_make(scratch);
  if (line->id < 0) strbuf_format(&text, "%s\n {\"id\": null, \"token\": ", before);
  else strbuf_format(&text, "%s\n {\"id\": %d, \"token\": ", before, line->id);
  strbuf_add_json(&text, line->text);
  strbuf_format(&text, ", \"bytes\": \"");
  for (size_t byte = 0; byte < line->bytes.bytes; byte++)
    strbuf_format(&text, "%02x", (unsigned char)line->bytes.at[byte]);
  strbuf_format(&text, "\"}");
  if (text.failed) return status_no_memory(status);
  fwrite(text.at, 1, text.bytes, stdout);
  return true;
}

static bool print_json(const Lines *lines, Status *status) {
  Arena *scratch = arena_make(0);
  if (!scratch) return status_no_memory(status);
  for (int i = 0; i < lines->count; i++) {
    arena_reset(scratch);
    if (print_json_line(scratch, &lines->at[i], i == 0, status)) continue;
    arena_free(scratch);
    return false;
  }
  printf(lines->count ? "\n]\n" : "[]\n");
  arena_free(scratch);
  return true;
}

/* ---- the sub-command ---- */

/* Standard input may be much longer here than a sentence of the window, because no
** trace is made of it. */
static bool read_text(const Setup *setup, const Args *args, Str *text, Status *status) {
  if (args->word_count == 0)
    return status_fail(status, STATUS_USAGE,
                       _("tokens needs a text: words, or - for standard input"));
  if (args->word_count > 1 || strcmp(args->words[0], "-") != 0)
    return setup_sentence(setup, args, text, status);
  if (!os_read_stdin(setup->arena, TEXT_BYTES_MOST, text, status)) return false;
  while (text->bytes > 0 && strchr("\r\n", text->at[text->bytes - 1])) text->bytes--;
  return true;
}

static bool write_tokens(const Setup *setup, const Args *args, Status *status) {
  Str text;
  Lines lines;
  if (!file_words_refuse(setup->arena, args, status) || !read_text(setup, args, &text, status) ||
      !split_text(setup->arena, setup_model_name(args), text, &lines, status))
    return false;
  if (args->values[OPTION_JSON]) return print_json(&lines, status);
  print_plain(&lines);
  return true;
}

bool cmd_tokens(const Args *args, Status *status) {
  Setup setup;
  bool done = setup_begin(&setup, status) && write_tokens(&setup, args, status);
  setup_end(&setup);
  return done;
}
