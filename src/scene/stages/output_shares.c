/* scene/stages/output_shares.c -- left of the rows of V, the weight and the key of each: the asked
** row of the weights, upright, in its colours. Where rows are low, the heaviest alone are named,
** and a line leads from each to its row. */
#include "scene/stages/output.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/apart.h"
#include "scene/number.h"
#include "scene/stages/pair_stage.h"
#include "scene/token_shown.h"

enum { NAMED_MOST = 16 };
static const float NAME_SIZE = 13, NAME_SIZE_AFAR = 21, NAME_SIZE_LEAST = 10.5f;
static const float NAME_GAP = 8, NAME_GAP_LEAST = 3;            /* design, from the cells */
static const float SHARE_SIZE_MOST = 19, DIGITS_OF_CELL = 1.1f; /* they have no descent */

/* -- one weight -------------------------------------------------------------------------------- */

/* As in the line that adds the chosen number up. */
static Number value_in_column(const Scene *scene, int row, int key) {
  int chosen, col;
  MatView v = stage_matrix(scene, trace_values(scene->trace));
  stage_focus(scene, &chosen, &col);
  bool is_told =
      scene->interactive && chosen == row && output_number_is_told(scene, row, col) && key < v.rows;
  return is_told ? number_term(mat_get(v, key, col)) : (Number){""};
}

OutputShare output_share_of(const Scene *scene, Box line, int row, int key) {
  assert(row >= 0 && key >= 0);
  int heaviest = -1;
  output_heaviest(scene, row, NUMBER_SHARE_LEAST, &heaviest, 1);
  bool is_mixed = trace_keys_are_mixtures(scene->trace);
  return (OutputShare){.line = line,
                       .share = output_share(scene, row, key),
                       .name = scene_key_label(scene, key),
                       .value = value_in_column(scene, row, key),
                       .is_heaviest = key == heaviest,
                       .is_hidden = !is_mixed && scene_hides(scene, row, key)};
}

Color output_share_color(const Scene *scene, const OutputShare *share) {
  TracePart part = trace_output_weights(scene->trace);
  if (share->is_hidden) return scene->pen.theme->hatch_ground;
  if (share->is_of_many) return scene->pen.theme->empty_cell; /* the eye goes to single keys */
  DrawHeatmap cells = {.values = {&share->share, 1, 1, 1},
                       .mix = 1,
                       .palette = scene_palette(scene, part),
                       .range = scene_range(scene, part, scene->view->layer, scene->view->head),
                       .filled = -1,
                       .theme = scene->pen.theme->id};
  return draw_heatmap_color(&cells, 0, 0);
}

Box output_share_cell(const OutputPlace *place, const Scene *scene, const OutputShare *share) {
  Box line = share->line, cell = {place->shares.x, line.y, place->shares.w, line.h};
  float gap = cell.h >= 20 ? 2 * fminf(scene->pen.text_scale, 1.5f) : 1;
  cell.y += gap / 2; /* as the cells of V */
  cell.h = fmaxf(cell.h - gap, 1);
  return cell;
}

static FaceId share_face(const OutputShare *share) {
  return share->is_heaviest ? FACE_MONO_BOLD : FACE_MONO;
}

float output_share_size(const Scene *scene, Box cell, const OutputShare *share) {
  const Pen *pen = &scene->pen;
  float most = stage_is_for_afar(scene) ? share->line.h / pen->text_scale : SHARE_SIZE_MOST;
  TextStyle style = {share_face(share), most, COLOR_NONE, ALIGN_MIDDLE};
  float wide = pen_width(pen, style, STR(".00")), room = cell.w * 0.88f;
  style.size *= fminf(1, room / fmaxf(wide, 0.01f));
  style.size = fminf(style.size, cell.h * DIGITS_OF_CELL / pen->text_scale);
  if (pen_is_of_print(pen)) style.size = fminf(style.size, OUTPUT_PRINTED_DIGITS);
  if (pen_points(pen, style.size) > share->line.h * DIGITS_OF_CELL) return 0;
  return pen_points(pen, style.size);
}

void output_share_draw_cell(const Scene *scene, Box cell, const OutputShare *share, float size) {
  const Pen *pen = &scene->pen;
  float value = share->share;
  Color color = output_share_color(scene, share);
  draw_box(pen->list, (DrawBox){.box = cell, .corner = cell.h >= 20 ? 3 : 2, .fill = color});
  TextStyle style = {share_face(share), size / pen->text_scale, palette_digit(color), ALIGN_MIDDLE};
  if (value < NUMBER_SHARE_LEAST) style.color = color_fade(style.color, 0.6f);
  Number number = number_cell(value, true);
  if (value == 0) number = (Number){"0"};
  if (size > 0) pen_text_in(pen, style, cell, number_str(&number));
}

static void draw_cell(const Scene *scene, const OutputPlace *place, const OutputShare *share) {
  Box cell = output_share_cell(place, scene, share);
  output_share_draw_cell(scene, cell, share, output_share_size(scene, cell, share));
}

