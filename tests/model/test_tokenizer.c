/* tests/model/test_tokenizer.c -- what a folder's tokenizer makes of sentences, good and bad ones. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/os.h"
#include "model/tokenizer/tokenizer.h"
#include "support/folder.h"
#include "text/byte_alphabet.h"

static Folder folder;

static int set_up(void **state) {
  (void)state;
  folder = folder_make();
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  folder_remove(&folder);
  return 0;
}

static void write(const char *name, const char *text) {
  folder_write(&folder, name, str_from(text));
}

static const Tokenizer *read_rows(TokenizerKind kind, int rows) {
  Status status = {0};
  const Tokenizer *tokenizer;
  if (!tokenizer_read(folder.arena, &(TokenizerOrder){folder.path, kind, rows, NULL}, &tokenizer,
                      &status))
    fail_msg("%s", status.sentence);
  assert_non_null(tokenizer);
  return tokenizer;
}

static TokenPieces split(const Tokenizer *tokenizer, Str sentence, int most) {
  Status status = {0};
  TokenPieces pieces;
  if (!tokenizer_split(tokenizer, folder.arena, &(SplitOrder){sentence, most, NULL}, &pieces,
                       &status))
    fail_msg("%s", status.sentence);
  return pieces;
}

/* "low|␣low|er" */
static void check_shown(const Tokenizer *tokenizer, Str sentence, const char *wanted) {
  TokenPieces pieces = split(tokenizer, sentence, 1024);
  StrBuf shown = strbuf_make(folder.arena);
  for (int i = 0; i < pieces.count; i++) {
    if (i > 0) strbuf_add_char(&shown, '|');
    strbuf_add(&shown, pieces.at[i].shown);
  }
  if (!str_is(strbuf_str(&shown), wanted)) fail_msg("%s, not %s", shown.at, wanted);
}

/* ---- vocabularies ---- */

/* The bytes in order, then more names, then <|endoftext|>. */
static void write_bpe(const char *const *more, const char *merges) {
  StrBuf vocab = strbuf_make(folder.arena);
  int id = 0;
  strbuf_add_char(&vocab, '{');
  for (; id < 256; id++) {
    char byte = (char)id, name[BYTE_ALPHABET_BYTES];
    Str text = {name, byte_alphabet_write((Str){&byte, 1}, name)};
    strbuf_add_json(&vocab, text);
    strbuf_format(&vocab, ": %d,\n", id);
  }
  for (; *more; more++, id++) {
    strbuf_add_json(&vocab, str_from(*more));
    strbuf_format(&vocab, ": %d,\n", id);
  }
  strbuf_format(&vocab, "\"<|endoftext|>\": %d}", id);
  write("vocab.json", vocab.at);
  write("merges.txt", merges);
}

static const char *const lower_names[] = {"lo", "low", "er", "Ġlow", "ne", "new", NULL};
static const char lower_merges[] = "#version: 0.2\nl o\nlo w\ne r\nĠ low\nn e\nne w\n";
enum { LO = 256, LOW, ER, G_LOW, NE, NEW, END_OF_TEXT, LOWER_ROWS };

static const char *const words_txt = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nun\n##aff\n##able\nlow\n"
                                     "中\nnaive\n\u1112\u1161\n##\u11AB\n,\n";
enum { PAD, UNK, CLS, SEP, MASK, UN, AFF, ABLE, BERT_LOW, HAN, NAIVE, HA, N, COMMA, WORDS };

/* ---- byte-level BPE ---- */

static void the_worked_example_of_merging(void **state) {
  (void)state;
  write_bpe(lower_names, lower_merges);
  const Tokenizer *tokenizer = read_rows(TOKENIZER_BPE, LOWER_ROWS);
  check_shown(tokenizer, STR("low lower newer"), "low|␣low|er|␣|new|er");
  TokenPieces pieces = split(tokenizer, STR("low lower"), 1024);
  assert_int_equal(pieces.at[1].id, G_LOW);
  assert_true(str_is(pieces.at[1].text, " low"));
  assert_true(str_is(pieces.at[1].bytes, " low"));
  assert_int_equal(pieces.at[1].first_byte, 3);
  assert_int_equal(pieces.at[1].byte_count, 4);
  assert_null(tokenizer_note(tokenizer));
  assert_string_equal(tokenizer_files(tokenizer), "vocab.json, merges.txt");
  assert_int_equal(tokenizer_id_count(tokenizer), LOWER_ROWS);
  assert_int_equal(tokenizer_mask_id(tokenizer), -1);
  assert_true(str_is(tokenizer_token(tokenizer, '\n'), "\\n"));
  assert_true(str_is(tokenizer_token(tokenizer, LOWER_ROWS), ""));
  assert_true(str_is(tokenizer_token(tokenizer, -1), ""));
}

static void a_special_token_is_one_as_it_is_typed(void **state) {
  (void)state;
  write_bpe(lower_names, lower_merges);
  const Tokenizer *tokenizer = read_rows(TOKENIZER_BPE, LOWER_ROWS);
  TokenPieces pieces = split(tokenizer, STR("low<|endoftext|>low"), 1024);
  assert_int_equal(pieces.count, 3);
  assert_int_equal(pieces.at[1].id, END_OF_TEXT);
  assert_true(pieces.at[1].special && !pieces.at[0].special);
  assert_true(tokenizer_is_special(tokenizer, END_OF_TEXT));
  assert_int_equal(pieces.at[2].first_byte, 16);
}

static void bytes_of_one_character_are_a_group(void **state) {
  (void)state;
  write_bpe(lower_names, lower_merges);
  const Tokenizer *tokenizer = read_rows(TOKENIZER_BPE, LOWER_ROWS);
  TokenPieces pieces = split(tokenizer, STR("a中 é"), 1024);
  static const int wanted[] = {-1, 0, 0, 0, -1, 1, 1};
  assert_int_equal(pieces.count, 7);
  for (int i = 0; i < 7; i++) assert_int_equal(pieces.at[i].group, wanted[i]);
  assert_true(str_is(pieces.at[1].text, ""));
  assert_true(str_is(pieces.at[1].shown, "\\xE4"));
  assert_true(str_is(pieces.at[1].bytes, "\xE4"));
  /* Also where a grapheme is several characters: with its mark, or joined. */
  pieces = split(tokenizer, STR("e\u0301x"), 1024);
  for (int i = 0; i < 3; i++) assert_int_equal(pieces.at[i].group, 0);
  assert_int_equal(pieces.at[3].group, -1);
  pieces = split(tokenizer, STR("👩\u200d👧!"), 1024);
  for (int i = 0; i < 11; i++) assert_int_equal(pieces.at[i].group, 0);
  assert_int_equal(pieces.at[11].group, -1);
}

