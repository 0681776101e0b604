/* scene/stages/masked.c -- the stage of masked scores: −∞ where a query may not look (M-05). */
#include "scene/stages/pair_stage.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "scene/mask_words.h"
#include "scene/stages/masked_cost.h"
#include "scene/stages/masked_ghost.h"
#include "trace/mask_name.h"
#include "trace/trace_mistake.h"

/* Where the mask comes after softmax, it has hidden nothing here yet. */
static bool comes_late(const Scene *scene) { return !scene_is_hatched(scene->trace, TRACE_MASKED); }

static bool hides_here(const Scene *scene) {
  return scene_hides_something(scene) && !comes_late(scene);
}

/* A mistake that is said. */
static bool is_made(const Scene *scene, MistakeKind mistake) {
  return mistake_of(trace_kind(scene->trace)) == mistake;
}

static const char *explanation(const Scene *scene) {
  const char *reach = mask_reach_sentence(scene->trace, scene->view->layer);
  if (is_made(scene, MISTAKE_MASK_AFTER_SOFTMAX))
    return _("The mask comes after softmax here, so these numbers are those before it: softmax "
             "will share among hidden keys too.");
  if (reach[0]) return reach;
  if (!hides_here(scene))
    return _("The mask adds 0 where a query may look and −∞ where it may not. Here it hides "
             "nothing, so the numbers stay as they are. A model that writes hides the future: it "
             "learns to guess the next word, and must not see it.");
  return _("The mask adds 0 where a query may look and −∞ where it may not. Softmax then makes "
           "of −∞ a weight of exactly 0.");
}

static const char *hint(const Scene *scene) {
  if (trace_is_recorded(scene->trace))
    return hides_here(scene) ? _("Try: click a hatched cell, then press → and see its weight.")
                             : _("Try: click a cell, then press → and see its weight.");
  return scene->view->mask_editor ? _("Try: hide a whole row and see what softmax makes of it.")
                                  : _("Try: press m and click cells to hide or show them.");
}

static void captions(const Scene *scene, Captions *out) {
  bool hides = hides_here(scene);
  int tokens = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  long cells = (long)tokens * keys,
       hidden = trace_head_hidden_count(scene->trace, scene->view->layer, scene->view->head);
  /* The title in the table says what a mask does, which would be wrong for
  ** one that hides nothing. */
  if (!hides) out->title = _("A mask that hides nothing");
  out->headline = hides ? mask_headline(scene->trace, scene->view->layer) : _("Nothing is hidden.");
  if (masked_ghost_is_on(scene))
    out->headline = str_format(scene->pen.list->arena, "%s.", masked_ghost_title(scene));
  out->shapes =
      str_format(scene->pen.list->arena,
                 P_("%d × %d, %ld of %ld cell hidden", "%d × %d, %ld of %ld cells hidden", cells),
                 tokens, keys, hidden, cells);
  out->explanation = explanation(scene);
  out->hint = hint(scene);
}

static const char *title(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  return str_format(arena, "+ M  ·  %s", mask_words(arena, scene->trace, scene->view->layer));
}

static bool has_mask(const Scene *scene) {
  return !str_is(trace_layer_mask_name(scene->trace, scene->view->layer), "none");
}

static const char *note(const Scene *scene) {
  if (scene->view->mask_editor) return _("click a cell to hide it or to show it again");
  if (trace_keys_are_mixtures(scene->trace) && has_mask(scene))
    return _("what the mask hides was left out of the mixtures");
  return hides_here(scene) ? _("hatched cells are hidden: −∞")
                           : _("nothing is hidden: every query sees every key");
}

/* Of the head on show: in a recording each head may have a mask of its own. */
static bool head_hides(const Scene *scene, MaskView mask, int query, int key) {
  if (comes_late(scene)) return false;
  return mask.hidden ? mask_hides(mask, query, key) : scene_hides(scene, query, key);
}

static MaskView mask_on_show(const Scene *scene) {
  return trace_head_mask(scene->trace, scene->view->layer, scene->view->head);
}

static const char *row_end(const Scene *scene, MatView values, int row) {
  assert(row >= 0 && row < values.rows);
  int visible = 0;
  MaskView mask = mask_on_show(scene);
  for (int key = 0; key < values.cols; key++) visible += !head_hides(scene, mask, row, key);
  return str_format(scene->pen.list->arena, _("sees %d"), visible);
}

/* 1 where a query may look and 0 where it may not, which a mistake multiplies by. */
static const char *symbol_of_mask(const Scene *scene) {
  return is_made(scene, MISTAKE_MASK_WITH_ZERO) ? "⊙ M" : "+ M";
}

