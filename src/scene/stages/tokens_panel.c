/* scene/stages/tokens_panel.c -- the inspector of the tokens stage: one token, its positions, bytes
** and code points. Before the model there is only text. */
#include "scene/stages/tokens.h"

#include <assert.h>
#include <stdio.h>

#include "base/i18n.h"
#include "scene/unknown_words.h"
#include "text/character.h"
#include "text/utf8.h"

enum { CHARACTERS_MOST = 48, PLACES_SHOWN = 6 };

/* The character of that index and its bytes; 0 bytes past the end. */
static Str character_at(Str text, int index) {
  assert(index >= 0);
  int bytes = 0;
  size_t at = 0;
  for (int i = 0; at < text.bytes; i++, at += (size_t)bytes) {
    utf8_get(text, at, &bytes);
    if (i == index) return (Str){text.at + at, (size_t)bytes};
  }
  return (Str){text.at, 0};
}

/* At most 48, more than any panel has rows. */
static int character_count(Str text) {
  int count = 0;
  while (count < CHARACTERS_MOST && character_at(text, count).bytes > 0) count++;
  return count;
}

/* As typed: the label would show a space as a symbol. */
static Str token_text(const Panel *panel) {
  return trace_token(panel->scene->trace, panel->query)->text;
}

/* A combining mark is shown on a dotted circle, an invisible character as a dash. */
static Str shown_character(const Panel *panel, int item) {
  Str character = character_at(token_text(panel), item);
  uint32_t code = utf8_get(character, 0, NULL);
  if (utf8_is_invisible(code)) return STR("–");
  if (!character_is_mark(code)) return character;
  return panel_words(panel, "◌%.*s", (int)character.bytes, character.at);
}

/* Its code point, and the bytes that encode it. */
static Number character_number(const Panel *panel, int item, int column) {
  assert(item >= 0 && column >= 0 && column < 2);
  Str character = character_at(token_text(panel), item);
  Number number = {""};
  uint32_t code = 0;
  if (column == 0) {
    bool is_valid = str_decode(character, 0, &code) > 0;
    snprintf(number.at, NUMBER_BYTES, "U+%04X", is_valid ? (unsigned)code : 0xFFFDu);
    return number;
  }
  for (size_t i = 0; i < character.bytes; i++)
    snprintf(number.at + i * 3, NUMBER_BYTES - i * 3, "%02X ", (unsigned char)character.at[i]);
  if (character.bytes > 0) number.at[character.bytes * 3 - 1] = 0;
  return number;
}

/* One row per code point, since that is what UTF-8 encodes. */
static void add_characters(Panel *panel) {
  PanelTable table = {.label_head = _("character"),
                      .label = shown_character,
                      .number_heads = {_("code point"), _("bytes in UTF-8")},
                      .number_count = 2,
                      .number = character_number,
                      .item_count = character_count(token_text(panel)),
                      .focus = -1};
  panel_add_table(panel, &table);
}

/* "1, 5"; empty unless every occurrence has the same spelling. */
static Str places_words(const Panel *panel, const TraceToken *token) {
  const Trace *trace = panel->scene->trace;
  StrBuf words = strbuf_make(panel_arena(panel));
  int found = 0;
  for (int i = 0; i < trace_token_count(trace); i++) {
    if (!str_equal(trace_token(trace, i)->text, token->text)) continue;
    if (++found <= PLACES_SHOWN) strbuf_format(&words, "%s%d", found > 1 ? ", " : "", i + 1);
  }
  if (found > PLACES_SHOWN) strbuf_add(&words, STR(", …"));
  return found == token->occurrences ? strbuf_str(&words) : (Str){"", 0};
}

/* A token that occurs once gets no list of positions. */
static void add_occurrences(Panel *panel, const TraceToken *token) {
  Str places = places_words(panel, token);
  int count = token->occurrences;
  Str words = count == 1 ? str_from(_("once"))
                         : panel_words(panel, P_("%d time", "%d times", count), count);
  panel_add_fact(panel, str_from(_("how often it occurs")), words, RANK_BODY);
  if (token->occurrences > 1 && places.bytes)
    panel_add_fact(panel, str_from(_("at the places")), places, RANK_BODY);
}

/* What a tokenizer stores for it: the id, its bytes, and whether it is part of a character. */
static void add_id(Panel *panel, const TraceToken *token) {
  enum { BYTES_SHOWN = 8 };
  if (token->id < 0) return;
  panel_add_fact(panel, str_from(_("id in the model's table")), panel_words(panel, "%d", token->id),
                 RANK_RESULT);
  if (token->raw.bytes == 0) return;
  StrBuf bytes = strbuf_make(panel_arena(panel));
  for (size_t i = 0; i < token->raw.bytes && i < BYTES_SHOWN; i++)
    strbuf_format(&bytes, i > 0 ? " %02X" : "%02X", (unsigned)(unsigned char)token->raw.at[i]);
  if (token->raw.bytes > BYTES_SHOWN) strbuf_add(&bytes, STR(" …"));
  panel_add_fact(panel, str_from(_("its own bytes")), strbuf_str(&bytes), RANK_BODY);
  if (token->special)
    panel_add_note(panel, str_from(_("A mark of the tokenizer, not a word.")), RANK_BODY);
  if (token->group >= 0)
    panel_add_note(panel,
                   str_from(_("A part of one character: its bytes are spread over several "
                              "tokens.")),
                   RANK_BODY);
}

