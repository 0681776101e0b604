/* scene/stages/motion_names.c -- what a word names, a matrix, its row or its column, and so which
** words go with which matrices. */
#include "scene/stages/motion_way.h"

#include <math.h>
#include <string.h>

/* A token that is a sign or digits, ",", "(" or "42": not a number, nor what stands between
** matrices, such as + or →. */
static bool is_sign_of_text(const DrawText *text) {
  const unsigned char *at = (const unsigned char *)text->text.at;
  bool is_ascii = at[0] > ' ' && at[0] < 0x7F && !strchr("+-=*/<>|", at[0]);
  bool is_quote = at[0] == 0xE2 && (at[1] == 0x80 || at[1] == 0x81); /* U+2000 to U+207F */
  return text->face != FACE_MONO && (is_ascii || is_quote);
}

/* Numbers belong to their cells; a word may go from one picture to the other by itself. */
static bool is_word(const DrawText *text) {
  const unsigned char *at = (const unsigned char *)text->text.at;
  bool is_latin = (at[0] | 32) >= 'a' && (at[0] | 32) <= 'z';
  bool is_sign = at[0] == 0xE2 || (at[0] == 0xC3 && at[1] == 0x97);
  return is_latin || (at[0] >= 0xC3 && !is_sign) || is_sign_of_text(text);
}

/* What a word names: a row of a matrix to its right, a column below it, or a matrix below. heatmap
** −1: neither. */
typedef struct Named {
  int heatmap, row, col; /* both −1: the matrix */
} Named;

static const float NAMES_MOST_PT = 120; /* a word further away names something else */

static int rows_drawn(const DrawHeatmap *heatmap) {
  return heatmap->transposed ? heatmap->values.cols : heatmap->values.rows;
}

static int cols_drawn(const DrawHeatmap *heatmap) {
  return heatmap->transposed ? heatmap->values.rows : heatmap->values.cols;
}

/* How far away what it names is in this matrix; negative: it names nothing of it. */
static float distance_to(const DrawText *text, const DrawHeatmap *heatmap, Named *named) {
  Box box = heatmap->box;
  float x = text->at.x, y = text->at.y - text->size_pt * 0.3f, end = x + text->width_pt;
  if (text->angle_deg != 0) { /* a column, above which it begins */
    if (x < box.x || x >= box.x + box.w || text->at.y > box.y + 2) return -1;
    named->col = (int)((x - box.x) / box.w * (float)cols_drawn(heatmap));
    return box.y - text->at.y;
  }
  if (y >= box.y && y < box.y + box.h && end <= box.x + 2) {
    named->row = (int)((y - box.y) / box.h * (float)rows_drawn(heatmap));
    return box.x - end;
  }
  if (text->at.y <= box.y + 2 && x < box.x + box.w && end > box.x - NAMES_MOST_PT)
    return fmaxf(box.y - text->at.y, box.x - end);
  return -1;
}

/* The nearest one. */
static Named named_by(const DrawList *list, const DrawText *text) {
  Named found = {-1, -1, -1};
  float nearest = NAMES_MOST_PT;
  for (int i = 0; i < list->item_count; i++) {
    if (list->items[i].kind != DRAW_HEATMAP) continue;
    Named named = {i, -1, -1};
    float away = distance_to(text, &list->items[i].as.heatmap, &named);
    if (away <= -3 || (away < 0 && named.row < 0 && named.col < 0) || away >= nearest) continue;
    nearest = away;
    found = named;
  }
  return found;
}

/* Such as a colour bar. */
static bool is_strip(const DrawHeatmap *heatmap) {
  return heatmap->values.rows <= 1 || heatmap->values.cols <= 1;
}

