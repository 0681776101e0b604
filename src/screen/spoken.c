/* screen/spoken.c -- symbols as words, and what is said of the chosen cell. */
#include "screen/spoken.h"

#include <string.h>

#include "base/i18n.h"
#include "scene/stages/stage_view.h"
#include "scene/theme.h"
#include "screen/screen.h"

/* A symbol and how it is said: a word, a pause, or "", not at all. The first that fits is taken. */
static const struct {
  const char *symbol, *word; /* word is marked for translation */
} symbols[] = {{" · ", ","},
               {"·", N_("at place")},
               {"−", N_("minus")},
               {"∞", N_("infinity")},
               {"+", N_("plus")},
               {"×", N_("times")},
               {"÷", N_("divided by")},
               {"=", N_("equals")},
               {"√", N_("the square root of")},
               {"Σ", N_("the sum of")},
               {"ℓ", N_("the running sum")},
               {"→", N_("becomes")},
               {"φ", N_("phi")},
               {"ω", N_("omega")},
               {"τ", N_("tau")},
               {"θ", N_("theta")},
               {"σ", N_("sigma")},
               {"°", N_("degrees")},
               {"′", N_("prime")},
               {"ᵀ", N_("transposed")},
               {"%", N_("percent")},
               {"“", ""},
               {"”", ""},
               {"(", ","},
               {")", ""},
               {"_", ""},
               {"…", ","},
               {"\n", "."}};

/* Raised digits follow "to the power of"; lowered ones are said as a number. */
static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
static const char *const lowered[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};

static bool begins(Str line, size_t at, const char *with) {
  size_t bytes = strlen(with);
  return bytes <= line.bytes - at && memcmp(line.at + at, with, bytes) == 0;
}

static int digit_at(Str line, size_t at, const char *const digits[10]) {
  for (int digit = 0; digit < 10; digit++)
    if (begins(line, at, digits[digit])) return digit;
  return -1;
}

/* A space is added only when something is said behind it. */
typedef struct Spoken {
  StrBuf words;
  bool is_apart; /* a space is due */
} Spoken;

static bool is_mark(char c) { return c != 0 && strchr(",.;:?!", c); }

static void add(Spoken *spoken, Str text) {
  bool follows = spoken->words.bytes > 0 && text.bytes > 0 && !is_mark(text.at[0]);
  if (spoken->is_apart && follows) strbuf_add_char(&spoken->words, ' ');
  if (text.bytes > 0) spoken->is_apart = false;
  strbuf_add(&spoken->words, text);
}

static void add_word(Spoken *spoken, const char *word) {
  bool is_said = word[0] && !is_mark(word[0]);
  spoken->is_apart |= is_said;
  add(spoken, str_from(is_said ? _(word) : word));
  spoken->is_apart = true;
}

static void add_digit(Spoken *spoken, int digit) {
  char text[2] = {(char)('0' + digit), 0};
  add(spoken, str_from(text));
}

/* "⁻⁷", "¹²": returns how many bytes were read. */
static size_t add_power(Spoken *spoken, Str line, size_t at) {
  size_t from = at;
  int digit;
  add_word(spoken, N_("to the power of"));
  if (begins(line, at, "⁻")) {
    add_word(spoken, N_("minus"));
    at += strlen("⁻");
  }
  for (; (digit = digit_at(line, at, raised)) >= 0; at += strlen(raised[digit]))
    add_digit(spoken, digit);
  return at - from;
}

/* "₁₂" */
static size_t add_index(Spoken *spoken, Str line, size_t at) {
  size_t from = at;
  int digit;
  spoken->is_apart = true;
  for (; (digit = digit_at(line, at, lowered)) >= 0; at += strlen(lowered[digit]))
    add_digit(spoken, digit);
  return at - from;
}

/* 0: no symbol stands there. */
static size_t add_symbol(Spoken *spoken, Str line, size_t at) {
  if (begins(line, at, "⁻") || digit_at(line, at, raised) >= 0) return add_power(spoken, line, at);
  if (digit_at(line, at, lowered) >= 0) return add_index(spoken, line, at);
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    if (!begins(line, at, symbols[i].symbol)) continue;
    add_word(spoken, symbols[i].word);
    return strlen(symbols[i].symbol);
  }
  return 0;
}

Str spoken_words(Arena *arena, Str line) {
  Spoken spoken = {strbuf_make(arena), false};
  for (size_t at = 0, read; at < line.bytes; at += read) {
    read = add_symbol(&spoken, line, at);
    if (read > 0) continue;
    read = 1;
    bool is_space = line.at[at] == ' ' || line.at[at] == '\t';
    if (is_space) spoken.is_apart = true;
    else add(&spoken, (Str){line.at + at, 1});
  }
  return spoken.words.failed ? (Str){"", 0} : strbuf_str(&spoken.words);
}

/* Without a chosen cell: where one is, and what is done there. */
static Str place_words(const Scene *scene) {
  Captions captions = captions_of(scene);
  StrBuf words = strbuf_make(scene->pen.list->arena);
  Str line = captions_focus_line(scene);
  if (line.bytes > 0) return line;
  Str way = captions_way(scene);
  i18n_add_phrase(&words, "%s", way.bytes > 0 ? way.at : captions.title);
  i18n_add_sentence(&words, scene->coming ? scene->coming->headline : captions.headline);
  i18n_add_sentence(&words, _("No cell is chosen."));
  return strbuf_str(&words);
}

static Str reason_words(const Scene *scene) {
  Panel panel = panel_begin(scene, 400);
  CellWords said = cell_words_of(&panel);
  StrBuf words = strbuf_make(scene->pen.list->arena);
  if (said.what.bytes == 0) return place_words(scene);
  i18n_add_sentence(&words, said.what.at);
  i18n_add_sentence(&words, said.why.at);
  return strbuf_str(&words);
}

/* The scene is made without being drawn, as for the line that is copied. */
Str screen_spoken(const Session *session, const TextMetrics *metrics, SayWhat what, Arena *arena) {
  const View *view = session_view(session);
  DrawList list = draw_list_make(arena, 0, 0);
  Pen pen = {&list, metrics, theme_get(view->theme), 1, 0, FACE_REGULAR, 0};
  View left;
  Scene now = scene_make(session_trace(session), view, pen, false);
  Scene scene = scene_of_former(&now, &left); /* as the panel: no number before its step */
  Str line = what == SAY_WHY ? reason_words(&scene) : place_words(&scene);
  return list.failed ? (Str){"", 0} : spoken_words(arena, line);
}