static void places_find_pieces_and_pieces_places(void **state) {
  (void)state;
  write_bpe(lower_names, lower_merges);
  const Tokenizer *tokenizer = read_rows(TOKENIZER_BPE, LOWER_ROWS);
  TokenPieces pieces = split(tokenizer, STR("low lower 中"), 1024);
  int covered = 0;
  for (int i = 0; i < pieces.count; i++) {
    assert_int_equal(pieces.at[i].first_byte, covered);
    for (int byte = 0; byte < pieces.at[i].byte_count; byte++)
      assert_int_equal(token_pieces_find(&pieces, covered + byte), i);
    covered += pieces.at[i].byte_count;
  }
  assert_int_equal(covered, pieces.sentence.bytes);
  assert_int_equal(token_pieces_find(&pieces, covered + 5), pieces.count - 1);
}

static void what_does_not_fit_is_cut_and_counted(void **state) {
  (void)state;
  write_bpe(lower_names, lower_merges);
  TokenPieces pieces = split(read_rows(TOKENIZER_BPE, LOWER_ROWS), STR("low low low er"), 2);
  assert_int_equal(pieces.count, 2);
  assert_int_equal(pieces.cut_count, 3);
  write("vocab.txt", words_txt);
  pieces = split(read_rows(TOKENIZER_WORDPIECE, WORDS), STR("low un low un"), 4);
  static const int wanted[] = {CLS, BERT_LOW, UN, SEP};
  assert_int_equal(pieces.count, 4);
  assert_int_equal(pieces.cut_count, 2);
  for (int i = 0; i < 4; i++) assert_int_equal(pieces.at[i].id, wanted[i]);
  assert_int_equal(split(read_rows(TOKENIZER_WORDPIECE, WORDS), STR("low"), 1).count, 1);
  assert_int_equal(split(read_rows(TOKENIZER_WORDPIECE, WORDS), STR("low"), 0).count, 0);
}

static void a_damaged_vocabulary_is_said_and_never_read_beyond(void **state) {
  (void)state;
  write("vocab.json", "{\"l\": 0, \"o\": 1, \"lo\": 2}");
  write("merges.txt", "l o");
  const Tokenizer *tokenizer = read_rows(TOKENIZER_BPE, 3);
  assert_non_null(strstr(tokenizer_note(tokenizer), "254 of the 256 bytes"));
  TokenPieces pieces = split(tokenizer, STR("xlox lo"), 1024);
  assert_int_equal(pieces.lost_byte_count, 3);
  assert_int_equal(pieces.count, 2);
  assert_int_equal(pieces.at[0].first_byte, 0);
  assert_int_equal(pieces.at[0].byte_count, 4);
  assert_int_equal(split(tokenizer, STR("xyz"), 1024).count, 0);
}

/* ---- WordPiece ---- */

static void a_sentence_stands_between_CLS_and_SEP(void **state) {
  (void)state;
  write("vocab.txt", words_txt);
  write("tokenizer_config.json", "{\"do_lower_case\": true, \"model_max_length\": 1e30}");
  const Tokenizer *tokenizer = read_rows(TOKENIZER_WORDPIECE, WORDS);
  check_shown(tokenizer, STR("Unaffable LOW"), "[CLS]|un|##aff|##able|low|[SEP]");
  check_shown(tokenizer, STR("unaffablex,low"), "[CLS]|[UNK]|,|low|[SEP]");
  check_shown(tokenizer, STR(""), "[CLS]|[SEP]");
  check_shown(tokenizer, STR(" \n\u3000\u200B"), "[CLS]|[SEP]");
  check_shown(tokenizer, STR("low[MASK]low"), "[CLS]|low|[MASK]|low|[SEP]");
  assert_null(tokenizer_note(tokenizer));
  assert_int_equal(tokenizer_mask_id(tokenizer), MASK);
  assert_true(str_is(tokenizer_bytes(tokenizer, AFF), "aff"));
  assert_true(str_is(tokenizer_text(tokenizer, AFF), "##aff"));
}

/* Chinese GPT-2 models have BERT's words: what is to be continued has no end. */
static void a_sentence_to_be_continued_stays_open(void **state) {
  (void)state;
  write("vocab.txt", words_txt);
  write("tokenizer_config.json", "{\"do_lower_case\": true}");
  const Tokenizer *tokenizer = read_rows(TOKENIZER_BPE, WORDS);
  check_shown(tokenizer, STR("low low"), "[CLS]|low|low");
  assert_non_null(strstr(tokenizer_note(tokenizer), "Nothing is put behind the sentence"));
  check_shown(read_rows(TOKENIZER_WORDPIECE, WORDS), STR("low low"), "[CLS]|low|low|[SEP]");
}

static void a_typed_SEP_begins_the_second_segment(void **state) {
  (void)state;
  write("vocab.txt", words_txt);
  TokenPieces pieces = split(read_rows(TOKENIZER_WORDPIECE, WORDS), STR("low [SEP] un low"), 1024);
  static const int ids[] = {CLS, BERT_LOW, SEP, UN, BERT_LOW, SEP};
  static const int segments[] = {0, 0, 0, 1, 1, 1};
  assert_int_equal(pieces.count, 6);
  for (int i = 0; i < 6; i++) {
    assert_int_equal(pieces.at[i].id, ids[i]);
    assert_int_equal(pieces.at[i].segment, segments[i]);
  }
}

static void places_are_those_of_the_text_as_typed(void **state) {
  (void)state;
  write("vocab.txt", words_txt);
  TokenPieces pieces =
      split(read_rows(TOKENIZER_WORDPIECE, WORDS), STR("  Na\u00EF\u200Bve 中 한"), 1024);
  assert_int_equal(pieces.count, 6);
  assert_int_equal(pieces.at[1].id, NAIVE);
  assert_int_equal(pieces.at[1].first_byte, 2);
  assert_int_equal(pieces.at[1].byte_count, 9);
  assert_int_equal(pieces.at[2].first_byte, 12);
  assert_int_equal(pieces.at[2].byte_count, 3);
  for (int i = 3; i < 5; i++) { /* one Hangul syllable, two pieces of jamo */
    assert_int_equal(pieces.at[i].id, i == 3 ? HA : N);
    assert_int_equal(pieces.at[i].first_byte, 16);
    assert_int_equal(pieces.at[i].byte_count, 3);
    assert_int_equal(pieces.at[i].group, 0);
  }
  assert_int_equal(token_pieces_find(&pieces, 0), 1);
  assert_int_equal(token_pieces_find(&pieces, 11), 1);
  assert_int_equal(token_pieces_find(&pieces, 13), 2);
  assert_int_equal(token_pieces_find(&pieces, 18), 3);
  TokenPieces empty = split(read_rows(TOKENIZER_WORDPIECE, WORDS), STR(""), 1024);
  assert_int_equal(token_pieces_find(&empty, 0), -1);
}