/* The matrix left of a name that stands beside its upper end; −1: there is none. */
static int named_from_right(const DrawList *list, const DrawText *text) {
  const float most = 200; /* points between them, where sums of rows stand */
  for (int i = 0; i < list->item_count; i++) {
    Box box = list->items[i].as.heatmap.box;
    if (list->items[i].kind != DRAW_HEATMAP || is_strip(&list->items[i].as.heatmap)) continue;
    if (text->at.y < box.y) continue;
    float away = text->at.x - box.x - box.w, line = text->at.y - text->size_pt * 0.35f;
    bool is_low = box.h < 2 * text->size_pt; /* as Kᵀ in low windows */
    float upper_end = is_low ? text->at.y + box.y + box.h - line : box.y + 0.7f * box.h;
    if (away >= 0 && away < most && text->at.y < upper_end) return i;
  }
  return -1;
}

static bool is_title_by_pair(Str text) {
  for (int part = 0; part < TRACE_PART_COUNT; part++)
    if (trace_part_info((TracePart)part)->by_pair &&
        str_equal(text, str_from(stage_part_title((TracePart)part))))
      return true;
  return false;
}

/* The matrix by pair above a name that stands below its left end, where low windows have it; −1:
** there is none. */
static int named_from_below(const DrawList *list, const DrawText *text) {
  const float most = 40; /* from the cells to the baseline of the name */
  int found = -1;
  if (!is_title_by_pair(text->text)) return -1;
  for (int i = 0; i < list->item_count; i++) {
    Box box = list->items[i].as.heatmap.box;
    if (list->items[i].kind != DRAW_HEATMAP || is_strip(&list->items[i].as.heatmap)) continue;
    float away = text->at.y - box.y - box.h, aside = box.x - text->at.x;
    if (away < 0 || away >= most || aside <= -box.w / 2 || aside >= 2 * NAMES_MOST_PT) continue;
    bool is_wider = found < 0 || box.w > list->items[found].as.heatmap.box.w; /* than Q beside it */
    if (is_wider) found = i;
  }
  return found;
}

static int named_from_aside(const DrawList *list, const DrawText *text) {
  int right = named_from_right(list, text);
  return right >= 0 ? right : named_from_below(list, text);
}

bool motion_names_matrix(const Way *way, const DrawText *text) {
  const DrawList *list = way->later.list;
  int named = named_by(list, text).heatmap;
  if (named >= 0 && !is_strip(&list->items[named].as.heatmap)) return true;
  return text->face == FACE_BOLD && named_from_aside(list, text) >= 0;
}

bool motion_names_column(const Way *way, const DrawText *text) {
  if (way->own < 0) return false;
  Box cells = way->later.list->items[way->own].as.heatmap.box;
  Box above = {cells.x, cells.y - NAMES_MOST_PT, cells.w, NAMES_MOST_PT};
  return box_holds(above, text->at) &&
         (text->angle_deg != 0 || text->at.x + text->width_pt <= cells.x + cells.w);
}

bool motion_names_what_fades(const Way *way, const DrawText *text) {
  int named = named_by(way->later.list, text).heatmap;
  return named >= 0 && way->later.fates[named] == FATE_FADES;
}

bool motion_names_row_to_come(const Way *way, const DrawText *text) {
  Named named = named_by(way->later.list, text);
  return named.heatmap >= 0 && named.row >= 0 && way->later.twins[named.heatmap] < 0;
}