/* -- in words ---------------------------------------------------------------------------------- */

static Str why(const Panel *panel, const TraceToken *token) {
  if (token->special)
    return panel_words(panel, _("The tokenizer put it there: it is a mark, not a word."));
  if (token->read_as.bytes > 0)
    return panel_words(
        panel, _("The model has no row for this word in its table, and reads “%.*s” instead."),
        (int)token->read_as.bytes, token->read_as.at);
  if (token->group >= 0)
    return panel_words(panel,
                       _("It is a part of one character, whose bytes the tokenizer has no single "
                         "piece for."));
  if (token->occurrences > 1)
    return panel_words(panel,
                       P_("The sentence has it %d time, and every time it is a token by itself.",
                          "The sentence has it %d times, and every time it is a token by itself.",
                          token->occurrences),
                       token->occurrences);
  return panel_words(panel, token->id >= 0
                                ? _("The sentence was cut into pieces that the model has in its "
                                    "table, and this is one of them.")
                                : _("The sentence was cut into words and marks, and this is one of "
                                    "them."));
}

CellWords tokens_cell_words(const Panel *panel) {
  const Trace *trace = panel->scene->trace;
  const TraceToken *token = trace_token(trace, panel->query);
  int count = trace_token_count(trace);
  Str what =
      token->id >= 0
          ? panel_words(panel,
                        _("“%s” is token %d of %d; its id, %d, names its row in the table of "
                          "the model."),
                        cell_query(panel), panel->query + 1, count, token->id)
          : panel_words(panel, _("“%s” is token %d of %d."), cell_query(panel), panel->query + 1,
                        count);
  return (CellWords){what, why(panel, token)};
}

/* -- the panel --------------------------------------------------------------------------------- */

void tokens_inspect(Panel *panel) {
  assert(panel->query >= 0 && panel->query < trace_token_count(panel->scene->trace));
  const Trace *trace = panel->scene->trace;
  const TraceToken *token = trace_token(trace, panel->query);
  panel_add_title(panel,
                  (PanelTitle){.kicker = _("One token"),
                               .subject = token->raw.bytes > 0 ? panel_label(panel, panel->query)
                                                               : panel_text(panel, panel->query),
                               .subject_color = panel->pen->theme->ink});
  panel_add_cell_words(panel);
  panel_add_fact(panel, str_from(_("place in the sentence")),
                 panel_count(panel, _("%d of %d"), panel->query + 1, trace_token_count(trace)),
                 RANK_RESULT);
  add_occurrences(panel, token);
  panel_add_fact(
      panel, str_from(_("bytes of the sentence")),
      panel_words(panel, "%d … %d", token->first_byte + 1, token->first_byte + token->bytes),
      RANK_DETAIL);
  add_id(panel, token);
  const char *how = unknown_words_sentence(panel_arena(panel), trace, panel->query);
  if (how) panel_add_note(panel, str_from(how), RANK_BODY);
  if (token->group < 0) add_characters(panel);
  panel_add_note(panel,
                 panel_words(panel,
                             P_("Next: a row of %d number stands for it.",
                                "Next: a row of %d numbers stands for it.", trace_d_model(trace)),
                             trace_d_model(trace)),
                 RANK_NEXT);
  panel_add_words(panel);
}

/* -- nothing is chosen ------------------------------------------------------------------------- */

/* The first that is no mark of the tokenizer and no part of a character. */
static int example_of(const Scene *scene) {
  int count = trace_token_count(scene->trace);
  for (int i = 0; i < count; i++) {
    const TraceToken *token = trace_token(scene->trace, i);
    if (!token->special && token->group < 0) return scene_has_reached(scene, i, 0) ? i : -1;
  }
  return -1;
}

void tokens_legend(Panel *panel) {
  int example = example_of(panel->scene);
  if (example < 0) return;
  panel_select_row(panel, example);
  const TraceToken *token = trace_token(panel->scene->trace, example);
  Str label = panel_text(panel, example);
  TextStyle bold = {FACE_SEMIBOLD, 13, panel->pen->theme->ink, ALIGN_START};
  panel_add_text(panel, bold,
                 panel_words(panel, _("What “%.*s” is made of"), (int)label.bytes, label.at),
                 RANK_STEPS);
  add_id(panel, token);
  add_characters(panel);
}