static void capitals_not_spoken_of_are_noted(void **state) {
  (void)state;
  write("vocab.txt", words_txt);
  const Tokenizer *tokenizer = read_rows(TOKENIZER_WORDPIECE, WORDS);
  assert_non_null(strstr(tokenizer_note(tokenizer), "do_lower_case"));
  check_shown(tokenizer, STR("LOW"), "[CLS]|low|[SEP]");
  write("tokenizer_config.json", "{\"do_lower_case\": false}");
  tokenizer = read_rows(TOKENIZER_WORDPIECE, WORDS);
  assert_null(tokenizer_note(tokenizer));
  check_shown(tokenizer, STR("LOW low"), "[CLS]|[UNK]|low|[SEP]");
  write("tokenizer_config.json",
        "{\"do_lower_case\": true, \"tokenizer_class\": \"OddTokenizer\"}");
  assert_non_null(strstr(tokenizer_note(read_rows(TOKENIZER_WORDPIECE, WORDS)), "OddTokenizer"));
}

static void blank_lines_are_gaps_and_the_later_double_counts(void **state) {
  (void)state;
  write("vocab.txt", "[UNK]\r\n[CLS]\r\n[SEP]\r\n\r\nlow\r\nun \r\nlow");
  const Tokenizer *tokenizer = read_rows(TOKENIZER_WORDPIECE, 7);
  TokenPieces pieces = split(tokenizer, STR("low un"), 1024);
  assert_int_equal(pieces.at[1].id, 6);
  assert_int_equal(pieces.at[2].id, 5);
  assert_int_equal(tokenizer_id_count(tokenizer), 7);
  assert_true(str_is(tokenizer_token(tokenizer, 3), ""));
  assert_non_null(strstr(tokenizer_note(tokenizer), "lines 5 and 7"));
}

static void gaps_between_ids_take_no_memory(void **state) {
  (void)state;
  write_bpe(lower_names, lower_merges);
  write("added_tokens.json", "{\"<far>\": 4194303, \"<near>\": 300}");
  Arena *arena = arena_make(0);
  const Tokenizer *tokenizer;
  assert_true(tokenizer_read(arena, &(TokenizerOrder){folder.path, TOKENIZER_BPE, INT_MAX, NULL},
                             &tokenizer, NULL));
  assert_true(arena_held_bytes(arena) < (1 << 20));
  assert_int_equal(tokenizer_id_count(tokenizer), 4194304);
  assert_true(str_is(tokenizer_token(tokenizer, 4194303), "<far>"));
  assert_true(str_is(tokenizer_token(tokenizer, 300), "<near>"));
  assert_true(str_is(tokenizer_token(tokenizer, 299), ""));
  assert_true(str_is(tokenizer_token(tokenizer, 4194304), ""));
  check_shown(tokenizer, STR("low<far>"), "low|<far>");
  arena_free(arena);
}

static void tokens_with_a_role_may_have_other_names(void **state) {
  (void)state;
  write("vocab.txt", "<unk>\n<s>\n</s>\n<mask>\nlow\n<extra>\n");
  write("tokenizer_config.json",
        "{\"do_lower_case\": true, \"unk_token\": \"<unk>\", \"cls_token\": \"[CLS]\","
        " \"sep_token\": {\"content\": \"</s>\"}, \"pad_token\": null, \"added_tokens_decoder\":"
        " {\"5\": {\"content\": \"<extra>\", \"lstrip\": true, \"special\": false}}}");
  write("special_tokens_map.json",
        "{\"cls_token\": \"<s>\", \"mask_token\": {\"content\": \"<mask>\"}}");
  write("added_tokens.json", "{\"<more>\": 6}");
  const Tokenizer *tokenizer = read_rows(TOKENIZER_WORDPIECE, 7);
  check_shown(tokenizer, STR("low<mask> <extra><MORE>?"),
              "<s>|low|<mask>|<extra>|<more>|<unk>|</s>");
  assert_int_equal(tokenizer_mask_id(tokenizer), 3);
}

/* ---- what is wrong with files ---- */

static void check_refused(TokenizerKind kind, int rows, const char *part) {
  Status status = {0};
  const Tokenizer *tokenizer;
  if (tokenizer_read(folder.arena, &(TokenizerOrder){folder.path, kind, rows, NULL}, &tokenizer,
                     &status))
    fail_msg("read, though “%s”", part);
  check_sentence(&status, part);
  assert_null(tokenizer);
}

/* ---- stopped while it is read ---- */

typedef struct Asked {
  int count, most;
} Asked;

static bool stop_after(void *self) {
  Asked *asked = self;
  return ++asked->count > asked->most;
}

/* How often reading asks whether to go on; behind the first `most` times it is told to stop. */
static int asked_times(TokenizerKind kind, int most, bool done) {
  Asked asked = {.most = most};
  Progress progress = {.stopped = stop_after, .self = &asked};
  TokenizerOrder order = {folder.path, kind, 1 << 22, &progress};
  Arena *arena = arena_make(0);
  const Tokenizer *tokenizer;
  Status status = {STATUS_OK, ""};
  if (tokenizer_read(arena, &order, &tokenizer, &status) != done)
    fail_msg("done %d: %s", !done, status.sentence);
  assert_int_equal(status.kind, done ? STATUS_OK : STATUS_STOPPED);
  arena_free(arena);
  return asked.count;
}

/* Told to stop at any of these times it does, and asks no more. */
static void check_stops(TokenizerKind kind, int names) {
  enum { NAMES_UNASKED = 4096 };
  int asked = asked_times(kind, INT_MAX, true);
  if (asked < names / NAMES_UNASKED) fail_msg("asked %d times for %d names", asked, names);
  for (int most = 0; most < asked; most += 1 + asked / 4)
    assert_int_equal(asked_times(kind, most, false), most + 1);
}

