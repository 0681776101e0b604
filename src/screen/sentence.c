/* screen/sentence.c -- the fields of the sentences. */
#include "screen/sentence.h"

#include "base/i18n.h"
#include "scene/sentence_heat.h"
#include "scene/token_shown.h"
#include "scene/unknown_words.h"
#include "scene/view_kinds.h"
#include "scene/views/cache.h"

/* token_shown makes spaces and control characters of a token visible. */
static const UiToken *tokens_of(const Trace *trace, bool of_keys, Arena *arena) {
  int count = of_keys ? trace_key_count(trace) : trace_token_count(trace);
  UiToken *tokens = arena_take(arena, (size_t)count, sizeof *tokens);
  for (int i = 0; tokens && i < count; i++) {
    const TraceToken *token = of_keys ? trace_key(trace, i) : trace_token(trace, i);
    tokens[i] = (UiToken){.text = token_shown(token),
                          .first_byte = token->first_byte,
                          .bytes = token->bytes,
                          .is_unknown = token->read_as.bytes > 0,
                          .origin = of_keys ? NULL : unknown_words_tip(arena, trace, i)};
  }
  return tokens;
}

/* Marks query and key of the selected pair. At stages that are not by pair the column is no token,
** and a view beside the sentence is about none. */
static void tint_focus(const Trace *trace, const View *view, UiSentence *sentence) {
  int query, key;
  view_focus(view, &query, &key);
  if (view_is_apart(view->kind)) query = key = -1;
  if (view->kind == VIEW_CACHE) cache_pair_on_show(trace, view, &query, &key);
  bool by_pair = stage_info(view->stage)->by_pair || view->kind == VIEW_OVERVIEW ||
                 view_is_of_layers(view->kind) || view->kind == VIEW_CACHE;
  sentence->are_keys = by_pair;
  sentence->query_token = query < sentence->token_count ? query : -1;
  sentence->key_token = by_pair && key < sentence->token_count ? key : -1;
}

/* Gives the tokens the colours of the selected row, and the words that explain them. */
void sentence_tint(const Scene *scene, UiSentence *sentence) {
  SentenceHeat row = sentence_heat_of(scene);
  Arena *arena = scene->pen.list->arena;
  if (!row.on || !sentence->is_asked || view_is_apart(scene->view->kind)) return;
  UiToken *tokens = arena_take(arena, (size_t)sentence->token_count, sizeof *tokens);
  for (int i = 0; tokens && i < sentence->token_count; i++) {
    tokens[i] = sentence->tokens[i];
    tokens[i].tint = sentence_heat_color(scene, &row, i);
    tokens[i].sentence_heat_words = sentence_heat_words(scene, &row, i);
  }
  if (tokens) sentence->tokens = tokens;
}

/* Of an encoder and a decoder each field has the tokens of its own sentence, whatever half is on
** show: there they ask, are asked, or neither. */
static void tell_half(const Session *session, UiSentence *sentence) {
  TraceHalf half = trace_half(session_trace(session));
  if (half == HALF_NONE) return;
  sentence->asks = (half != HALF_SOURCE) == sentence->is_second;
  sentence->is_asked = (half != HALF_TARGET) != sentence->is_second;
  tint_focus(session_trace(session), session_view(session), sentence);
  if (!sentence->asks) sentence->query_token = -1;
  if (!sentence->is_asked) sentence->key_token = -1;
  sentence->are_keys = sentence->are_keys && sentence->is_asked;
}

UiSentence sentence_asking(const Session *session, const Screen *screen, Arena *arena) {
  const Trace *trace = trace_of_half(session_trace(session), HALF_SOURCE);
  const Edit *edit = session_edit(session);
  WordCount words = unknown_words_count(trace);
  UiSentence sentence = {
      .text = session_sentence(session),
      .pending = session_is_pending(session) &&
                 !str_equal(session_sentence(session), trace_typed_sentence(trace)),
      .tokens = tokens_of(trace, false, arena),
      .cut_count = trace_cut_count(trace),
      .bad_byte_count = trace_bad_byte_count(trace),
      .is_broken = trace_broken_count(trace) > 0,
      .is_foreign = unknown_words_are_foreign(words),
      .word_count = words.words,
      .known_count = words.words - words.unknown,
      .asks = true,
      .is_asked = true,
      .editing = edit->active && edit->stream == 0,
      .caret_visible = screen->caret_visible,
      .caret = edit->caret,
      .anchor = edit->anchor,
      .composition = str_from(edit->composition),
      .composition_caret = edit->composition_caret,
  };
  if (sentence.caret > sentence.text.bytes) sentence.caret = sentence.text.bytes;
  if (sentence.anchor > sentence.text.bytes) sentence.anchor = sentence.text.bytes;
  sentence.token_count = sentence.tokens ? trace_token_count(trace) : 0;
  tint_focus(session_trace(session), session_view(session), &sentence);
  if (trace_is_cross(trace)) { /* the keys belong to another sentence */
    sentence.key_token = -1;
    sentence.are_keys = sentence.is_asked = false;
  }
  tell_half(session, &sentence);
  return sentence;
}

/* What the button of the second field does. */
static const char *close_tip_of(const Session *session, const Trace *trace) {
  if (!trace_said(trace).at) return _("Without a second sentence: the tokens ask each other");
  return session_typed_second(session).at ? _("The model says it by itself again") : NULL;
}

/* The second sentence, whose tokens are the keys, or what a decoder says. NULL: there is none, or
** its trace is still being made. */
UiSentence *sentence_second(const Session *session, const Screen *screen, Arena *arena) {
  const Trace *trace = session_trace(session);
  Str text = session_second_sentence(session);
  bool is_said = trace_said(trace).at != NULL;
  bool is_there = text.at && (is_said || trace_is_cross(trace)) && !trace_is_recorded(trace);
  UiSentence *second = is_there ? arena_take(arena, 1, sizeof *second) : NULL;
  if (!second) return NULL;
  *second = sentence_asking(session, screen, arena);
  second->text = text;
  Str made = is_said ? trace_said(trace) : trace_second_sentence(trace);
  const Trace *words = is_said ? trace_of_half(trace, HALF_TARGET) : trace;
  second->pending = session_is_pending(session) && !str_equal(text, made);
  second->tokens = tokens_of(words, !is_said, arena);
  second->token_count = !second->tokens ? 0
                        : is_said       ? trace_token_count(words)
                                        : trace_key_count(trace);
  second->cut_count = second->bad_byte_count = 0;
  second->is_second = second->is_asked = true;
  second->asks = false;
  second->close_tip = close_tip_of(session, trace);
  second->is_foreign = second->is_broken = false;
  second->editing = session_edit(session)->active && session_edit(session)->stream == 1;
  second->caret = session_edit(session)->caret, second->anchor = session_edit(session)->anchor;
  if (second->caret > text.bytes) second->caret = text.bytes;
  if (second->anchor > text.bytes) second->anchor = text.bytes;
  tint_focus(session_trace(session), session_view(session), second);
  second->query_token = -1;
  tell_half(session, second);
  return second;
}