/* A name keeps its distance from the cells, and is no larger than a row of them has room for. Words
** of an axis, "query ↓", name no single row. */
bool motion_rides(const Way *way, int later, DrawText *text) {
  const float share_of_pitch = 0.8f;
  const DrawText *own = &way->later.list->items[later].as.text;
  Named named = named_by(way->later.list, own);
  if (!way->folds || own->face == FACE_SEMIBOLD || named.heatmap < 0 ||
      (named.row < 0 && named.col < 0) || way->later.fates[named.heatmap] != FATE_TRAVELS)
    return false;
  const DrawHeatmap *heatmap = &way->later.list->items[named.heatmap].as.heatmap;
  Box to = heatmap->box, now = motion_way_box(way, named.heatmap);
  bool is_row = named.row >= 0;
  float pitch = is_row ? now.h / (float)rows_drawn(heatmap) : now.w / (float)cols_drawn(heatmap);
  *text = *own;
  if (way->s < 1) text->size_pt = fminf(own->size_pt, motion_stepped(share_of_pitch * pitch));
  float shrunk = text->size_pt / own->size_pt;
  text->width_pt *= shrunk;
  if (is_row) {
    float end = own->at.x + own->width_pt, line = own->size_pt * 0.3f;
    text->at.x = now.x - (to.x - end) - text->width_pt;
    text->at.y = now.y + (own->at.y - line - to.y) * now.h / to.h + line * shrunk;
  } else {
    text->at.x = now.x + (own->at.x - to.x) * now.w / to.w;
    text->at.y = now.y + own->at.y - to.y;
  }
  return true;
}

/* Matrices side by side have common rows, which are named once. */
static bool has_same_rows(const DrawItem *a, const DrawItem *b) {
  Box one = a->as.heatmap.box, other = b->as.heatmap.box;
  return a == b || (rows_drawn(&a->as.heatmap) == rows_drawn(&b->as.heatmap) &&
                    fabsf(one.y - other.y) < 1 && fabsf(one.h - other.h) < 1 && other.x >= one.x);
}

/* And those below each other common columns. */
static bool has_same_cols(const DrawItem *a, const DrawItem *b) {
  Box one = a->as.heatmap.box, other = b->as.heatmap.box;
  return a == b || (cols_drawn(&a->as.heatmap) == cols_drawn(&b->as.heatmap) &&
                    fabsf(one.x - other.x) < 1 && fabsf(one.w - other.w) < 1 && other.y >= one.y);
}

/* The names of columns stand above one that goes, and the other is not close below it. */
static bool would_float(const Way *way, int named, int carrier) {
  const float close = 12; /* points, less than a line with the name of the other */
  Box above = way->earlier.list->items[named].as.heatmap.box;
  Box below = way->earlier.list->items[carrier].as.heatmap.box;
  return way->earlier.twins[named] < 0 && below.y - above.y - above.h > close;
}

/* The matrix of the later picture of which both name the same row or column, or that both name;
** −1: there is none. */
static int name_the_same(const Way *way, Named earlier, Named later) {
  const DrawItem *was = way->earlier.list->items, *is = way->later.list->items;
  if (earlier.heatmap < 0 || later.heatmap < 0 || earlier.row != later.row ||
      earlier.col != later.col)
    return -1;
  if (earlier.row < 0 && way->earlier.twins[earlier.heatmap] == later.heatmap) return later.heatmap;
  bool (*is_same_line)(const DrawItem *, const DrawItem *) =
      earlier.row >= 0 ? has_same_rows : has_same_cols;
  for (int i = 0; i < way->earlier.list->item_count; i++) {
    int twin = way->earlier.twins[i];
    if (was[i].kind == DRAW_HEATMAP && twin >= 0 && is_same_line(&was[earlier.heatmap], &was[i]) &&
        is_same_line(&is[later.heatmap], &is[twin]) &&
        (earlier.row >= 0 || !would_float(way, earlier.heatmap, i)))
      return twin;
  }
  return -1;
}

static bool has_matrices(const DrawList *list) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_HEATMAP) return true;
  return false;
}

static bool may_travel(const Picture *picture, int i) {
  const DrawItem *item = &picture->list->items[i];
  return item->kind == DRAW_TEXT && picture->fates[i] == FATE_FADES && is_word(&item->as.text);
}