/* Names are read, put into a table and made texts of; merges are read: all of it is work on each. */
static void reading_asks_every_few_thousand_lines_whether_to_go_on(void **state) {
  (void)state;
  enum { NAMES = 40000, LINES = 60000, ADDED = 20000 };
  StrBuf text = strbuf_make(folder.arena);
  for (int i = 0; i < NAMES; i++) strbuf_format(&text, "%d\n", i);
  strbuf_format(&text, "%s", words_txt);
  folder_write(&folder, "vocab.txt", strbuf_str(&text));
  check_stops(TOKENIZER_WORDPIECE, 4 * NAMES);

  folder_write(&folder, "vocab.txt", STR(""));
  write_bpe(lower_names, lower_merges);
  text = strbuf_make(folder.arena);
  strbuf_format(&text, "#version: 0.2\n");
  for (int i = 0; i < LINES; i++) strbuf_format(&text, "l o\n");
  folder_write(&folder, "merges.txt", strbuf_str(&text));
  check_stops(TOKENIZER_BPE, LINES);

  write_bpe(lower_names, lower_merges);
  text = strbuf_make(folder.arena);
  for (int i = 0; i < ADDED; i++)
    strbuf_format(&text, "%s\"<%d>\": %d", i == 0 ? "{" : ", ", i, 1000 + i);
  strbuf_format(&text, "}");
  folder_write(&folder, "added_tokens.json", strbuf_str(&text));
  check_stops(TOKENIZER_BPE, 2 * ADDED);
}

static void a_folder_without_tokenizer_is_no_error(void **state) {
  (void)state;
  const Tokenizer *tokenizer;
  assert_true(tokenizer_read(folder.arena, &(TokenizerOrder){folder.path, TOKENIZER_BPE, 10, NULL},
                             &tokenizer, NULL));
  assert_null(tokenizer);
  write("vocab.json", "{\"a\": 0}");
  check_refused(TOKENIZER_BPE, 10, "no merges.txt");
  write("vocab.txt", words_txt); /* as some GPT-2 models with characters have it */
  check_shown(read_rows(TOKENIZER_BPE, WORDS), STR("low"), "[CLS]|low");
}

static void wrong_merges_are_named_by_line(void **state) {
  (void)state;
  static const struct {
    const char *merges, *part;
  } cases[] = {
      {"#version: 0.2\nl o\nlo\n", "merges.txt:3: a merge is two tokens"},
      {"#version: 0.2\nl o\nlo w x\n", "merges.txt:3: "},
      {"l o\n lo w\n", "merges.txt:2: "},
      {"l o\nlo \n", "merges.txt:2: "},
      {"l o\n\nlo w\n", "merges.txt:2: "},
      {"l o\nlo x\n", "merges.txt:2: the vocabulary has no token “lox”"},
      {"l o\nlo 中\n", "merges.txt:2: the vocabulary has no token “中”"},
      {"l o\n#version: 0.2\n", "merges.txt:2: the vocabulary has no token “#version:”"},
      {"# #\n", "merges.txt:1: the vocabulary has no token “##”"},
      {"l o\n\x1B[31m \xFF\n", "merges.txt:2: the vocabulary has no token “\\x1B[31m”"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    write_bpe(lower_names, cases[i].merges);
    check_refused(TOKENIZER_BPE, LOWER_ROWS, cases[i].part);
  }
}

static void merges_are_read_as_people_have_them(void **state) {
  (void)state;
  static const char *const cases[] = {"l o\nlo w\n", "#version: 9\nl o\nlo w",
                                      "#version: 0.2\r\nl o\r\nlo w\r\n",
                                      "\xEF\xBB\xBF#version: 0.2\nl o\nlo w\n\n"};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    write_bpe(lower_names, cases[i]);
    check_shown(read_rows(TOKENIZER_BPE, LOWER_ROWS), STR("lower"), "low|e|r");
  }
  write_bpe((const char *const[]){"##", NULL}, "#version: 0.2\n# #\n");
  check_shown(read_rows(TOKENIZER_BPE, 258), STR("###"), "##|#");
  write_bpe(lower_names, "");
  check_shown(read_rows(TOKENIZER_BPE, LOWER_ROWS), STR("lo"), "l|o");
}