/* Behind softmax the mask stands before it. */
static void add_front(const Scene *scene, Formula *out) {
  if (!is_made(scene, MISTAKE_MASK_AFTER_SOFTMAX)) return;
  formula_add(
      out,
      (FormulaPiece){.symbol = "M ⊙", .stage = STAGE_MASKED, .role = TRACE_MASKED, .after = 0.4f});
}

static const char *front(const Scene *scene) {
  return is_made(scene, MISTAKE_MASK_AFTER_SOFTMAX) ? "M ⊙ " : "";
}

static void add_term(const Scene *scene, Formula *out) {
  if (is_made(scene, MISTAKE_MASK_AFTER_SOFTMAX)) return;
  formula_add(out, (FormulaPiece){.symbol = symbol_of_mask(scene),
                                  .stage = STAGE_MASKED,
                                  .role = TRACE_MASKED,
                                  .before = 0.5f,
                                  .after = 0.3f});
}

static const char *term(const Scene *scene) {
  if (is_made(scene, MISTAKE_MASK_AFTER_SOFTMAX)) return "";
  return str_format(scene->pen.list->arena, " %s", symbol_of_mask(scene));
}

/* The number is that of the stage before, or −∞; later stages say only what the mask has
** changed. */
static const char *phrase(const Scene *scene, int query, int key) {
  bool is_here = scene->view->stage == STAGE_MASKED;
  if (head_hides(scene, mask_on_show(scene), query, key))
    return is_here ? _("hidden: masked −∞") : _("hidden");
  if (!is_here) return "";
  return str_format(scene->pen.list->arena, _("masked %s"),
                    stage_number(scene, TRACE_MASKED, query, key).at);
}

/* -- the panel --------------------------------------------------------------------------------- */

/* Why a part of the mask hides the key. */
static Str hidden_reason(const Panel *panel, const MaskParts *parts, MaskPart part) {
  assert(panel->w->hidden && mask_names(parts, part));
  int place = pair_place_of_query(panel), away = abs(panel->key - place), size = parts->size[part];
  const char *query = cell_query(panel), *key = cell_key(panel);
  switch (part) {
  case MASK_CAUSAL:
    return panel_words(panel,
                       _("Causal mask: “%s” (place %d) comes after “%s” (place %d), so it is "
                         "hidden."),
                       key, panel->key + 1, query, place + 1);
  case MASK_PREFIX:
    return panel_words(panel, _("Prefix: “%s” comes after “%s” and is not among the first %d."),
                       key, query, size);
  case MASK_WINDOW:
    return panel_words(panel, _("Window: “%s” is %d away from “%s”, and only %d may be seen."), key,
                       away, query, size);
  case MASK_DILATED:
    return panel_words(panel,
                       _("Dilated: “%s” is %d away from “%s”, and only multiples of %d up to %ld "
                         "may be seen."),
                       key, away, query, parts->dilated_step, (long)size * parts->dilated_step);
  case MASK_BLOCKS:
    return panel_words(panel, _("Blocks: “%s” and “%s” lie in different blocks (of size %d)."), key,
                       query, size);
  case MASK_GLOBAL:
    return panel_words(panel, _("Global: neither “%s” nor “%s” is a global token."), key, query);
  case MASK_RANDOM:
    return panel_words(panel, _("Random: “%s” is not among the keys drawn for “%s” (%d)."), key,
                       query, size);
  default:
    return panel_words(panel,
                       _("Padding: “%s” is one of the last keys (%d), which are hidden from every "
                         "query."),
                       key, size);
  }
}

/* Only for a mask of a single part, about which more can be said than that the key is visible. */
static Str seen_reason(const Panel *panel, const MaskParts *parts) {
  assert(!panel->w->hidden);
  int place = pair_place_of_query(panel);
  const char *query = cell_query(panel), *key = cell_key(panel);
  if (parts->named == 0)
    return panel_words(panel, _("There is no mask: “%s” may look at every key."), query);
  if (parts->named == 1u << MASK_CAUSAL)
    return panel_words(panel,
                       _("Causal mask: “%s” (place %d) does not come after “%s” (place %d)."), key,
                       panel->key + 1, query, place + 1);
  if (parts->named == 1u << MASK_WINDOW)
    return panel_words(panel, _("Window: “%s” is %d away from “%s”, and up to %d may be seen."),
                       key, abs(panel->key - place), query, parts->size[MASK_WINDOW]);
  return panel_words(panel, _("The mask lets “%s” see “%s”."), query, key);
}