/* The first word and the last sign, an arrow: "query ↓" is "query (asks) ↓" with less room. */
static bool says_the_same(Str a, Str b) {
  enum { ARROW = 3 };
  const char *end = memchr(a.at, ' ', a.bytes);
  size_t first = end ? (size_t)(end - a.at) + 1 : 0;
  if (str_equal(a, b)) return true;
  return first > 0 && first + ARROW <= a.bytes && first + ARROW <= b.bytes &&
         memcmp(a.at, b.at, first) == 0 &&
         memcmp(a.at + a.bytes - ARROW, b.at + b.bytes - ARROW, ARROW) == 0;
}

/* The one word of a picture that says what another does, with its face and colour; −1: there is
** none, or there are several. */
static int only_like(const Picture *picture, const DrawText *text) {
  int found = -1;
  for (int i = 0; i < picture->list->item_count; i++) {
    const DrawText *other = &picture->list->items[i].as.text;
    if (!may_travel(picture, i) || other->face != text->face ||
        other->angle_deg != text->angle_deg || !says_the_same(other->text, text->text) ||
        memcmp(&other->color, &text->color, sizeof text->color) != 0)
      continue;
    if (found >= 0) return -1;
    found = i;
  }
  return found;
}

/* The words of an axis, "query (asks)", stand beside other matrices there, and say the same. */
static void find_axes(Way *way) {
  const DrawList *later = way->later.list;
  for (int i = 0; i < later->item_count; i++) {
    const DrawText *text = &later->items[i].as.text;
    if (!may_travel(&way->later, i) || text->face != FACE_SEMIBOLD) continue;
    int before = only_like(&way->earlier, text);
    if (before >= 0 && only_like(&way->later, text) == i) motion_join(way, before, i, FATE_TRAVELS);
  }
}

/* "the·5" is "the" told apart from another. */
static bool is_told_apart(Str told, Str text) {
  Str sign = STR("·");
  return text.bytes > 0 && told.bytes > text.bytes + sign.bytes &&
         memcmp(told.at, text.at, text.bytes) == 0 &&
         memcmp(told.at + text.bytes, sign.at, sign.bytes) == 0;
}

/* A word goes with what it names. Where the earlier picture has words alone, those of the same
** text are the same, in the order in which they are drawn, the last with the last: the names of its
** rows come after the sentence. */
void motion_names_find(Way *way) {
  const DrawList *earlier = way->earlier.list, *later = way->later.list;
  if (way->has_comers && !motion_has_travellers(way))
    return; /* there is nothing that they would go with */
  bool is_named = has_matrices(earlier);
  Named *names =
      arena_take(way->scene->pen.list->arena, (size_t)earlier->item_count + 1, sizeof *names);
  if (!names) return;
  for (int i = 0; i < earlier->item_count; i++)
    if (may_travel(&way->earlier, i)) names[i] = named_by(earlier, &earlier->items[i].as.text);
  for (int n = 0; n < later->item_count; n++) {
    int i = is_named ? n : later->item_count - 1 - n;
    if (!may_travel(&way->later, i)) continue;
    const DrawText *text = &later->items[i].as.text;
    if (!is_named && text->angle_deg != 0) continue;
    Named named = named_by(later, text);
    for (int m = 0; m < earlier->item_count; m++) {
      int k = is_named ? m : earlier->item_count - 1 - m;
      const DrawText *was = &earlier->items[k].as.text;
      if (!may_travel(&way->earlier, k) || was->angle_deg != text->angle_deg) continue;
      if (!str_equal(was->text, text->text) && (is_named || !is_told_apart(was->text, text->text)))
        continue;
      int carrier = is_named ? name_the_same(way, names[k], named) : -1;
      if (is_named && carrier < 0) continue;
      motion_join(way, k, i, FATE_TRAVELS);
      way->bearers[i] = carrier;
      way->titles[i] = named.heatmap >= 0 && named.row < 0 && named.col < 0;
      break;
    }
  }
  if (is_named && !way->folds) find_axes(way);
}

