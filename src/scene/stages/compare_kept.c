/* scene/stages/compare_kept.c -- the words and lines of a run beside a kept one. */
#include "scene/stages/compare_kept.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "scene/stages/compare.h"
#include "scene/token_shown.h"
#include "scene/what_if_words.h"
#include "trace/trace_mistake.h"

enum { NAMED_MOST = 3 };

/* -- which runs -------------------------------------------------------------------------------- */

static TokenList tokens_of(const Trace *trace) {
  return (TokenList){trace, trace_token, trace_token_count(trace)};
}

static bool is_without_partner(Match line, bool is_kept) {
  return is_kept ? line.a < 0 : line.b < 0;
}

static const TraceToken *token_of(const Scene *scene, Match line, bool is_kept) {
  return is_kept ? trace_token(scene->kept, line.b) : trace_token(scene->trace, line.a);
}

/* The words that a run has alone, in its order: “tired”, “too” and 2 more; "" without any. */
static const char *words_alone(const Scene *scene, const Matching *lines, bool is_kept) {
  Arena *arena = scene->pen.list->arena;
  StrBuf words = strbuf_make(arena);
  int count = 0;
  for (int i = 0; i < lines->count; i++) {
    if (!is_without_partner(lines->at[i], is_kept) || count++ >= NAMED_MOST) continue;
    Str token = i18n_isolated(arena, token_shown(token_of(scene, lines->at[i], is_kept)));
    i18n_add_phrase(&words, _("“%.*s”"), (int)token.bytes, token.at);
  }
  if (count > NAMED_MOST)
    i18n_add_phrase(&words, P_("%d more", "%d more", count - NAMED_MOST), count - NAMED_MOST);
  return words.at && !words.failed ? words.at : "";
}

/* Numbers that were set, and what was taken away: each, or counted. */
static void add_changes(StrBuf *words, const Trace *trace) {
  const WhatIfs *ifs = trace_what_ifs(trace);
  int count = ifs ? ifs->count : 0;
  for (int i = 0; i < count && count <= NAMED_MOST; i++) {
    const char *label = what_if_label(words->arena, trace, &ifs->of[i]);
    i18n_add_phrase(words, "%s", label ? label : "");
  }
  if (count > NAMED_MOST) i18n_add_phrase(words, P_("%d change", "%d changes", count), count);
}

/* A quiz keeps its mistake to itself. */
static const char *laid_over_of(const Scene *scene, bool is_kept) {
  Scene of_run = *scene;
  if (is_kept) of_run.trace = scene->kept;
  StrBuf words = strbuf_make(scene->pen.list->arena);
  if (mistake_quiz_asks(trace_quiz(of_run.trace))) i18n_add_phrase(&words, "%s", _("a quiz"));
  else i18n_add_phrase(&words, "%s", compare_laid_over(&of_run));
  add_changes(&words, of_run.trace);
  if (trace_second_sentence(of_run.trace).at) i18n_add_phrase(&words, "%s", _("a second sentence"));
  if (trace_in_order(of_run.trace)) i18n_add_phrase(&words, "%s", _("tokens shuffled"));
  return words.at && words.bytes > 0 && !words.failed ? words.at : _("nothing laid over");
}

const char *compare_kept_laid_over(const Scene *scene) { return laid_over_of(scene, true); }

/* "" where it is told by nothing that a title could name. */
static const char *name_of(const Scene *scene, bool is_kept) {
  Arena *arena = scene->pen.list->arena;
  Str now = trace_model_name(scene->trace), kept = trace_model_name(scene->kept);
  Matching lines;
  if (!str_equal(now, kept)) return str_copy(arena, is_kept ? kept : now);
  if (!matching_of_tokens(arena, tokens_of(scene->trace), tokens_of(scene->kept), &lines))
    return "";
  const char *alone = words_alone(scene, &lines, is_kept);
  if (alone[0]) return alone;
  const char *laid = laid_over_of(scene, is_kept), *other = laid_over_of(scene, !is_kept);
  return str_is(str_from(laid), other) ? "" : laid;
}