/* The first part that hides the key. MASK_PART_COUNT: several local parts,
** none of which shows it. */
static MaskPart hiding_part(const MaskParts *parts, int place, int key, int key_count) {
  bool sees[MASK_PART_COUNT], is_local_seen = false;
  int locals = 0;
  for (int part = 0; part < MASK_PART_COUNT; part++) {
    bool is_named = mask_names(parts, (MaskPart)part);
    sees[part] = !is_named || mask_part_sees(parts, (MaskPart)part, place, key, key_count);
    if (!is_named || !mask_part_is_local((MaskPart)part)) continue;
    is_local_seen |= sees[part];
    locals++;
  }
  for (int part = 0; part < MASK_PART_COUNT; part++) {
    if (sees[part]) continue;
    if (!mask_part_is_local((MaskPart)part)) return (MaskPart)part;
    if (!is_local_seen) return locals == 1 ? (MaskPart)part : MASK_PART_COUNT;
  }
  return MASK_PART_COUNT;
}

/* The rule of the mask, if it agrees with the cell; of several parts, the first that hides the key.
** An edited cell and the mask of a recording follow no rule, so they get the plain sentence. */
static Str mask_reason(const Panel *panel) {
  const Trace *trace = panel->scene->trace;
  Str name = trace_layer_mask_name(trace, panel->scene->view->layer);
  int query = pair_place_of_query(panel), key = panel->key, count = trace_key_count(trace);
  bool hidden = panel->w->hidden;
  MaskParts parts;
  if (!mask_name_read(name, INT_MAX, &parts, NULL) ||
      hidden == mask_sees(&parts, query, key, count))
    return hidden ? panel_words(panel, _("The mask hides “%s” from “%s”."), cell_key(panel),
                                cell_query(panel))
                  : panel_words(panel, _("The mask lets “%s” see “%s”."), cell_query(panel),
                                cell_key(panel));
  if (!hidden) return seen_reason(panel, &parts);
  MaskPart part = hiding_part(&parts, query, key, count);
  if (part != MASK_PART_COUNT) return hidden_reason(panel, &parts, part);
  return panel_words(panel, _("None of the local parts of the mask lets “%s” see “%s”."),
                     cell_query(panel), cell_key(panel));
}

/* Whether the mask was meant to hide the pair. */
static bool is_meant(const Panel *panel) {
  return mask_hides(trace_meant_mask(panel->scene->trace, panel->w->layer, panel->w->head),
                    panel->query, panel->key);
}

/* -- in words ---------------------------------------------------------------------------------- */

static Str what(const Panel *panel, float before) {
  const Workings *w = panel->w;
  const char *query = cell_query(panel), *key = cell_key(panel);
  Number unmasked = number_full(before), masked = number_full(w->masked);
  if (w->hidden && w->masked == -INFINITY)
    return panel_words(panel,
                       _("−∞ stands here instead of %s: “%s” may not look at “%s”, so it will give "
                         "it no share."),
                       unmasked.at, query, key);
  if (w->hidden && comes_late(panel->scene))
    return panel_words(panel,
                       _("%s is the number of “%s” and “%s” as it goes into softmax: “%s” may not "
                         "look there, but the mask comes too late."),
                       masked.at, query, key, query);
  if (w->hidden)
    return panel_words(panel,
                       _("%s stands here instead of %s: “%s” may not look at “%s”, but a number "
                         "that is not −∞ still counts in softmax."),
                       masked.at, unmasked.at, query, key);
  return panel_words(panel,
                     _("%s is the number of “%s” and “%s” as it goes into softmax: “%s” may "
                       "look there."),
                     masked.at, query, key, query);
}

static CellWords cell_words(const Panel *panel) {
  if (!panel->w) return (CellWords){0};
  const Workings *w = panel->w;
  float before = pair_number(panel, pair_before(panel)->part);
  if (is_made(panel->scene, MISTAKE_MASK_WITH_ZERO) && is_meant(panel))
    return (CellWords){panel_words(panel,
                                   _("0 stands here instead of %s: “%s” may not look at “%s”, and "
                                     "the mistake makes 0 of it where −∞ should be."),
                                   number_full(before).at, cell_query(panel), cell_key(panel)),
                       panel_words(panel, _("e to the power of 0 is 1, so softmax gives it a "
                                            "share."))};
  bool is_bent = !w->hidden && !number_follows((double)before, 0, w->masked);
  return (CellWords){what(panel, before),
                     is_bent ? cell_does_not_follow(panel, (double)before) : mask_reason(panel)};
}

static const char *cell_verb(const Panel *panel) {
  if (is_made(panel->scene, MISTAKE_MASK_WITH_ZERO) && is_meant(panel)) return _("should not see");
  return panel->w->hidden ? _("may not see") : _("may see");
}

static const char *row_verb(const Panel *panel) {
  return panel->w->attends_to_nothing ? _("may see no key") : _("and the keys it may see");
}

static Str announce(const Panel *panel) {
  assert(panel->w && panel->key >= 0);
  return panel_words(panel, _("Next: + mask, 0 or −∞"));
}