/* The row whose place begins with that text; −1: none. A word that is told there comes after it. */
static int row_named(const Trace *trace, Box *places, const DrawText *text) {
  Point at = {text->at.x + text->width_pt / 2, text->at.y - text->size_pt * 0.3f};
  for (int row = 0; row < trace_token_count(trace); row++)
    if (box_holds(places[row], at) && str_equal(text->text, trace_token(trace, row)->label))
      return places[row] = (Box){0}, row;
  return -1;
}

/* The names of rows that go to places of which there is no matrix. Names of tokens may be told
** apart there, "the·5". */
void motion_names_of_rows(Way *way, const Moment *moment, const StageMotion *motion) {
  const DrawList *earlier = way->earlier.list, *later = way->later.list;
  Box *names = motion->row_names(moment);
  for (int i = 0; names && i < later->item_count; i++) {
    const DrawText *text = &later->items[i].as.text;
    if (!may_travel(&way->later, i) || text->angle_deg != 0) continue;
    int row = row_named(moment->later.trace, names, text);
    for (int k = 0; row >= 0 && k < earlier->item_count; k++) {
      const DrawText *was = &earlier->items[k].as.text;
      if (!may_travel(&way->earlier, k) || was->text.bytes > text->text.bytes ||
          memcmp(was->text.at, text->text.at, was->text.bytes) != 0 ||
          named_by(earlier, was).row != row)
        continue;
      motion_join(way, k, i, FATE_TRAVELS);
      break;
    }
  }
}

static bool has_digit(Str text) {
  for (size_t i = 0; i < text.bytes; i++)
    if (text.at[i] >= '0' && text.at[i] <= '9') return true;
  return false;
}

/* A matrix of both pictures, which travels or becomes the other in the room. */
static bool goes_on(const Way *way, int later) {
  Fate fate = way->later.fates[later];
  return fate == FATE_TRAVELS || fate == FATE_ROOMS;
}

/* The word of the later picture that names that matrix so too; −1: there is none. */
static int same_name_later(const Way *way, int matrix, const DrawText *text) {
  const DrawList *later = way->later.list;
  for (int i = 0; i < later->item_count; i++) {
    const DrawText *other = &later->items[i].as.text;
    if (!may_travel(&way->later, i) || other->face != text->face || other->angle_deg != 0 ||
        !str_equal(other->text, text->text))
      continue;
    Named named = named_by(later, other);
    if (named.heatmap == matrix && named.row < 0 && named.col < 0) return i;
  }
  return -1;
}

/* A name that stands beside its matrix and then above it goes with it. */
static bool goes_with(Way *way, int earlier, int matrix) {
  const DrawText *text = &way->earlier.list->items[earlier].as.text;
  int same = may_travel(&way->earlier, earlier) ? same_name_later(way, matrix, text) : -1;
  if (same < 0) return false;
  motion_join(way, earlier, same, FATE_TRAVELS);
  way->bearers[same] = matrix;
  way->titles[same] = true;
  return true;
}

/* The names of matrices that have another one, or none, where they arrive. */
void motion_leavers_find(Way *way) {
  const DrawList *earlier = way->earlier.list;
  for (int i = 0; i < earlier->item_count; i++) {
    const DrawText *text = &earlier->items[i].as.text;
    if (earlier->items[i].kind != DRAW_TEXT || way->earlier.fates[i] != FATE_FADES) continue;
    if (text->angle_deg != 0 || text->face != FACE_BOLD || text->text.bytes == 0) continue;
    Named named = named_by(earlier, text);
    if (named.row >= 0 || named.col >= 0) continue;
    bool is_of_bar = named.heatmap >= 0 && is_strip(&earlier->items[named.heatmap].as.heatmap);
    if ((named.heatmap < 0 || is_of_bar) && !has_digit(text->text))
      named.heatmap = named_from_aside(earlier, text);
    if (named.heatmap < 0) continue;
    int twin = way->earlier.twins[named.heatmap];
    if (twin >= 0 && goes_on(way, twin) && !goes_with(way, i, twin)) way->leavers[i] = twin;
  }
}