const char *compare_kept_title(const Scene *scene, bool is_kept) {
  Arena *arena = scene->pen.list->arena;
  assert(scene->kept);
  const char *name = name_of(scene, is_kept);
  if (!name || !name[0]) return is_kept ? _("kept run") : C_("a run", "now");
  return is_kept ? str_format(arena, _("kept · %s"), name) : str_format(arena, _("now · %s"), name);
}

/* -- lines ------------------------------------------------------------------------------------- */

static bool lacks(Match line, KeptSide side) {
  bool of_now = line.a < 0, of_kept = line.b < 0;
  return side == KEPT_SIDE_NOW ? of_now : side == KEPT_SIDE_KEPT ? of_kept : of_now || of_kept;
}

const MatrixLines *compare_kept_lines(const Scene *scene, KeptSide side) {
  const TwoRuns *beside = scene->beside;
  Arena *arena = scene->pen.list->arena;
  int rows = beside->rows.count, cols = beside->cols.count;
  MatrixLines *lines = arena_take(arena, 1, sizeof *lines);
  const TraceToken **row_tokens = arena_take(arena, (size_t)rows, sizeof *row_tokens);
  const TraceToken **col_tokens = arena_take(arena, (size_t)cols, sizeof *col_tokens);
  bool *no_row = arena_take(arena, (size_t)rows, sizeof *no_row);
  bool *no_col = arena_take(arena, (size_t)cols, sizeof *no_col);
  if (!lines || !row_tokens || !col_tokens || !no_row || !no_col) return NULL;
  for (int row = 0; row < rows; row++) {
    row_tokens[row] = beside_row_token(beside, row);
    no_row[row] = lacks(beside->rows.at[row], side);
  }
  for (int col = 0; col < cols; col++) {
    if (beside_names_cols(beside)) col_tokens[col] = beside_col_token(beside, col);
    no_col[col] = lacks(beside->cols.at[col], side);
  }
  *lines = (MatrixLines){.row_tokens = row_tokens,
                         .col_tokens = beside_names_cols(beside) ? col_tokens : NULL,
                         .no_row = no_row,
                         .no_col = no_col,
                         .ending = compare_kept_ending(scene)};
  return lines;
}

/* Which of Q, K and V a matrix is, −1: the stage has no such choice. */
static int projection_of(const Scene *scene) {
  const StageInfo *info = stage_info(scene->view->stage);
  for (int i = 0; info->has_projections && i < info->part_count; i++)
    if (info->parts[i] == scene->beside->part) return i;
  return -1;
}

static bool is_focused(const Scene *scene) {
  int term, projection = projection_of(scene);
  return projection < 0 || projection == (int)view_projection(scene->view, &term);
}

Scene compare_kept_focused(const Scene *scene) {
  Scene of_part = *scene;
  while (of_part.beside && of_part.beside->next && !is_focused(&of_part))
    of_part.beside = of_part.beside->next;
  return of_part;
}

const char *compare_kept_ending(const Scene *scene) {
  int projection = projection_of(scene);
  if (stage_info(scene->view->stage)->by_key) return NULL;
  if (projection < 0) return "beside";
  return str_format(scene->pen.list->arena, "beside %s",
                    view_projection_name((ProjectionId)projection));
}

/* The word of that rank at a token of the run on show, −1: none. */
static int word_at(const Scene *scene, int token, int rank) {
  TraceCandidate words[TRACE_CANDIDATES_SHOWN];
  if (token < 0 || rank < 0) return -1;
  int count = trace_candidates(scene->trace, token, words, TRACE_CANDIDATES_SHOWN);
  return rank < count ? words[rank].word : -1;
}

void compare_kept_find(const Scene *scene, int *row, int *col) {
  const TwoRuns *beside = scene->beside;
  if (beside->words) *col = word_at(scene, *row, *col);
  *row = matching_line_of_a(&beside->rows, *row);
  *col = matching_line_of_a(&beside->cols, *col);
}