/* Of a mask that hides what comes after the query, and of that alone: other masks hide for other
** reasons. */
static void add_why_future(Panel *panel) {
  const Trace *trace = panel->scene->trace;
  Str name = trace_layer_mask_name(trace, panel->scene->view->layer);
  MaskParts parts;
  if (!mask_name_read(name, INT_MAX, &parts, NULL) || !mask_names(&parts, MASK_CAUSAL)) return;
  panel_add_card(panel, str_from(_("Why hide the future?")),
                 str_from(_("A model that writes learns to guess the next word at every place at "
                            "once. If a word could see the ones after it, it would copy the answer "
                            "and learn nothing; and while writing, they do not exist yet.")),
                 RANK_FACTS);
}

static void add_visible(Panel *panel) {
  panel_add_fact(panel, str_from(_("keys this query may see")),
                 panel_count(panel, _("%d of %d"), panel->w->visible_count, panel->w->key_count),
                 RANK_FACTS);
}

/* What the mask does to the number of the pair. */
static const char *added_format(const Panel *panel) {
  bool is_zero = is_made(panel->scene, MISTAKE_MASK_WITH_ZERO);
  if (is_zero) return is_meant(panel) ? "%s · 0 = %s" : "%s · 1 = %s";
  return panel->w->hidden && !comes_late(panel->scene) ? "%s + (−∞) = %s" : "%s + 0 = %s";
}

/* M-05 for one pair, with the reason for what the mask does. */
static void work_out(Panel *panel) {
  const Workings *w = panel->w;
  const PairStage *before = pair_before(panel);
  Number unmasked = number_full(pair_number(panel, before->part)), masked = number_full(w->masked);
  panel_add_equation(panel, panel_words(panel, added_format(panel), unmasked.at, masked.at),
                     RANK_STEPS);
  panel_add_result(panel,
                   panel_words(panel, "%s %s =", _(before->column), symbol_of_mask(panel->scene)),
                   panel_words(panel, "%s", masked.at));
  pair_add_next(panel);
  pair_add_row_table(panel);
  add_visible(panel);
  add_why_future(panel);
}

static void add_row_facts(Panel *panel) {
  add_visible(panel);
  add_why_future(panel);
}

static void ask(Panel *panel) {
  Number unmasked = number_full(pair_number(panel, pair_before(panel)->part));
  panel_add_result(panel, panel_words(panel, "%s + M =", unmasked.at), STR("?"));
}

static void legend(Panel *panel) {
  pair_add_colors(panel);
  masked_cost_add(panel, RANK_NEXT);
  if (!pair_select_telling_row(panel)) return;
  pair_add_row_table(panel);
  pair_rank_telling_row(panel);
}

/* What a mask saves or, where it hides nothing, that it does not. */
static float beside_height(const Scene *scene) {
  return masked_ghost_is_on(scene) ? masked_ghost_words_height(scene) : masked_cost_height(scene);
}

static void draw_beside(const Scene *scene, Box box) {
  if (masked_ghost_is_on(scene)) masked_ghost_words_draw(scene, box);
  else masked_cost_draw(scene, box);
}

static const char *unchanged(const Scene *scene) {
  return scene_hides_something(scene) ? NULL : _("no mask");
}

static const PairStage pair = {
    .part = TRACE_MASKED,
    .rule = PAIR_RULE_MASKED,
    .unchanged = unchanged,
    .beside_height = beside_height,
    .draw_beside = draw_beside,
    .words_below = masked_ghost_meaning,
    .draw_over = masked_ghost_draw,
    .title = title,
    .note = note,
    .row_end = row_end,
    .add_front = add_front,
    .front = front,
    .add_term = add_term,
    .term = term,
    .phrase = phrase,
    .column = N_("masked"),
    .cell_kicker = N_("One pair, masked"),
    .row_kicker = N_("One row, masked"),
    .cell_verb = cell_verb,
    .row_verb = row_verb,
    .work_out = work_out,
    .row_facts = add_row_facts,
    .announce = announce,
    .ask = ask,
    .guess = N_("Guess first: does the number stay, or may the key not be seen?")};

const StageView stage_masked_view = {.pair = &pair,
                                     .draw = pair_draw,
                                     .cells = pair_cells,
                                     .focus_line = pair_focus_line,
                                     .formula = attention_formula,
                                     .inspect = pair_inspect,
                                     .legend = legend,
                                     .question = pair_question,
                                     .sum = pair_sum,
                                     .sum_is_beside = true,
                                     .captions = captions,
                                     .cell_words = cell_words,
                                     .heads_part = TRACE_MASKED,
                                     .overview_part = TRACE_MASKED};