/* The size of all names: as high as the rows allow. */
static float name_size(const Scene *scene, const OutputPlace *place, float row) {
  float most = stage_is_for_afar(scene) ? NAME_SIZE_AFAR : NAME_SIZE;
  float wide = matrix_label_width(scene, 200) / NAME_SIZE; /* of the widest name, by its size */
  float room = place->names.w / fmaxf(wide, 0.01f);
  most = stage_is_for_afar(scene) ? fminf(most, fmaxf(room, NAME_SIZE)) : most;
  return float_clamp(row * 0.72f / scene->pen.text_scale, NAME_SIZE_LEAST, most);
}

/* "V −0.523", or the number alone where the column is narrow: in all rows alike. */
static const char *value_words(const Scene *scene, TextStyle style, float room,
                               const OutputShare *share) {
  Arena *arena = scene->pen.list->arena;
  const char *symbol = stage_values_symbol(scene), *widest = "−0.888";
  const char *both = str_format(arena, "%s %s", symbol, widest);
  if (both && pen_width(&scene->pen, style, str_from(both)) <= room)
    return str_format(arena, "%s %s", symbol, share->value.at);
  bool fits = pen_width(&scene->pen, style, str_from(widest)) <= room;
  return fits ? str_format(arena, "%s", share->value.at) : NULL;
}

/* Below the name, in the part of its line that is returned; 0: a lower row has the name alone. The
** two are nearer to each other than to the next row's, as far as the tails of letters allow. */
static float draw_value(const Scene *scene, Box name, float size, const OutputShare *share) {
  const Pen *pen = &scene->pen;
  const float of_name = 0.84f, tails = 0.24f, least = 10, air_least = 0.3f, between = 0.42f;
  if (share->value.at[0] == 0 || size * of_name < least) return 0;
  float points = pen_points(pen, size), high = points * of_name * TEXT_CAP_HEIGHT;
  float air = name.h - points * TEXT_CAP_HEIGHT - high, inner = air * between;
  TextStyle style = {FACE_SEMIBOLD, size * of_name, pen->theme->value, ALIGN_START};
  name.w +=
      stage_points(scene, NAME_GAP - NAME_GAP_LEAST); /* it names itself, too, in little room */
  const char *words = value_words(scene, style, name.w, share);
  if (!words || inner < points * tails || air < name.h * air_least) return 0;
  float own = high + air - inner;
  Box box = {name.x, name.y + name.h - own, name.w, own};
  if (pen_width(pen, style, str_from(words)) > name.w) return 0;
  pen_text_in(pen, style, box, str_from(words));
  return high + inner;
}

void output_share_draw_name(const Scene *scene, const OutputPlace *place,
                            const OutputShare *share) {
  const Pen *pen = &scene->pen;
  bool is_little = share->share < NUMBER_SHARE_LEAST;
  float size = name_size(scene, place, share->line.h), gap = stage_points(scene, NAME_GAP);
  TextStyle style = {share->is_heaviest ? FACE_BOLD : FACE_REGULAR, size,
                     is_little ? pen->theme->muted : pen->theme->value, ALIGN_START};
  Box name = {place->names.x, share->line.y, place->names.w - gap, share->line.h};
  float fits = name.w / fmaxf(pen_width(pen, style, share->name), 0.01f); /* rather than be cut */
  if (fits < 1) style.size = fmaxf(style.size * fits * 0.99f, fminf(size, NAME_SIZE_LEAST));
  name.h -= draw_value(scene, name, size, share);
  pen_text_in(pen, style, name, share->name);
  float from = place->shares.x + place->shares.w;
  Box sign = {from, share->line.y, place->names.x - from, share->line.h};
  TextStyle times = {FACE_MEDIUM, size, pen->theme->muted, ALIGN_MIDDLE};
  pen_text_in(pen, times, sign, STR("×"));
}

void output_share_draw(const Scene *scene, const OutputPlace *place, const OutputShare *share) {
  draw_cell(scene, place, share);
  output_share_draw_name(scene, place, share);
}

/* -- low rows ---------------------------------------------------------------------------------- */

typedef struct NamedRow {
  int key;
  Box row; /* of V */
} NamedRow;

/* The heaviest keys, as many as have room below each other, in the order of the rows. */
static int choose_named(const Scene *scene, const OutputPlace *place, int row, int most,
                        NamedRow *named) {
  MatrixWidget v = output_values_view(scene, place);
  MatrixGrid grid = matrix_widget_grid(scene, &v);
  int keys[NAMED_MOST], count = 0;
  const float crowded_least = 0.02f; /* less would push the others away from their rows */
  int heaviest = output_heaviest(scene, row, crowded_least, keys, NAMED_MOST);
  for (int i = 0; i < heaviest && count < most; i++) {
    Box at = keys[i] < grid.rows ? matrix_row_box(&v, &grid, keys[i]) : (Box){0};
    if (at.h <= 0) continue;
    int to = count++;
    for (; to > 0 && named[to - 1].key > keys[i]; to--) named[to] = named[to - 1];
    named[to] = (NamedRow){keys[i], at};
  }
  return count;
}