bool compare_kept_has(const Scene *scene, int row, int col) {
  return scene->beside->rows.at[row].b >= 0 && scene->beside->cols.at[col].b >= 0;
}

Scene compare_kept_scene(const Scene *scene, View *view) {
  Scene in_lines = *scene;
  int row, col;
  stage_focus(scene, &row, &col);
  if (!compare_kept_ending(scene)) row = -1;
  if (!is_focused(scene)) col = -1; /* of the others the row */
  compare_kept_find(scene, &row, &col);
  *view = *scene->view;
  view->query = row;
  view->key = row >= 0 ? col : -1;
  view->hover_query = view->hover_key = -1;
  view->filled = scene_is_covered(scene) ? 0 : -1;
  view->threshold = 0;
  in_lines.view = view;
  return in_lines;
}

/* -- what is said ------------------------------------------------------------------------------ */

/* Of one matrix alone, or of one of several, which is named. */
static const char *no_difference(const Scene *scene, const TwoRuns *beside, bool is_one) {
  Arena *arena = scene->pen.list->arena;
  const char *name = stage_part_title(beside->part);
  bool has_numbers = beside->errors.row >= 0;
  if (is_one)
    return has_numbers ? _("No number differs where both runs have one.")
                       : _("No cell has a number in both runs.");
  return str_format(arena,
                    has_numbers ? _("%s: no number differs.")
                                : _("%s: no cell has a number in both runs."),
                    name);
}

/* Where a matrix of vectors is largest apart, and the mean. */
static const char *size_by_column(const Scene *scene, const TwoRuns *beside, bool is_one) {
  const BesideErrors *errors = &beside->errors;
  Arena *arena = scene->pen.list->arena;
  Number largest = number_full(errors->largest), mean = number_full(errors->mean);
  Str row = beside_row_token(beside, errors->row)->label;
  if (is_one)
    return str_format(arena, _("Largest difference %s, token %.*s, column %d; in the mean %s."),
                      largest.at, (int)row.bytes, row.at, errors->col + 1, mean.at);
  return str_format(arena, _("%s: largest difference %s, token %.*s, column %d; in the mean %s."),
                    stage_part_title(beside->part), largest.at, (int)row.bytes, row.at,
                    errors->col + 1, mean.at);
}

/* The same of keys or words. */
static const char *size_by_name(const Scene *scene, const TwoRuns *beside) {
  const BesideErrors *errors = &beside->errors;
  Number largest = number_full(errors->largest), mean = number_full(errors->mean);
  Str row = beside_row_token(beside, errors->row)->label;
  Str col = beside_col_token(beside, errors->col)->label;
  return str_format(scene->pen.list->arena,
                    beside->words ? _("Largest difference %s, token %.*s, word %.*s; in the mean "
                                      "%s.")
                                  : _("Largest difference %s, query %.*s, key %.*s; in the mean "
                                      "%s."),
                    largest.at, (int)row.bytes, row.at, (int)col.bytes, col.at, mean.at);
}

static void add_size_of(const Scene *scene, const TwoRuns *beside, StrBuf *words) {
  bool is_one = beside == scene->beside && !beside->next;
  const char *said = !(beside->errors.largest > 0) ? no_difference(scene, beside, is_one)
                     : beside_names_cols(beside)   ? size_by_name(scene, beside)
                                                   : size_by_column(scene, beside, is_one);
  i18n_add_sentence(words, said);
}

static void add_size(const Scene *scene, StrBuf *words) {
  for (const TwoRuns *beside = scene->beside; beside; beside = beside->next)
    add_size_of(scene, beside, words);
}

static void add_divergence(const Scene *scene, StrBuf *words) {
  const BesideErrors *errors = &scene->beside->errors;
  Arena *arena = scene->pen.list->arena;
  int infinite = errors->infinite_rows;
  if (!scene->beside->has_weights) return;
  Number mean = number_full(errors->divergence_mean);
  if (errors->divergence_rows > 0)
    i18n_add_sentence(words, str_format(arena,
                                        _("KL divergence of matched rows of weights from the kept "
                                          "ones, over the keys of both: %s bits in the mean."),
                                        mean.at));
  if (infinite > 0)
    i18n_add_sentence(
        words,
        str_format(
            arena,
            P_("It is infinite in %d row, left out, with a weight on a key that has none in "
               "the kept run.",
               "It is infinite in %d rows, left out, with a weight on a key that has none in "
               "the kept run.",
               infinite),
            infinite));
}