static void wrong_ids_are_named(void **state) {
  (void)state;
  static const struct {
    const char *vocab, *part;
  } cases[] = {
      {"{\"a\": -1}", "vocab.json: token “a” has the id -1"},
      {"{\"a\": 0, \"b\": 3}", "“b” has the id 3, but the model's table has 3 rows"},
      {"{\"a\": 0, \"b\": 0}", "the tokens “a” and “b” have the same id 0"},
      {"{\"a\": 1.5}", "the id of token “a” is not a whole number"},
      {"{\"a\": 1e0}", "the id of token “a” is not a whole number"},
      {"{\"a\": \"1\"}", "the id of token “a” is not a whole number"},
      {"{\"a\": 4294967296}", "“a” has the id 4294967296"},
      {"{\"a\": 99999999999999999999999}", "the id of token “a” is not a whole number"},
      {"{}", "vocab.json: the vocabulary is empty"},
      {"[]", "vocab.json must hold a JSON object"},
      {"{\"a\": 0", "vocab.json"},
      {"", "vocab.json"},
      {"{\"a\": 0, \"a\": 1}", "vocab.json"},
      {"{\"a\xFF\": 0}", "vocab.json"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    write("vocab.json", cases[i].vocab);
    write("merges.txt", "");
    check_refused(TOKENIZER_BPE, 3, cases[i].part);
  }
  write("vocab.json", "{\"a\": 0, \"b\": 2}");
  assert_int_equal(tokenizer_id_count(read_rows(TOKENIZER_BPE, 3)), 3);
  write("vocab.json", "{\"a\": 2000000000}");
  check_refused(TOKENIZER_BPE, INT_MAX, "ids up to 4194303 can be read");
}

static void wrong_word_lists_are_named_by_line(void **state) {
  (void)state;
  write("vocab.txt", "[UNK]\n[CLS]\n[SEP]\nlow\n");
  check_refused(TOKENIZER_WORDPIECE, 3, "token “low” has the id 3, but the model's table has 3");
  write("vocab.txt", "[UNK]\n[CLS]\nl\xFFow\n");
  check_refused(TOKENIZER_WORDPIECE, 9, "vocab.txt:3: bytes that are not UTF-8");
  write("vocab.txt", "[CLS]\n[SEP]\n");
  check_refused(TOKENIZER_WORDPIECE, 9, "no token “[UNK]”");
  write("vocab.txt", "[UNK]\n[SEP]\n");
  check_refused(TOKENIZER_WORDPIECE, 9, "no token “[CLS]”");
  write("vocab.txt", "\n\n");
  check_refused(TOKENIZER_WORDPIECE, 9, "the vocabulary is empty");
}

static void wrong_companions_are_named(void **state) {
  (void)state;
  static const struct {
    const char *file, *text, *part;
  } cases[] = {
      {"tokenizer_config.json", "{\"do_lower_case\": 1}", "do_lower_case must be true or false"},
      {"tokenizer_config.json", "{\"mask_token\": 7}", "mask_token must be a text"},
      {"tokenizer_config.json", "{\"mask_token\": {\"contents\": \"x\"}}", "mask_token must be"},
      {"tokenizer_config.json", "[]", "tokenizer_config.json must hold a JSON object"},
      {"tokenizer_config.json", "{\"added_tokens_decoder\": {\"x\": {\"content\": \"a\"}}}",
       "the added token “a” has the id -1"},
      {"tokenizer_config.json", "{\"added_tokens_decoder\": {\"1\": {\"content\": 5}}}",
       "the added token with id 1 has no text"},
      {"tokenizer_config.json", "{\"word_tokenizer_type\": \"mecab\"}",
       "word_tokenizer_type is \"mecab\", and only \"basic\" is supported"},
      {"tokenizer_config.json", "{\"subword_tokenizer_type\": \"character\"}",
       "subword_tokenizer_type is \"character\""},
      {"special_tokens_map.json", "{\"cls_token\": \"<s>\"}", "no token “<s>”"},
      {"added_tokens.json", "{\"a\": \"b\"}", "the id of token “a” is not a whole number"},
      {"added_tokens.json", "{\"a\": 99999999}", "the added token “a” has the id 99999999"},
      {"added_tokens.json", "{\"a\": 1}", "the tokens “[UNK]” and “a” have the same id 1"},
      {"added_tokens.json", "{\"\": 30}", "the added token with id 30 has 0 bytes"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    write("vocab.txt", words_txt);
    write(cases[i].file, cases[i].text);
    check_refused(TOKENIZER_WORDPIECE, 100, cases[i].part);
    os_remove_file(folder_file(&folder, cases[i].file));
  }
}

static void an_added_token_beyond_the_table_is_an_error_when_typed(void **state) {
  (void)state;
  Status status = {0};
  TokenPieces pieces;
  write_bpe(lower_names, lower_merges);
  write("added_tokens.json", "{\"<pad>\": 263}");
  const Tokenizer *tokenizer = read_rows(TOKENIZER_BPE, LOWER_ROWS);
  check_shown(tokenizer, STR("low"), "low");
  assert_false(tokenizer_split(tokenizer, folder.arena, &(SplitOrder){STR("low<pad>"), 1024, NULL},
                               &pieces, &status));
  check_sentence(&status, "the token “<pad>” has the id 263, but the model's table has 263 rows");
}

/* ---- tokenizer.json ---- */

static const char json_parts[] =
    "{\"version\": \"1.0\", %s \"added_tokens\": [{\"id\": 5, \"content\": \"<x>\"}],"
    " \"normalizer\": %s, \"pre_tokenizer\": %s, \"post_processor\": %s, \"model\": %s}";
static const char byte_level[] = "{\"type\": \"ByteLevel\", \"add_prefix_space\": false}";
static const char bert_cut[] = "{\"type\": \"BertPreTokenizer\"}";
static const char bpe_model[] =
    "{\"type\": \"BPE\", \"vocab\": {\"l\": 0, \"o\": 1, \"lo\": 2}, \"merges\": [\"l o\"]}";
static const char wordpiece_model[] =
    "{\"type\": \"WordPiece\", \"vocab\": {\"[UNK]\": 0, \"lo\": 1, \"##w\": 2}}";

static void write_json(const char *more, const char *normalizer, const char *pre_tokenizer,
                       const char *post_processor, const char *model) {
  write("tokenizer.json", str_format(folder.arena, json_parts, more, normalizer, pre_tokenizer,
                                     post_processor, model));
}

static void components_not_known_are_refused_by_name(void **state) {
  (void)state;
  static const struct {
    const char *normalizer, *pre_tokenizer, *post_processor, *model, *part;
  } cases[] = {
      {"null", "null", "null", "{\"type\": \"Unigram\"}", "component Unigram (model)"},
      {"null", "{\"type\": \"Metaspace\"}", "null", bpe_model, "Metaspace (pre_tokenizer)"},
      {"null", "null", "null", bpe_model, "null (pre_tokenizer)"},
      {"null", "{\"type\": \"Split\", \"behavior\": \"Isolated\", \"pattern\": 1}", "null",
       bpe_model, "Split needs a pattern"},
      {"null",
       "{\"type\": \"Split\", \"behavior\": \"Isolated\", \"pattern\": {\"Regex\": \"\\\\h\"}}",
       "null", bpe_model, "tokenizer.json: \\h in the pattern"},
      {"null", "{\"type\": \"Split\", \"pattern\": {\"String\": \" \"}}", "null", bpe_model,
       "behavior ? of pre_tokenizer Split"},
      {"null", "{\"type\": \"Digits\"}", "null", bpe_model, "BPE without ByteLevel"},
      {"{\"type\": \"Prepend\"}", byte_level, "null", bpe_model, "component Prepend (normalizer)"},
      {"{\"type\": \"Sequence\", \"normalizers\": [{\"type\": \"NFD\"}, {\"type\": \"Replace\"}]}",
       bert_cut, "null", wordpiece_model, "component Replace (normalizer)"},
      {"null", "{\"type\": \"Digits\"}", "null", wordpiece_model, "component Digits"},
      {"null", "{\"type\": \"Sequence\"}", "null", wordpiece_model, "component Sequence"},
      {"null", "{\"type\": \"Punctuation\", \"behavior\": \"Gone\"}", "null", wordpiece_model,
       "behavior Gone of pre_tokenizer Punctuation"},
      {"null",
       "{\"type\": \"Sequence\", \"pretokenizers\": [{\"type\": \"ByteLevel\"}, {\"type\": "
       "\"ByteLevel\"}]}",
       "null", bpe_model, "component ByteLevel"},
      {"null", byte_level, "null", wordpiece_model, "component ByteLevel (pre_tokenizer)"},
      {"null", byte_level, "{\"type\": \"OtherProcessing\"}", bpe_model, "OtherProcessing"},
      {"{\"kind\": 1}", byte_level, "null", bpe_model, "without a type (normalizer)"},
      {"null", byte_level, "null", "5", "without a type (model)"},
      {"null", byte_level, "null",
       "{\"type\": \"BPE\", \"vocab\": {\"l\": 0}, \"merges\": [], \"byte_fallback\": true}",
       "the setting byte_fallback of model BPE is not supported"},
      {"null", byte_level, "null",
       "{\"type\": \"BPE\", \"vocab\": {\"l\": 0}, \"merges\": [], \"end_of_word_suffix\": "
       "\"</w>\"}",
       "the setting end_of_word_suffix \"</w>\""},
      {"null", byte_level, "null",
       "{\"type\": \"BPE\", \"vocab\": {\"l\": 0}, \"merges\": [], \"dropout\": 0.1}",
       "the setting dropout 0.1"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    write_json("", cases[i].normalizer, cases[i].pre_tokenizer, cases[i].post_processor,
               cases[i].model);
    check_refused(TOKENIZER_BPE, 10, cases[i].part);
  }
}

static void wrong_parts_are_named(void **state) {
  (void)state;
  static const struct {
    const char *post_processor, *model, *part;
  } cases[] = {
      {"null", "{\"type\": \"BPE\", \"vocab\": [], \"merges\": []}", "model.vocab must be an"},
      {"null", "{\"type\": \"BPE\", \"vocab\": {\"l\": 0}}", "model.merges must be a list"},
      {"null", "{\"type\": \"BPE\", \"vocab\": {\"l\": 0}, \"merges\": [\"l\"]}", "merge 1: "},
      {"null", "{\"type\": \"BPE\", \"vocab\": {\"l\": 0}, \"merges\": [[\"l\"]]}", "merge 1: "},
      {"null", "{\"type\": \"BPE\", \"vocab\": {\"l\": 0}, \"merges\": [[\"l\", 5]]}", "merge 1: "},
      {"null", "{\"type\": \"BPE\", \"vocab\": {\"l\": 0}, \"merges\": [[\"l\", \"l\"]]}",
       "merge 1: the vocabulary has no token “ll”"},
      {"null", "{\"type\": \"BPE\", \"vocab\": {\"l\": 0}, \"merges\": [], \"unk_token\": \"u\"}",
       "no token “u”"},
      {"{\"type\": \"BertProcessing\", \"sep\": [\"l\", 10], \"cls\": [\"l\", 0]}", bpe_model,
       "post_processor names the id 10, but the model's table has 10 rows"},
      {"{\"type\": \"TemplateProcessing\"}", bpe_model, "post_processor.single is not a template"},
      {"{\"type\": \"TemplateProcessing\", \"single\": [{\"SpecialToken\": {\"id\": \"l\"}}]}",
       bpe_model, "post_processor.single is not a template"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    write_json("", "null", byte_level, cases[i].post_processor, cases[i].model);
    check_refused(TOKENIZER_BPE, 10, cases[i].part);
  }
  static const char *const segments[][2] = {
      {"{\"Sequence\": {\"id\": \"A\", \"type_id\": 1}}",
       "type_id of “A” in post_processor.single is 1"},
      {"{\"SpecialToken\": {\"id\": \"l\", \"type_id\": 2}}", "type_id of “l”"}};
  for (int i = 0; i < 2; i++) {
    write_json("", "null", byte_level,
               str_format(folder.arena,
                          "{\"type\": \"TemplateProcessing\", \"single\": [%s], "
                          "\"special_tokens\": {\"l\": {\"ids\": [0]}}}",
                          segments[i][0]),
               bpe_model);
    check_refused(TOKENIZER_BPE, 10, segments[i][1]);
  }
  write("tokenizer.json", "{\"version\": \"2.0\"}");
  check_refused(TOKENIZER_BPE, 10, "version must be \"1.0\"");
  write_json("", "null", bert_cut, "null", "{\"type\": \"WordPiece\", \"vocab\": {\"lo\": 1}}");
  check_refused(TOKENIZER_WORDPIECE, 10, "no token “[UNK]”");
}

static void a_pipeline_is_read_from_one_file(void **state) {
  (void)state;
  write_json(
      "\"truncation\": {\"max_length\": 1}, \"padding\": {}, \"decoder\": {\"type\": \"Odd\"},",
      "null", byte_level,
      "{\"type\": \"BertProcessing\", \"sep\": [\"o\", 1], \"cls\": "
      "[\"l\", 0]}",
      bpe_model);
  assert_string_equal(tokenizer_files(read_rows(TOKENIZER_BPE, 10)), "tokenizer.json");
  check_shown(read_rows(TOKENIZER_BPE, 10), STR("lolo<x>o"), "l|lo|lo|<x>|o|o");
  write_json("", "null", byte_level, "null",
             "{\"vocab\": {\"l\": 0, \"o\": 1, \"lo\": 2}, \"merges\": [[\"l\", \"o\"]]}");
  check_shown(read_rows(TOKENIZER_BPE, 10), STR("lo"), "lo");
  write_json("", "null", bert_cut, "null", wordpiece_model);
  check_shown(read_rows(TOKENIZER_WORDPIECE, 10), STR("low <x> loww"), "lo|##w|<x>|lo|##w|##w");
}

/* A Sequence is its parts one after the other, and BERT's two parts may be put together of smaller
** ones. */
static void pipelines_may_be_put_together(void **state) {
  (void)state;
  static const char words[] =
      "{\"type\": \"WordPiece\", \"vocab\": {\"[UNK]\": 0, \"lo\": 1, \"##w\": 2, \"1\": 3, "
      "\".\": 4, \"..\": 10, \"€€\": 6, \"##1\": 7, \"##.\": 8, \"##€\": 9}}";
  static const struct {
    const char *normalizer, *pre_tokenizer, *wanted; /* of "Lów11..€€" */
  } cases[] = {
      {"{\"type\": \"Sequence\", \"normalizers\": [{\"type\": \"NFD\"}, {\"type\": "
       "\"Lowercase\"}, {\"type\": \"StripAccents\"}]}",
       "{\"type\": \"Whitespace\"}", "lo|##w|##1|##1|..|##€|##€"},
      {"{\"type\": \"BertNormalizer\"}", "{\"type\": \"WhitespaceSplit\"}",
       "lo|##w|##1|##1|##.|##.|##€|##€"},
      {"{\"type\": \"Sequence\", \"normalizers\": [{\"type\": \"BertNormalizer\"}]}",
       "{\"type\": \"Sequence\", \"pretokenizers\": [{\"type\": \"WhitespaceSplit\"}, {\"type\": "
       "\"Punctuation\", \"behavior\": \"Isolated\"}, {\"type\": \"Digits\"}]}",
       "lo|##w|1|##1|.|.|€€"},
      {"{\"type\": \"BertNormalizer\"}",
       "{\"type\": \"Sequence\", \"pretokenizers\": [{\"type\": \"Digits\", "
       "\"individual_digits\": true}, {\"type\": \"BertPreTokenizer\"}]}",
       "lo|##w|1|1|.|.|€€"},
      {"{\"type\": \"Lowercase\"}", "{\"type\": \"BertPreTokenizer\"}", "[UNK]|.|.|€€"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    write_json("", cases[i].normalizer, cases[i].pre_tokenizer, "null", words);
    check_shown(read_rows(TOKENIZER_WORDPIECE, 11), STR("Lów11..€€"), cases[i].wanted);
  }
  write_json("", "{\"type\": \"Sequence\", \"normalizers\": []}",
             "{\"type\": \"Sequence\", \"pretokenizers\": [{\"type\": \"ByteLevel\", "
             "\"add_prefix_space\": false}]}",
             "{\"type\": \"Sequence\", \"processors\": [{\"type\": \"ByteLevel\"}, {\"type\": "
             "\"RobertaProcessing\", \"sep\": [\"o\", 1], \"cls\": [\"l\", 0]}]}",
             bpe_model);
  check_shown(read_rows(TOKENIZER_BPE, 10), STR("lolo"), "l|lo|lo|o");
}

/* A byte-level BPE that takes a piece whole where it is a token, so that the pieces show. */
static void write_pieces(const char *normalizer, const char *pre_tokenizer, const char *pieces) {
  StrBuf vocab = strbuf_make(folder.arena);
  for (int byte = 0; byte < 256; byte++) {
    char name[BYTE_ALPHABET_BYTES];
    Str letter = {name, byte_alphabet_write((Str){(char[]){(char)byte}, 1}, name)};
    strbuf_add(&vocab, byte ? STR(", ") : STR(""));
    strbuf_add_json(&vocab, letter);
    strbuf_format(&vocab, ": %d", byte);
  }
  write("tokenizer.json",
        str_format(folder.arena,
                   "{\"version\": \"1.0\", \"normalizer\": %s, \"pre_tokenizer\": %s, \"model\": "
                   "{\"type\": \"BPE\", \"ignore_merges\": true, \"vocab\": {%s, %s}, "
                   "\"merges\": []}}",
                   normalizer, pre_tokenizer, vocab.at, pieces));
}

static void bytes_may_be_cut_by_patterns_before(void **state) {
  (void)state;
  write_pieces(
      "{\"type\": \"NFC\"}",
      "{\"type\": \"Sequence\", \"pretokenizers\": [{\"type\": \"Split\", \"pattern\": "
      "{\"Regex\": \"\\\\p{N}{1,3}| ?\\\\p{L}+\"}, \"behavior\": \"Isolated\", \"invert\": "
      "false}, {\"type\": \"ByteLevel\", \"add_prefix_space\": false, \"use_regex\": false}]}",
      "\"123\": 300, \"45\": 301, \"Ġab\": 302, \"12345\": 303, \"cÃ©\": 304");
  check_shown(read_rows(TOKENIZER_BPE, 400), STR("12345 ab"), "123|45|␣ab");
  TokenPieces pieces = split(read_rows(TOKENIZER_BPE, 400), STR("ce\u0301 ab"), 100);
  assert_int_equal(pieces.count, 2); /* composed, and covering the mark too */
  assert_int_equal(pieces.at[0].id, 304);
  assert_int_equal(pieces.at[0].byte_count, 4);
  assert_int_equal(pieces.at[1].first_byte, 4);
  write_pieces("null",
               "{\"type\": \"Sequence\", \"pretokenizers\": [{\"type\": \"Digits\", "
               "\"individual_digits\": true}, {\"type\": \"ByteLevel\"}]}",
               "\"Ġab\": 300, \"Ġ1\": 301, \"Ġ2\": 302, \"ab\": 303, \"12\": 304");
  /* Each piece gets a space of its own: the byte level comes after the cut. */
  check_shown(read_rows(TOKENIZER_BPE, 400), STR("ab12"), "␣ab|␣1|␣2");
  pieces = split(read_rows(TOKENIZER_BPE, 400), STR("ab12"), 100);
  assert_int_equal(pieces.at[2].first_byte, 3);
  assert_int_equal(pieces.at[2].byte_count, 1);
  write_pieces(
      "{\"type\": \"Lowercase\"}",
      "{\"type\": \"Sequence\", \"pretokenizers\": [{\"type\": \"Split\", \"pattern\": "
      "{\"String\": \"-\"}, \"behavior\": \"MergedWithNext\", \"invert\": false}, {\"type\": "
      "\"Punctuation\", \"behavior\": \"Contiguous\"}, {\"type\": \"ByteLevel\", "
      "\"add_prefix_space\": false, \"use_regex\": false}]}",
      "\"--\": 302, \"bc\": 303, \"..\": 304");
  check_shown(read_rows(TOKENIZER_BPE, 400), STR("BC--bc.."), "bc|-|-|bc|..");
}

static void words_may_be_cut_by_patterns_too(void **state) {
  (void)state;
  write_json(
      "",
      "{\"type\": \"Sequence\", \"normalizers\": [{\"type\": \"NFKC\"}, {\"type\": "
      "\"Lowercase\"}]}",
      "{\"type\": \"Sequence\", \"pretokenizers\": [{\"type\": \"WhitespaceSplit\"}, {\"type\": "
      "\"Split\", \"pattern\": {\"String\": \"w\"}, \"behavior\": \"Removed\"}]}",
      "null", wordpiece_model);
  check_shown(read_rows(TOKENIZER_WORDPIECE, 10), STR("LOw\uFF2CO low"), "lo|lo|lo");
}

/* tokenizer.json counts, and what stands against it is said. */
static void settings_beside_a_pipeline_are_heard(void **state) {
  (void)state;
  write_json("", "{\"type\": \"BertNormalizer\", \"lowercase\": false}", bert_cut, "null",
             wordpiece_model);
  write("tokenizer_config.json",
        "{\"do_lower_case\": true, \"tokenize_chinese_chars\": true, \"added_tokens_decoder\": "
        "{\"6\": {\"content\": \"<later>\", \"special\": true}, \"0\": {\"content\": \"[UNK]\"}}}");
  const Tokenizer *tokenizer = read_rows(TOKENIZER_WORDPIECE, 10);
  check_shown(tokenizer, STR("lo<later>LO"), "lo|<later>|[UNK]");
  const char *note = tokenizer_note(tokenizer);
  assert_non_null(note);
  assert_non_null(
      strstr(note, "says do_lower_case true, tokenizer.json false; tokenizer.json counts"));
  assert_null(strstr(note, "chinese"));
}

/* ---- sentences nobody means to type ---- */

static void bytes_that_are_not_UTF_8_are_replaced_and_counted(void **state) {
  (void)state;
  const Str bad[] = {STR("\xFF"),     STR("\xC0\xAF"), STR("\xED\xA0\x80"),
                     STR("\xE4\xB8"), STR("a\0b"),     STR("\xF5\x80\x80\x80")};
  static const int counts[] = {1, 2, 3, 2, 1, 4};
  write_bpe(lower_names, lower_merges);
  write("vocab.txt", words_txt);
  for (int kind = 0; kind < 2; kind++) {
    const Tokenizer *tokenizer = read_rows((TokenizerKind)kind, LOWER_ROWS);
    for (int i = 0; i < 6; i++)
      assert_int_equal(split(tokenizer, bad[i], 1024).bad_byte_count, counts[i]);
    static const char *const odd[] = {"\uFEFFlow", "\u0301", "שלום",  "👩\u200d👧",
                                      "\u202Elow", "\r\n",   "\u180E"};
    for (int i = 0; i < 7; i++) {
      TokenPieces pieces = split(tokenizer, str_from(odd[i]), 1024);
      int last = 0;
      for (int j = 0; j < pieces.count; j++) {
        const TokenPiece *piece = &pieces.at[j];
        assert_true(piece->first_byte >= last && piece->shown.bytes > 0);
        assert_true((size_t)(piece->first_byte + piece->byte_count) <= pieces.sentence.bytes);
        last = piece->first_byte;
      }
    }
  }
}

static void ten_megabytes_in_one_line_are_read(void **state) {
  (void)state;
  enum { BYTES = 10 << 20 };
  static const char *const fills[] = {"a", "low e\xCC\x81"};
  char *text = arena_take(folder.arena, BYTES, 1);
  write_bpe(lower_names, lower_merges);
  write("vocab.txt", words_txt);
  for (int kind = 0; kind < 2; kind++) {
    const Tokenizer *tokenizer = read_rows((TokenizerKind)kind, LOWER_ROWS);
    for (int i = 0; i < 2; i++) {
      size_t period = strlen(fills[i]), bytes = BYTES - BYTES % period;
      Arena *arena = arena_make(0);
      TokenPieces pieces;
      for (size_t at = 0; at < bytes; at++) text[at] = fills[i][at % period];
      assert_true(tokenizer_split(tokenizer, arena, &(SplitOrder){{text, bytes}, 1024, NULL},
                                  &pieces, NULL));
      assert_int_equal(pieces.count, kind == 1 && i == 0 ? 3 : 1024);
      arena_free(arena);
    }
  }
}

static void memory_may_run_out_at_any_place(void **state) {
  (void)state;
  write_bpe(lower_names, lower_merges);
  write("added_tokens.json", "{\"<pad>\": 263}");
  for (int kind = 0; kind < 2; kind++) {
    bool done = false;
    if (kind == 1) write("vocab.txt", words_txt);
    for (long nth = 1; !done; nth++) {
      Arena *arena = arena_make(64);
      const Tokenizer *tokenizer;
      TokenPieces pieces;
      Status status = {0};
      arena_fail_at(nth);
      done = tokenizer_read(arena, &(TokenizerOrder){folder.path, (TokenizerKind)kind, 400, NULL},
                            &tokenizer, &status) &&
             tokenizer_split(tokenizer, arena, &(SplitOrder){STR("low Unaffable 中"), 64, NULL},
                             &pieces, &status);
      arena_fail_at(0);
      assert_true(done || status.kind == STATUS_COULD_NOT);
      arena_free(arena);
    }
  }
}

int main(void) {
#define TOKENIZER_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TOKENIZER_TEST(the_worked_example_of_merging),
      TOKENIZER_TEST(a_special_token_is_one_as_it_is_typed),
      TOKENIZER_TEST(bytes_of_one_character_are_a_group),
      TOKENIZER_TEST(places_find_pieces_and_pieces_places),
      TOKENIZER_TEST(what_does_not_fit_is_cut_and_counted),
      TOKENIZER_TEST(a_damaged_vocabulary_is_said_and_never_read_beyond),
      TOKENIZER_TEST(a_sentence_stands_between_CLS_and_SEP),
      TOKENIZER_TEST(a_sentence_to_be_continued_stays_open),
      TOKENIZER_TEST(a_typed_SEP_begins_the_second_segment),
      TOKENIZER_TEST(places_are_those_of_the_text_as_typed),
      TOKENIZER_TEST(capitals_not_spoken_of_are_noted),
      TOKENIZER_TEST(blank_lines_are_gaps_and_the_later_double_counts),
      TOKENIZER_TEST(gaps_between_ids_take_no_memory),
      TOKENIZER_TEST(tokens_with_a_role_may_have_other_names),
      TOKENIZER_TEST(reading_asks_every_few_thousand_lines_whether_to_go_on),
      TOKENIZER_TEST(a_folder_without_tokenizer_is_no_error),
      TOKENIZER_TEST(wrong_merges_are_named_by_line),
      TOKENIZER_TEST(merges_are_read_as_people_have_them),
      TOKENIZER_TEST(wrong_ids_are_named),
      TOKENIZER_TEST(wrong_word_lists_are_named_by_line),
      TOKENIZER_TEST(wrong_companions_are_named),
      TOKENIZER_TEST(an_added_token_beyond_the_table_is_an_error_when_typed),
      TOKENIZER_TEST(components_not_known_are_refused_by_name),
      TOKENIZER_TEST(wrong_parts_are_named),
      TOKENIZER_TEST(a_pipeline_is_read_from_one_file),
      TOKENIZER_TEST(pipelines_may_be_put_together),
      TOKENIZER_TEST(bytes_may_be_cut_by_patterns_before),
      TOKENIZER_TEST(words_may_be_cut_by_patterns_too),
      TOKENIZER_TEST(settings_beside_a_pipeline_are_heard),
      TOKENIZER_TEST(bytes_that_are_not_UTF_8_are_replaced_and_counted),
      TOKENIZER_TEST(ten_megabytes_in_one_line_are_read),
      TOKENIZER_TEST(memory_may_run_out_at_any_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