/* The others give way to the heaviest, which stands at its row as far as they have room. */
static void place_lines(Apart *lines, int count, int heaviest, Box column) {
  assert(heaviest >= 0 && heaviest < count);
  Apart *at = &lines[heaviest];
  int below = count - heaviest - 1;
  float end = column.y + column.h, last = end - at->size * (float)(below + 1);
  at->at = fmaxf(fminf(at->at, last), column.y + at->size * (float)heaviest);
  apart_place(lines, heaviest, 0, column.y, at->at);
  apart_place(at + 1, below, 0, at->at + at->size, end);
}

static void draw_low_rows(const Scene *scene, const OutputPlace *place, int row) {
  const Pen *pen = &scene->pen;
  float high = fmaxf(pen_line_height(pen, NAME_SIZE_LEAST), stage_points(scene, 14));
  NamedRow named[NAMED_MOST];
  Apart lines[NAMED_MOST];
  int most = int_clamp((int)(place->v.h / high), 1, NAMED_MOST), heaviest = -1, first = 0;
  int count = choose_named(scene, place, row, most, named);
  output_heaviest(scene, row, NUMBER_SHARE_LEAST, &heaviest, 1);
  for (int i = 0; i < count; i++) {
    lines[i] = (Apart){named[i].row.y + (named[i].row.h - high) / 2, high};
    if (named[i].key == heaviest) first = i;
  }
  float column = fmaxf(place->v.h, high);
  if (count > 0) place_lines(lines, count, first, (Box){.y = place->v.y, .h = column});
  for (int i = 0; i < count; i++) {
    Box line = {.y = lines[i].at, .h = high};
    OutputShare share = output_share_of(scene, line, row, named[i].key);
    output_share_draw(scene, place, &share);
    Point from = {place->v.x - stage_points(scene, 7), lines[i].at + high / 2},
          to = {place->v.x - 2, named[i].row.y + named[i].row.h / 2};
    draw_line(pen->list, from, to, 1, pen->theme->muted);
  }
}

/* -- all --------------------------------------------------------------------------------------- */

/* "value of", above the keys whose values they are: of the words the first that have room. */
static void draw_head_of_names(const Scene *scene, TextStyle style, Box room) {
  bool is_plain = scene_axis_is_plain(scene);
  const char *const words[] = {is_plain ? _("Value of") : _("value of"),
                               is_plain ? _("Value") : _("value")};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (pen_width(&scene->pen, style, str_from(words[i])) > room.w) continue;
    pen_text(&scene->pen, style, (Point){room.x, room.y}, str_from(words[i]));
    return;
  }
}

/* "weight × value of", above both columns. */
void output_share_heads_draw(const Scene *scene, const OutputPlace *place) {
  const Pen *pen = &scene->pen;
  float gap = stage_points(scene, 8), base = place->v.y - gap;
  bool is_afar = stage_is_for_afar(scene);
  TextStyle weight = {FACE_SEMIBOLD, is_afar ? 14.5f : 10.5f, pen->theme->weights, ALIGN_MIDDLE};
  TextStyle value = {FACE_SEMIBOLD, weight.size, pen->theme->value, ALIGN_START};
  bool is_plain = scene_axis_is_plain(scene);
  Str of_weight =
      str_from(is_plain ? stage_part_title(trace_output_weights(scene->trace)) : _("weight"));
  if (is_plain && pen_width(pen, weight, of_weight) > place->shares.w + gap)
    of_weight = str_from(_("Weight"));
  Point end = {place->shares.x + place->shares.w / 2, base};
  if (pen_width(pen, weight, of_weight) <= place->shares.w + gap)
    pen_text(pen, weight, end, of_weight);
  draw_head_of_names(scene, value, (Box){place->names.x, base, place->names.w - gap, 0});
}

void output_shares_draw(const Scene *scene, const OutputPlace *place, int row) {
  MatrixWidget v = output_values_view(scene, place);
  MatrixGrid grid = matrix_widget_grid(scene, &v);
  if (grid.rows <= 0 || row < 0) return;
  if (place->is_paged) {
    if (place->hides_v && place->weights.w > 0) output_share_heads_draw(scene, place);
    return;
  }
  if (output_is_of_terms(place)) {
    if (place->weights.w > 0) output_share_heads_draw(scene, place);
    return;
  }
  if (grid.cell_h < pen_points(&scene->pen, NAME_SIZE_LEAST) * 0.95f) {
    draw_low_rows(scene, place, row);
    return;
  }
  output_share_heads_draw(scene, place);
  for (int key = grid.first_row; key <= grid.last_row; key++) {
    Box line = matrix_row_box(&v, &grid, key);
    if (line.h < grid.cell_h * 0.99f) continue; /* cut by the edge */
    OutputShare share = output_share_of(scene, line, row, key);
    share.name = token_shown(trace_key(scene->trace, key)); /* its place tells which */
    output_share_draw(scene, place, &share);
  }
}
