/* screen/laid_over.c -- what is laid over, changed or kept, as chips. */
#include "screen/laid_over.h"

#include "base/i18n.h"
#include "scene/glossary.h"
#include "scene/mask_words.h"
#include "scene/view_kinds.h"
#include "scene/stages/compare_kept.h"
#include "scene/what_if_words.h"
#include "screen/choices.h"
#include "session/menu/kind_numbers.h"
#include "text/utf8.h"
#include "trace/trace_mistake.h"

enum { KEPT_SENTENCE_BYTES = 200 };

/* The mask, with a stepper where one number of it can be stepped; its words have that number. */
static UiChip mask_chip(const Session *session, Arena *arena) {
  const Trace *trace = session_trace(session);
  int layer = session_view(session)->layer;
  const char *reach = mask_reach_sentence(trace, layer);
  UiChip chip = {.label = str_from(mask_laid_over_words(arena, trace, layer)),
                 .command = "mask own",
                 .tip = reach[0] ? reach : mask_headline(trace, layer)};
  if (mask_numbers_part(session) == MASK_PART_COUNT) return chip;
  chip.numbers[0] = (UiNumber){.less = str_from(mask_numbers_command(session, -1, arena)),
                               .more = str_from(mask_numbers_command(session, 1, arena)),
                               .tip = _("the number of the mask")};
  return chip;
}

/* While it is edited and nothing of it has changed yet. */
static UiChip own_mask_chip(const Scene *scene) {
  const char *words = mask_words(scene->pen.list->arena, scene->trace, scene->view->layer);
  return (UiChip){.label = str_from(words ? words : ""),
                  .tip = _("mask editor: a click hides or shows · m ends")};
}

enum { CHANGES_NAMED = 4 };

/* Of a recording nothing can be changed. */
static UiChip kind_chip(const Session *session, Arena *arena, KindSetting setting) {
  const AttentionKind *kind = trace_kind(session_trace(session));
  const char *words = kind_words(arena, kind, setting, true);
  const char *sentence = kind_sentence(arena, kind, setting, false);
  StrBuf tip = strbuf_make(arena);
  UiChip chip = {.label = str_from(words ? words : "")};
  if (sentence) i18n_add_sentence(&tip, sentence);
  const char *meaning = glossary_tip(arena, chip.label);
  const char *none = setting == KIND_POSITIONS
                         ? mask_no_distances(session_trace(session), session_view(session)->layer)
                         : "";
  if (none[0]) {
    i18n_add_sentence(&tip, none);
    const char *not_here = str_format(arena, _("%s, not here"), words ? words : "");
    if (not_here) chip.label = str_from(not_here);
  }
  if (meaning[0]) i18n_add_sentence(&tip, meaning);
  if (!tip.failed && tip.at) chip.tip = tip.at;
  if (trace_is_recorded(session_trace(session))) return chip;
  chip.command =
      str_format(arena, "%s %s", kind_setting_name(setting), kind_value(setting, KIND_OWN)->name);
  kind_numbers_fill(session, setting, arena, chip.numbers);
  return chip;
}

/* The kept run: what tells it from the one on show, and in its tip what it is made of. */
static UiChip kept_chip(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  Str model = i18n_isolated(arena, trace_model_name(scene->kept));
  Str sentence = utf8_beginning(trace_sentence(scene->kept), KEPT_SENTENCE_BYTES);
  sentence = i18n_isolated(arena, sentence);
  return (UiChip){
      .label = str_from(compare_kept_title(scene, true)),
      .command = "freeze off",
      .tip = str_format(arena, _("The kept run is that of the model %.*s over “%.*s”, with %s."),
                        (int)model.bytes, model.at, (int)sentence.bytes, sentence.at,
                        compare_kept_laid_over(scene))};
}

/* Taking it away ends the quiz. */
static UiChip quiz_chip(const Trace *trace, Arena *arena) {
  return (UiChip){.label = str_from(str_format(arena, _("quiz %d"), trace_quiz(trace)->seed)),
                  .command = "quiz off",
                  .tip = _("One mistake is made in this attention; which one is asked.")};
}

/* Numbers that were set, and what was taken away or swapped: a chip each, or one for all. */
static int add_what_ifs(const Trace *trace, Arena *arena, UiChip *chips) {
  const WhatIfs *ifs = trace_what_ifs(trace);
  bool stays = trace_is_recorded(trace);
  if (!ifs) return 0;
  if (ifs->count > CHANGES_NAMED) {
    const char *counted = str_format(arena, P_("%d change", "%d changes", ifs->count), ifs->count);
    StrBuf tip = strbuf_make(arena);
    what_if_add_words(&tip, trace);
    chips[0] = (UiChip){.label = str_from(counted ? counted : ""),
                        .command = stays ? NULL : "whatif off",
                        .tip = tip.failed ? NULL : tip.at};
    return 1;
  }
  for (int i = 0; i < ifs->count; i++) {
    const char *label = what_if_label(arena, trace, &ifs->of[i]);
    chips[i] = (UiChip){.label = str_from(label ? label : ""),
                        .command = stays ? NULL : what_if_take_away(arena, &ifs->of[i]),
                        .tip = what_if_sentence(arena, trace, &ifs->of[i])};
  }
  return ifs->count;
}

/* What is laid over and what is kept, each with the command that takes it away. */
void laid_over_fill(const Session *session, const Scene *scene, UiInputs *inputs) {
  const Trace *trace = session_trace(session);
  Arena *arena = scene->pen.list->arena;
  bool stays = trace_is_recorded(trace);
  if (!scene_has_laid_over_bar(trace, scene->kept, session_view(session))) return;
  UiChip *chips = arena_take(arena, KIND_SETTING_COUNT + 5 + CHANGES_NAMED, sizeof *chips);
  if (!chips) return;
  int count = add_what_ifs(trace, arena, chips);
  if (trace_mask_is_laid_anywhere(trace)) chips[count++] = mask_chip(session, arena);
  else if (view_edits_mask(session_view(session))) chips[count++] = own_mask_chip(scene);
  for (int i = 0; i < KIND_SETTING_COUNT; i++)
    if (trace_is_laid_over(trace, (KindSetting)i))
      chips[count++] = kind_chip(session, arena, (KindSetting)i);
  if (mistake_quiz_asks(trace_quiz(trace))) chips[count++] = quiz_chip(trace, arena);
  if (trace_in_order(trace))
    chips[count++] = (UiChip){.label = str_from(_("tokens shuffled")),
                              .command = "shuffle off",
                              .tip = _("The tokens run in another order; their rows are put back "
                                       "beside those of the sentence.")};
  if (scene_is_cross_laid_over(trace))
    chips[count++] =
        (UiChip){.label = str_from(_("second sentence")),
                 .command = "cross off",
                 .tip = kind_cross_sentence(arena, trace_second_sentence(trace), false)};
  bool is_alone = count == 0;
  if (scene->kept) chips[count++] = kept_chip(scene);
  inputs->laid_over = chips;
  inputs->has_kept = scene->kept != NULL;
  inputs->kept_note = scene->kept ? compare_kept_note(scene) : "";
  inputs->laid_over_count = count;
  if (is_alone) return; /* nothing is laid over */
  inputs->can_shuffle = !stays && !trace_what_ifs(trace) && !trace_has_key_words(trace) &&
                        trace_token_count(trace) > 1;
  inputs->asks_quiz = mistake_quiz_asks(trace_quiz(trace));
  inputs->can_compare = exact_problem(trace) == EXACT_FINE && !inputs->asks_quiz;
}
