/* session/commands/quiz.c -- quiz: one of the mistakes is made, and a person finds out which.
**
** What a quiz lays over the model is one step of undo, and so is every answer. A state has the seed
** of a quiz, the answers given, and not the mistake but those it was chosen among, as a number that
** tells a reader nothing: what they were chosen by may have changed since.
*/
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "session/commands/quiz.h"
#include "session/session_internal.h"
#include "trace/trace_mistake.h"
#include "trace/workings/moved.h"

enum { SEED_MOST = 1000000000, FIRST_SEEDS = 997 };
/* What scores are divided by where softmax is to overflow, and what overflows. */
static const int LARGE_SCORES = 1; /* hundredths */
static const float OVERFLOWS = 92;

/* ---- which mistakes show ---- */

static bool mask_hides_some(const Trace *trace, int layer) {
  MaskView mask = trace_meant_mask(trace, layer, 0);
  for (int row = 0; mask.hidden && row < mask.rows; row++)
    for (int col = 0; col < mask.cols; col++)
      if (mask_hides(mask, row, col)) return true;
  return false;
}

/* The scores. */
static TracePart first_pair_part(const Trace *trace) {
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(trace, parts);
  assert(count > 0);
  (void)count;
  return parts[0];
}

static float largest_score(const Trace *trace, int layer, int head) {
  MatView scores = trace_matrix(trace, first_pair_part(trace), layer, head);
  float largest = 0;
  for (int row = 0; row < scores.rows; row++)
    for (int col = 0; col < scores.cols; col++) largest = fmaxf(largest, mat_get(scores, row, col));
  return largest;
}

/* As bits: those whose numbers differ from the right ones in the head on show. */
static unsigned mistakes_that_show(const Session *session, bool has_mask) {
  const Trace *trace = session->trace;
  int layer = session->view.layer, heads = trace_head_count(trace, layer);
  double divisor = trace_own_divisor(trace, layer);
  double of_model = sqrt((double)trace_d_head(trace) * heads);
  bool is_divided = divisor > 1.5;
  unsigned can = 1u << MISTAKE_SOFTMAX_OVER_QUERIES | 1u << MISTAKE_VALUES_FIRST;
  if (is_divided) can |= 1u << MISTAKE_NO_SCALE;
  if (is_divided && heads > 1 && fabs(of_model - divisor) > 0.5)
    can |= 1u << MISTAKE_DIVIDE_BY_D_MODEL;
  if (has_mask) can |= 1u << MISTAKE_MASK_AFTER_SOFTMAX | 1u << MISTAKE_MASK_WITH_ZERO;
  if (largest_score(trace, layer, session->view.head) * 100 / (float)LARGE_SCORES > OVERFLOWS)
    can |= 1u << MISTAKE_NO_MAX;
  if (heads > 1) can |= 1u << MISTAKE_HEADS_IN_WRONG_ORDER;
  return can;
}

/* ---- beginning and ending ---- */

static void set_own(AttentionKind *kind, KindSetting setting) {
  kind->of[setting] = KIND_OWN;
  memset(kind->numbers[setting], 0, sizeof kind->numbers[setting]);
}

/* What a quiz made is taken away. */
static void end_quiz(Inputs *next) {
  if (!next->quiz.is_on) return;
  set_own(&next->kind, KIND_MISTAKE);
  if (next->quiz.made_scale) set_own(&next->kind, KIND_SCALE);
  if (next->quiz.made_mask) next->mask = (MaskSpec){.model_own = true};
  next->quiz = (MistakeQuiz){.is_on = false};
}

/* The settings that would hide what breaks, or that mistakes are refused with. */
static void clear_bends(AttentionKind *kind) {
  static const KindSetting cleared[] = {KIND_SCALE,       KIND_SOFTMAX,  KIND_MISTAKE,
                                        KIND_APPROXIMATE, KIND_SCHEDULE, KIND_DROPOUT};
  for (size_t i = 0; i < sizeof cleared / sizeof *cleared; i++) set_own(kind, cleared[i]);
}

/* What two of the mistakes are made with, where nothing is hidden, and one. */
static void make_mask(Inputs *next) {
  next->mask = (MaskSpec){.parts = mask_only(MASK_CAUSAL, 0)};
  next->quiz.made_mask = true;
}

static void make_scale(Inputs *next) {
  next->kind.of[KIND_SCALE] = SCALE_DIVISOR;
  next->kind.numbers[KIND_SCALE][0] = LARGE_SCORES;
  next->quiz.made_scale = true;
}

