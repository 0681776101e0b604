/* scene/captions.c -- the sentences beside the stage on show that do not depend on the stage; the
** others are in the files of the stages. */
#include <assert.h>
#include <stdio.h>

#include "base/i18n.h"
#include "scene/heads/role_lines.h"
#include "scene/layer_words.h"
#include "scene/mask_words.h"
#include "scene/stages/mistake_words.h"
#include "scene/number.h"
#include "scene/stages/pair_stage.h"
#include "scene/views/view_room.h"

/* The role that the model states for a head, such as "looks back one word (hand-made)", or "". One
** that has no place in the sentence stands in brackets, with what it lacks. */
static const char *stated_role(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  Str role =
      i18n_translated(arena, trace_head_role(scene->trace, scene->view->layer, scene->view->head));
  Str model = trace_model_name(scene->trace);
  const char *lacking = role_lacking_words(scene, scene->view->layer, scene->view->head);
  if (role.bytes == 0) return "";
  if (lacking) return str_format(arena, "(%.*s): %s", (int)role.bytes, role.at, lacking);
  return str_format(arena, C_("a role and the model that states it", "%.*s (%.*s)"),
                    (int)role.bytes, role.at, (int)model.bytes, model.at);
}

/* The model's name follows the role, because the model states it. */
static const char *overview_line(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  StrBuf words = strbuf_make(arena);
  int layer = scene->view->layer;
  i18n_add_phrase(&words, "%s", layer_head_words(arena, scene->trace, layer, scene->view->head));
  i18n_add_phrase(&words, "%s", stated_role(scene));
  i18n_add_phrase(&words, "%s", mask_words(arena, scene->trace, layer));
  i18n_add_phrase(&words, "%s", attention_in_line(scene));
  return words.at;
}

/* Suggests the next stage that was recorded, or going back. */
static const char *missing_hint(const Scene *scene) {
  const Trace *trace = scene->trace;
  int here = trace_stage_index(trace, scene->view->stage);
  for (int i = here + 1; i < trace_stage_count(trace); i++) {
    StageId stage = trace_stage_at(trace, i);
    if (!stage_missing(scene, stage))
      return str_format(scene->pen.list->arena, _("Try: click “%s” below, which can be shown."),
                        captions_rail(trace, stage, false).at);
  }
  return _("Try: press ← until a stage can be shown.");
}

static void ask_for_sentence(Captions *captions) {
  captions->headline = _("Type a sentence.");
  captions->shapes = "";
  captions->explanation = _("Attention works on the tokens of a sentence. There are none yet.");
  captions->hint = _("Try: press Enter and type a few words.");
}

/* Scores are not on the way to an output that is made of features (M-59). */
static bool is_for_looking(const Scene *scene) {
  TracePart result = stage_result(scene->view->stage);
  bool by_pair = stage_info(scene->view->stage)->by_pair;
  return by_pair && kind_has_features(trace_kind(scene->trace)) &&
         trace_part_info(result)->scale == SCALE_SIGNED;
}

static const char *for_looking(const Scene *scene, const char *explanation) {
  StrBuf words = strbuf_make(scene->pen.list->arena);
  i18n_add_sentence(&words, _("For looking: Performer goes from features to outputs, and makes no "
                              "score."));
  i18n_add_sentence(&words, explanation);
  return words.failed ? explanation : words.at;
}

/* Beside a lesson → and ← alone turn its pages. */
static const char *with_keys_of_lesson(const Scene *scene, const char *hint) {
  StrBuf words = strbuf_make(scene->pen.list->arena);
  for (Str rest = str_from(hint); rest.bytes > 0; rest.at++, rest.bytes--) {
    if (str_starts(rest, "→") || str_starts(rest, "←"))
      strbuf_format(&words, "%s-", C_("a key", "Ctrl"));
    strbuf_add_char(&words, rest.at[0]);
  }
  return words.failed || !words.at ? hint : words.at;
}

/* In the overview, for a missing stage and in a view with a room, other sentences replace those of
** the stage. */
Captions captions_of(const Scene *scene) {
  Captions captions = {.title = _(stage_info(scene->view->stage)->title)};
  bool is_overview = scene->view->kind == VIEW_OVERVIEW;
  bool is_missing = stage_missing(scene, scene->view->stage);
  stage_views[scene->view->stage]->captions(scene, &captions);
  captions.shapes = number_grouped(scene->pen.list->arena, captions.shapes);
  mistake_captions(scene, &captions);
  if (is_for_looking(scene)) captions.explanation = for_looking(scene, captions.explanation);
  if (is_missing) captions.hint = missing_hint(scene);
  if (is_missing) captions.shapes = _("not in this recording");
  const char *title = is_overview ? overview_title(scene) : NULL;
  if (is_overview) captions.headline = title ? title : _("How one head attends");
  if (is_overview) captions.shapes = overview_line(scene);
  if (trace_token_count(scene->trace) == 0) ask_for_sentence(&captions);
  const ViewRoom *room = view_room(scene->view->kind);
  if (room) room->captions(scene, &captions);
  if (scene->view->lesson && captions.hint)
    captions.hint = with_keys_of_lesson(scene, captions.hint);
  return captions;
}

const char *captions_headline(const Scene *scene) {
  bool is_back = scene->way && scene->way->kind == WAY_BACK;
  return is_back ? _("Back to the numbers before.") : captions_of(scene).headline;
}

const char *captions_stream(const Scene *scene, char letter, int layer) {
  static const char *const digits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  char number[16];
  assert(layer >= 0);
  bool is_encoded = letter == 'Y' && trace_half(scene->trace) == HALF_CROSS;
  int before = is_encoded ? 0 : layer - trace_first_layer(scene->trace);
  StrBuf words = strbuf_make(scene->pen.list->arena);
  strbuf_format(&words, "%c", letter);
  snprintf(number, sizeof number, "%d", before + 1);
  for (int i = 0; before > 0 && number[i]; i++)
    strbuf_add(&words, str_from(digits[number[i] - '0']));
  return words.at;
}

const char *captions_stream_source(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  int layer = scene->view->layer;
  if (layer_count_before(scene->trace, layer) == 0) return NULL;
  return str_format(arena, C_("of rows, by the layer that made them", "after %s"),
                    layer_words(arena, scene->trace, layer - 1));
}

Str captions_rail(const Trace *trace, StageId stage, bool is_short) {
  const StageView *view = stage_views[stage];
  const StageInfo *info = stage_info(stage);
  const char *name = is_short && info->rail_short ? info->rail_short : info->rail;
  return str_from(_(view->rail ? view->rail(trace) : name));
}

Str captions_way(const Scene *scene) {
  const StageWay *way = scene->way;
  if (!way) return (Str){"", 0};
  return str_from(str_format(scene->pen.list->arena, "%.*s → %.*s", (int)way->left.bytes,
                             way->left.at, (int)way->reached.bytes, way->reached.at));
}

Str captions_symbol(const Trace *trace, StageId stage) {
  const StageView *view = stage_views[stage];
  return str_from(view->symbol ? view->symbol(trace) : stage_info(stage)->symbol);
}
