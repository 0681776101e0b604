/* scene/view_kinds.c -- the table of views. */
#include "scene/view_kinds.h"

#include <assert.h>

#include "base/i18n.h"
#include "scene/views/view_room.h"

#define APART .is_apart = true, .has_steps = true, .has_table = true
#define OF_LAYERS                                                                                  \
  .hint = N_("→ next layer · ← back · ↑ ↓ row · Esc leaves"), .per_layer = true,                   \
  .has_steps = true, .has_table = true

static const ViewKindInfo kinds[VIEW_KIND_COUNT] = {
    [VIEW_OVERVIEW] = {.name = "overview",
                       .figure = FIGURE_OVERVIEW,
                       .file = EXPORT_OVERVIEW,
                       .per_layer = true,
                       .per_head = true},
    [VIEW_STAGE] = {.name = "stage",
                    .figure = FIGURE_STAGE,
                    .file = EXPORT_STAGE,
                    .per_layer = true,
                    .per_head = true},
    [VIEW_HEADS] = {.name = "heads",
                    .figure = FIGURE_HEADS,
                    .file = EXPORT_HEADS,
                    .per_layer = true,
                    .of_stage = true},
    [VIEW_GRID] = {.name = "grid", .figure = FIGURE_GRID, .file = EXPORT_GRID, .of_stage = true},
    /* no figure: the whole screen is written */
    [VIEW_TRAINING] = {.name = "training", .figure = FIGURE_STAGE, .file = EXPORT_SHOWN},
    [VIEW_CACHE] = {.name = "cache",
                    .hint = N_("→ next token · ← back · Esc leaves"),
                    .room = &cache_room,
                    .figure = FIGURE_CACHE,
                    .file = EXPORT_CACHE,
                    .per_layer = true,
                    .per_head = true,
                    .has_steps = true,
                    .has_table = true},
    [VIEW_COST] = {.name = "cost",
                   .hint = N_("→ next way to attend · Esc leaves"),
                   .room = &cost_room,
                   .figure = FIGURE_COST,
                   .file = EXPORT_COST,
                   APART},
    [VIEW_LENGTH] = {.name = "length",
                     .hint = N_("→ longer · ← shorter · Esc leaves"),
                     .room = &length_room,
                     .figure = FIGURE_LENGTH,
                     .file = EXPORT_LENGTH,
                     APART},
    [VIEW_SATURATION] = {.name = "saturation",
                         .hint = N_("→ next draw · ← the one before · Esc leaves"),
                         .room = &saturation_room,
                         .figure = FIGURE_SATURATION,
                         .file = EXPORT_SATURATION,
                         APART},
    [VIEW_LOOKUP] = {.name = "lookup",
                     .hint = N_("→ next book · Esc leaves"),
                     .room = &lookup_room,
                     .figure = FIGURE_LOOKUP,
                     .file = EXPORT_LOOKUP,
                     APART},
    [VIEW_LAYOUT] = {.name = "layout",
                     .hint = N_("→ next operation · ← back · Esc leaves"),
                     .room = &memory_layout_room,
                     .figure = FIGURE_LAYOUT,
                     .file = EXPORT_LAYOUT,
                     APART},
    [VIEW_BOARD] = {.name = "board",
                    .room = &board_room,
                    .figure = FIGURE_BOARD,
                    .file = EXPORT_SHOWN},
    [VIEW_AVERAGE] = {.name = "average",
                      .room = &average_room,
                      .figure = FIGURE_AVERAGE,
                      .file = EXPORT_AVERAGE,
                      OF_LAYERS},
    [VIEW_ROLLOUT] = {.name = "rollout",
                      .room = &rollout_room,
                      .figure = FIGURE_ROLLOUT,
                      .file = EXPORT_ROLLOUT,
                      OF_LAYERS},
    [VIEW_ANSWERS] = {.name = "answers",
                      .room = &answers_room,
                      .figure = FIGURE_ANSWERS,
                      .file = EXPORT_ANSWERS,
                      OF_LAYERS},
};

const ViewKindInfo *view_kind_info(ViewKind kind) {
  assert(kind >= 0 && kind < VIEW_KIND_COUNT);
  return &kinds[kind];
}

const ViewRoom *view_room(ViewKind kind) { return view_kind_info(kind)->room; }

const char *view_kind_name(ViewKind kind) { return view_kind_info(kind)->name; }

bool view_kind_find(Str name, ViewKind *kind) {
  for (int i = 0; i < VIEW_KIND_COUNT; i++)
    if (str_is(name, kinds[i].name)) {
      *kind = (ViewKind)i;
      return true;
    }
  return false;
}

bool view_is_apart(ViewKind kind) { return view_kind_info(kind)->is_apart; }

bool view_is_of_layers(ViewKind kind) {
  const ViewKindInfo *info = view_kind_info(kind);
  return info->room && info->per_layer && !info->per_head;
}

bool view_edits_mask(const View *view) {
  return view->mask_editor && view->kind == VIEW_STAGE && stage_info(view->stage)->by_pair;
}

ViewKind view_of_figure(FigureKind figure) {
  for (int i = 0; i < VIEW_KIND_COUNT; i++)
    if (kinds[i].figure == figure) return (ViewKind)i;
  return VIEW_STAGE;
}

/* Arcs and the sentence are pictures of one stage, the weights. */
ViewKind view_export_kind(const View *view, ExportView what) {
  if (what == EXPORT_SHOWN) return view->kind;
  if (what == EXPORT_POSTER) return VIEW_OVERVIEW;
  for (int i = 0; i < VIEW_KIND_COUNT; i++)
    if (kinds[i].file == what) return (ViewKind)i;
  return VIEW_STAGE;
}

/* Files of numbers have one matrix each: the heads of a layer and Q, K, V are several. A comparison
** is one table. */
bool view_exports_several(const View *view, const ExportLook *look) {
  unsigned formats = look->formats, numbers = formats & ~(unsigned)EXPORT_PICTURES;
  ViewKind kind = view_export_kind(view, look->what);
  bool is_many = kind == VIEW_HEADS || stage_info(view->stage)->result_count > 1;
  bool has_one_table = view_kind_info(kind)->has_table || look->what == EXPORT_COMPARE;
  bool has_many = numbers && is_many && !has_one_table;
  return look->everything || (formats & (formats - 1)) != 0 || has_many;
}
