/* scene/stages/tiles.c -- the stage of tiles (M-65): scores come and go tile by tile, and of every
** row only m, ℓ and O stay.
**
**   labels  [ tiles of T × S ]   m   ℓ   [ O ]   [ O / ℓ ]
**                          bar           bar      bar
**   where we are, what fast memory holds, and at the end how near the result is
*/
#include "scene/stages/tiles_picture.h"

#include <assert.h>

#include "base/i18n.h"

static Box cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return tiles_place(&fitted, box).cells;
}

/* -- the note ---------------------------------------------------------------------------------- */

static const char *where_words(const TilesPicture *picture) {
  const Scene *scene = picture->scene;
  if (picture->now < 0) return _("The mask hides every pair: no tile is worked out, and O is 0.");
  return str_format(scene->pen.list->arena, _("Tile %d of %d, %s."), picture->now + 1,
                    tiling_count(&picture->tiling), tiles_place_words(scene, picture->now));
}

static const char *together(const Scene *scene, const char *const *sentences, int count) {
  StrBuf words = strbuf_make(scene->pen.list->arena);
  for (int i = 0; i < count; i++)
    if (sentences[i] && sentences[i][0]) i18n_add_sentence(&words, sentences[i]);
  return words.failed || !words.at ? "" : words.at;
}

/* As many sentences as have room; the first always. */
static void draw_note(const TilesPicture *picture) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  const float line = 1.25f;
  const char *where = where_words(picture), *memory = tiles_memory_words(scene);
  const char *skipped = tiles_skipped_words(scene), *near = tiles_difference_words(scene);
  const char *orders[][4] = {{where, skipped, memory, near},
                             {where, memory, near, ""},
                             {where, near[0] ? near : memory, "", ""},
                             {where, "", "", ""}};
  float size = picture->place.opened.w > 0 ? 14.5f : 12;
  TextStyle style = {FACE_REGULAR, size, pen->theme->muted, ALIGN_START};
  const char *words = where;
  for (int i = 0; i < 4; i++) {
    words = together(scene, orders[i], 4);
    if (pen_wrapped_height(pen, style, picture->place.note.w, line, str_from(words)) <=
        picture->place.note.h)
      break;
  }
  pen_text_wrapped(pen, style, picture->place.note, line, str_from(words));
}

static void draw(const Scene *scene, Box box) {
  assert(scene->view->stage == STAGE_TILES);
  TilesPicture picture = tiles_picture(scene, box);
  if (picture.grid.rows <= 0 || picture.grid.cols <= 0) return;
  tiles_scores_draw(&picture);
  tiles_opened_draw(&picture);
  tiles_kept_draw(&picture);
  Box cells = picture.place.cells;
  stage_bar_draw(scene, TRACE_MASKED,
                 (Box){cells.x, picture.place.foot_y, cells.w, stage_points(scene, 22)});
  draw_note(&picture);
}

/* -- words ------------------------------------------------------------------------------------- */

static const char *shapes(const Scene *scene) {
  Tiling tiling = tiling_of(scene->trace);
  return str_format(scene->pen.list->arena, _("%d × %d scores in tiles of %d × %d"), tiling.rows,
                    tiling.cols, tiling.tile_rows, tiling.tile_cols);
}

static void captions(const Scene *scene, Captions *out) {
  out->headline = _("Scores come and go tile by tile.");
  out->shapes = shapes(scene);
  out->explanation = _(
      "No matrix of all scores is ever there. Of every row a maximum m, a sum ℓ and an output O "
      "stay, and when a tile brings a larger maximum, ℓ and O shrink to match it. At the end O / ℓ "
      "is the output. The stages before, with whole matrices, are only there for looking.");
  out->hint = scene->view->step_by == STEP_TILE
                  ? _("Try: press → and watch m, ℓ and O while the scores are thrown away.")
                  : _("Try: choose “tile” below at the right, then press → again and again.");
}

static const char *row_words(const Scene *scene, int row, const TileRow *worked) {
  Arena *arena = scene->pen.list->arena;
  Str name = scene_named(scene, row);
  if (scene_row_hidden(scene, row))
    return str_format(arena, _("query %.*s: attends to nothing"), (int)name.bytes, name.at);
  if (!worked)
    return str_format(arena, _("query %.*s: no key it sees has come"), (int)name.bytes, name.at);
  return str_format(arena, _("query %.*s, behind tile %d: m %s, ℓ %s"), (int)name.bytes, name.at,
                    worked->tile.index + 1, number_full(worked->max).at,
                    number_full((float)worked->sum).at);
}

/* The score of a cell only while its tile is there. */
static const char *focus_line(const Scene *scene, int row, int col) {
  Arena *arena = scene->pen.list->arena;
  const TileRow *worked = tiles_row_here(scene, row);
  if (col < 0 || !worked || !tiles_is_at_work(scene, row, col) || scene_hides(scene, row, col))
    return row_words(scene, row, worked);
  Str query = scene_named(scene, row), key = scene_key_named(scene, col);
  return str_format(arena, _("query %.*s, key %.*s: score %s; behind tile %d: m %s, ℓ %s"),
                    (int)query.bytes, query.at, (int)key.bytes, key.at,
                    stage_number(scene, TRACE_MASKED, row, col).at, worked->tile.index + 1,
                    number_full(worked->max).at, number_full((float)worked->sum).at);
}

/* What an audience is told: the score while its tile is there, else what is kept of its row. */
static Str told(const Scene *scene, int row, int col) {
  Arena *arena = scene->pen.list->arena;
  const TileRow *worked = tiles_row_here(scene, row);
  if (!worked) return (Str){"", 0};
  Str query = scene_named(scene, row);
  const char *words =
      col >= 0 && tiles_is_at_work(scene, row, col)
          ? str_format(arena, "S(%.*s, %.*s) = %s", (int)query.bytes, query.at,
                       (int)scene_key_named(scene, col).bytes, scene_key_named(scene, col).at,
                       stage_number(scene, TRACE_MASKED, row, col).at)
          : str_format(arena, "m = %s, ℓ = %s", number_full(worked->max).at,
                       number_full((float)worked->sum).at);
  return str_from(words);
}

static void add_here(Formula *out, const char *symbol, TracePart role, float after) {
  formula_add(out,
              (FormulaPiece){.symbol = symbol, .stage = STAGE_TILES, .role = role, .after = after});
}

static void formula(const Scene *scene, Formula *out) {
  (void)scene;
  add_here(out, "m′", TRACE_PART_COUNT, 0);
  formula_add_plain(out, "= max(m, S)", 0.6f, 1.0f);
  add_here(out, "P", TRACE_WEIGHTS, 0);
  formula_add_plain(out, "= e^(S − m′)", 0.6f, 1.0f);
  add_here(out, "ℓ′", TRACE_PART_COUNT, 0);
  formula_add_plain(out, "= e^(m − m′) ℓ + Σ P", 0.6f, 1.0f);
  add_here(out, "O′", TRACE_OUTPUT, 0);
  formula_add_plain(out, "= e^(m − m′) O + P V", 0.6f, 0);
}

const StageView stage_tiles_view = {.draw = draw,
                                    .cells = cells,
                                    .captions = captions,
                                    .focus_line = focus_line,
                                    .formula = formula,
                                    .inspect = tiles_inspect,
                                    .cell_words = tiles_cell_words,
                                    .told = told,
                                    .legend = tiles_legend,
                                    .question = tiles_question,
                                    .heads_part = TRACE_MASKED,
                                    .overview_part = TRACE_WEIGHTS};