static void add_partners(const Scene *scene, StrBuf *words) {
  Arena *arena = scene->pen.list->arena;
  const Matching *lines = &scene->beside->rows;
  const char *now = words_alone(scene, lines, false), *kept = words_alone(scene, lines, true);
  if (now[0] && kept[0])
    i18n_add_sentence(
        words, str_format(arena, _("Without a partner: now %s, in the kept run %s."), now, kept));
  else if (now[0])
    i18n_add_sentence(words, str_format(arena, _("Without a partner in the kept run: %s."), now));
  else if (kept[0])
    i18n_add_sentence(words, str_format(arena, _("Of the kept run alone: %s."), kept));
  if (now[0] || kept[0])
    i18n_add_sentence(words, _("Matched by token: a longest common subsequence."));
}

const char *compare_kept_answer(const Scene *scene, bool is_sentence) {
  Arena *arena = scene->pen.list->arena;
  TraceCandidate now, kept;
  if (!scene->kept) return "";
  int at = trace_asked_token(scene->trace), at_kept = trace_asked_token(scene->kept);
  if (at < 0 || at_kept < 0 || trace_candidates(scene->trace, at, &now, 1) < 1 ||
      trace_candidates(scene->kept, at_kept, &kept, 1) < 1)
    return "";
  Str word = i18n_isolated(arena, trace_word(scene->trace, now.word));
  Str before = i18n_isolated(arena, trace_word(scene->kept, kept.word));
  Str token = trace_token(scene->trace, at)->label;
  Number share = number_percent(now.probability), of_kept = number_percent(kept.probability);
  return str_format(arena,
                    is_sentence
                        ? _("Predicted at “%.*s”: now “%.*s” %s, in the kept run “%.*s” %s.")
                        : _("predicted at “%.*s”: now “%.*s” %s, in the kept run “%.*s” %s"),
                    (int)token.bytes, token.at, (int)word.bytes, word.at, share.at,
                    (int)before.bytes, before.at, of_kept.at);
}

const char *compare_kept_words(const Scene *scene) {
  StrBuf words = strbuf_make(scene->pen.list->arena);
  const char *answer = compare_kept_answer(scene, true);
  bool is_brief = scene_is_presented(scene); /* read from afar */
  if (is_brief && answer && answer[0]) return answer;
  add_size(scene, &words);
  if (!is_brief) add_divergence(scene, &words);
  if (answer && answer[0]) i18n_add_sentence(&words, answer);
  if (!is_brief) add_partners(scene, &words);
  return words.at && !words.failed ? words.at : "";
}

const char *compare_kept_note(const Scene *scene) {
  const View *view = scene->view;
  Arena *arena = scene->pen.list->arena;
  BesideStage at = {view->stage, view->layer, view->head};
  if (!scene->kept || view->compare != COMPARE_KEPT || scene->beside) return "";
  const char *answer = compare_kept_answer(scene, true);
  if (view->kind != VIEW_STAGE) return answer;
  switch (beside_stage_problem(scene->trace, scene->kept, at)) {
  case BESIDE_NO_LAYER:
    return str_format(arena, _("The kept run has no layer %d."), view->layer + 1);
  case BESIDE_NO_HEAD:
    return str_format(arena, _("The kept run has no head %d in this layer."), view->head + 1);
  case BESIDE_NO_TOKENS:
    return _("One of the two runs has no sentence.");
  case BESIDE_NO_PART:
    return _("Only one of the two runs has this stage.");
  case BESIDE_NO_NUMBERS:
    if (answer && answer[0]) return answer;
    return _("The stages with numbers stand beside each other.");
  default:
    return "";
  }
}