static bool check_trace(const CommandContext *context) {
  const Session *session = context->session;
  if (session->trace && session_is_recording(session) && !session->pending.is_on)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("a quiz makes a mistake in what a model computes, and the numbers of a "
                         "recording are its own; open a model for that"));
  return true;
}

static bool check_sentence(const CommandContext *context) {
  return trace_token_count(context->session->trace) > 1 ||
         status_fail(context->status, STATUS_COULD_NOT,
                     _("a quiz needs a sentence of two tokens or more: type one first"));
}

/* A mask is laid over where none hides anything. */
static bool begin(const CommandContext *context, int seed) {
  Session *session = context->session;
  if (!check_trace(context) || !check_sentence(context)) return false;
  Inputs next = *session_now(session);
  end_quiz(&next);
  clear_bends(&next.kind);
  bool made_before = session_now(session)->quiz.is_on && session_now(session)->quiz.made_mask;
  bool has_mask = !made_before && mask_hides_some(session->trace, session->view.layer);
  next.quiz = (MistakeQuiz){.is_on = true, .seed = seed};
  if (!has_mask && !next.streams[1].at) {
    make_mask(&next);
    has_mask = true;
  }
  MistakeKind chosen = mistake_quiz_choose(&next.quiz, mistakes_that_show(session, has_mask));
  assert(chosen != MISTAKE_NONE);
  next.kind.of[KIND_MISTAKE] = (int)chosen;
  if (chosen == MISTAKE_NO_MAX) make_scale(&next);
  return undo_change(session, &next, CHANGE_ALONE, context->status);
}

/* Another one than before; at first one that depends on what was done until now. */
static int next_seed(const Session *session) {
  int before = session_now(session)->quiz.seed;
  if (before > 0) return before % SEED_MOST + 1;
  return (int)(session->revision % FIRST_SEEDS) + 1;
}

/* The scores, from which every mistake can be found by steps. */
static bool begin_and_show(const CommandContext *context) {
  Session *session = context->session;
  View *view = &session->view;
  if (!begin(context, next_seed(session))) return false;
  view->compare = COMPARE_OFF;
  view->menu = MENU_NONE;
  bool is_seen = view->kind == VIEW_STAGE && stage_info(view->stage)->by_pair;
  if (!is_seen) steps_go(session, stage_of_part(first_pair_part(session->trace)));
  session_tell(session, _("One mistake is made in this attention. Ctrl-W opens the answers."));
  return true;
}

static bool read_seed(const CommandContext *context, int *seed) {
  long read;
  if (!str_to_long(command_text(context, 2), &read) || read < 1 || read > SEED_MOST)
    return status_fail(context->status, STATUS_USAGE,
                       _("quiz takes a seed from 1 to %d, not “%.*s”"), SEED_MOST,
                       (int)str_head(command_text(context, 2), LINE_SHOWN_BYTES).bytes,
                       command_text(context, 2).at);
  *seed = (int)read;
  return true;
}

static bool begin_by_seed(const CommandContext *context) {
  int seed;
  return read_seed(context, &seed) && begin(context, seed);
}

/* "quiz seed 4 of 12 mask scale", of a state: the quiz as it was, over what the lines before
** say. */
static bool begin_again(const CommandContext *context) {
  int seed;
  long can;
  if (!read_seed(context, &seed) || !check_trace(context)) return false;
  if (!str_to_long(command_text(context, 4), &can) || can < 2 || can >= 1 << MISTAKE_COUNT)
    return command_wrong(context);
  Inputs next = *session_now(context->session);
  end_quiz(&next);
  next.quiz = (MistakeQuiz){.is_on = true, .seed = seed};
  for (int i = 5; i < context->words->count; i++) {
    bool is_mask = command_is(context, i, "mask"), is_scale = command_is(context, i, "scale");
    if (!is_mask && !is_scale) return command_wrong(context);
    if (is_mask) make_mask(&next);
    if (is_scale) make_scale(&next);
  }
  next.kind.of[KIND_MISTAKE] = (int)mistake_quiz_choose(&next.quiz, (unsigned)can);
  return undo_change(context->session, &next, CHANGE_ALONE, context->status);
}

/* ---- answers ---- */

static bool check_asked(const CommandContext *context) {
  return mistake_quiz_asks(&session_now(context->session)->quiz) || context->session->dry ||
         status_fail(context->status, STATUS_COULD_NOT,
                     _("no quiz asks anything now; the command quiz begins one"));
}

/* Behind NaN right and wrong are the same, so the layer in which it begins is shown. */
static bool go_to_broken_layer(const CommandContext *context) {
  Session *session = context->session;
  BrokenPlace place;
  if (session->dry || session->pending.is_on || trace_broken_count(session->trace) == 0)
    return true;
  if (!broken_first(session->trace, &place) || place.layer >= session->view.layer) return true;
  const char *line = str_format(session->scratch, "layer %d", place.layer + 1);
  return line && session_do(session, line, context->status);
}

/* Right stands beside wrong from now on, where it can. */
static bool show_answer(const CommandContext *context, Inputs *next) {
  Session *session = context->session;
  next->quiz.is_answered = true;
  if (!undo_change(session, next, CHANGE_ALONE, context->status)) return false;
  if (!go_to_broken_layer(context)) return false;
  View *view = &session->view;
  bool is_beside = view->kind == VIEW_STAGE && (stage_info(view->stage)->by_pair ||
                                                trace_stage_result(view->stage) == TRACE_OUTPUT);
  if (!is_beside) steps_go(session, stage_of_part(TRACE_WEIGHTS));
  session->view.compare = COMPARE_EXACT;
  if (session->view.menu == MENU_QUIZ) session->view.menu = MENU_NONE;
  return true;
}

static const char *offered_names(const Session *session, Arena *arena) {
  StrBuf names = strbuf_make(arena);
  for (int i = 1; i < MISTAKE_COUNT; i++)
    if (session_now(session)->quiz.offered >> i & 1u)
      strbuf_format(&names, "%s%s", names.bytes > 0 ? ", " : "", mistake_name((MistakeKind)i));
  return names.failed || !names.at ? "" : names.at;
}

static bool answer(const CommandContext *context) {
  Session *session = context->session;
  Inputs next = *session_now(session);
  AttentionKind given = {0};
  if (!kind_set(&given, KIND_MISTAKE, command_text(context, 2), context->status) ||
      !check_asked(context))
    return false;
  if (session->dry) return true;
  unsigned bit = 1u << mistake_of(&given);
  if (!(next.quiz.offered & bit))
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("“%s” is none of the answers to choose from: %s"),
                       mistake_name(mistake_of(&given)), offered_names(session, session->scratch));
  next.quiz.tried |= bit;
  if (mistake_of(&given) == mistake_of(&next.kind)) return show_answer(context, &next);
  return undo_change(session, &next, CHANGE_ALONE, context->status);
}

static bool tell(const CommandContext *context) {
  Inputs next = *session_now(context->session);
  if (!check_asked(context)) return false;
  return context->session->dry || show_answer(context, &next);
}

static bool end(const CommandContext *context) {
  Session *session = context->session;
  Inputs next = *session_now(session);
  end_quiz(&next);
  if (!undo_change(session, &next, CHANGE_ALONE, context->status)) return false;
  if (session->view.compare == COMPARE_EXACT) session->view.compare = COMPARE_OFF;
  if (session->view.menu == MENU_QUIZ) session->view.menu = MENU_NONE;
  return true;
}

/* While one asks, its choices open: in small windows there is no panel with them. */
bool do_quiz(const CommandContext *context) {
  Session *session = context->session;
  int count = context->words->count;
  bool asks = mistake_quiz_asks(&session_now(session)->quiz);
  if (count == 1 && asks) return session_do(session, "menu quiz", context->status);
  if (count == 1) return begin_and_show(context);
  if (count == 2 && command_is(context, 1, "new")) return begin_and_show(context);
  if (count == 2 && command_is(context, 1, "tell")) return tell(context);
  if (count == 2 && command_is(context, 1, "off")) return end(context);
  if (count == 3 && command_is(context, 1, "seed")) return begin_by_seed(context);
  if (count >= 5 && count <= 7 && command_is(context, 1, "seed") && command_is(context, 3, "of"))
    return begin_again(context);
  if (count == 3 && command_is(context, 1, "answer")) return answer(context);
  return command_wrong(context);
}

/* ---- states ---- */

/* The mistake is left out: the seed makes it again of the same choice. */
void quiz_add_script(StrBuf *text, const Inputs *inputs) {
  const MistakeQuiz *quiz = &inputs->quiz;
  assert(quiz->is_on);
  strbuf_format(text, "quiz seed %d of %u%s%s\n", quiz->seed, quiz->can,
                quiz->made_mask ? " mask" : "", quiz->made_scale ? " scale" : "");
  for (int i = 1; i < MISTAKE_COUNT; i++)
    if (quiz->tried >> i & 1u && i != (int)mistake_of(&inputs->kind))
      strbuf_format(text, "quiz answer %s\n", mistake_name((MistakeKind)i));
  if (quiz->is_answered) strbuf_add(text, STR("quiz tell\n"));
}

Inputs quiz_without(const Inputs *inputs) {
  Inputs before = *inputs;
  end_quiz(&before);
  return before;
}
