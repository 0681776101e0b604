/* scene/stages/tiles_panel.c -- the inspector of the stage of tiles: one row of its tile, with what
** was kept before and what is kept behind it (M-65). */
#include "scene/stages/tiles.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"

static const TileRow *row_of(const Panel *panel) {
  return tiles_row_here(panel->scene, panel->query);
}

/* -- the keys of the tile ---------------------------------------------------------------------- */

/* The table's numbers: the first key of the tile and how many it has, S and then P of each. */
enum { FIRST_KEY, KEY_COUNT, KEY_NUMBERS };

static int key_of(const Panel *panel, int item) { return (int)panel->numbers[FIRST_KEY] + item; }

static Str key_label(const Panel *panel, int item) {
  return panel_key_label(panel, key_of(panel, item));
}

static float share_of(const Panel *panel, int item) {
  return panel->numbers[KEY_NUMBERS + (int)panel->numbers[KEY_COUNT] + item];
}

static bool hides(const Panel *panel, int item) { return panel_hides(panel, key_of(panel, item)); }

static Number number_of(const Panel *panel, int item, int column) {
  if (column == 0) return number_full(panel->numbers[KEY_NUMBERS + item]);
  return number_share(share_of(panel, item), hides(panel, item));
}

static void add_keys(Panel *panel, const TileRow *row) {
  int cols = row->tile.cols, key = panel->key - row->tile.first_col;
  float *numbers = panel_take(panel, KEY_NUMBERS + 2 * (size_t)cols, sizeof *numbers);
  if (!numbers) return;
  numbers[FIRST_KEY] = (float)row->tile.first_col;
  numbers[KEY_COUNT] = (float)cols;
  for (int i = 0; i < cols; i++) {
    numbers[KEY_NUMBERS + i] = row->scores[i];
    numbers[KEY_NUMBERS + cols + i] = row->exponentials[i];
  }
  panel->numbers = numbers;
  PanelTable table = {.label_head = _("key"),
                      .label = key_label,
                      .number_heads = {"S", "P = e^(S−m′)"},
                      .number_count = 2,
                      .number = number_of,
                      .bar = share_of,
                      .bar_high = 1,
                      .bar_color = palette_color(scene_palette(panel->scene, TRACE_WEIGHTS),
                                                 panel->pen->theme->id, 0.95f),
                      .hatched = hides,
                      .item_count = cols,
                      .focus = key >= 0 && key < cols ? key : -1,
                      .focus_color = panel->pen->theme->key};
  panel_add_table(panel, &table);
}

/* -- m, ℓ and O -------------------------------------------------------------------------------- */

static void add_fact(Panel *panel, const char *name, double value) {
  panel_add_fact(panel, str_from(name), panel_words(panel, "%s", number_full((float)value).at),
                 RANK_STEPS);
}

static void add_max(Panel *panel, const TileRow *row) {
  Number before = number_full(row->max_before), max = number_full(row->max);
  Number of_tile = number_full(row->max_of_tile), factor = number_full(row->factor);
  add_fact(panel, _("m, the largest so far"), (double)row->max_before);
  add_fact(panel, _("the largest of this tile"), (double)row->max_of_tile);
  panel_add_equation(panel,
                     panel_words(panel, "m′ = max(%s, %s) = %s", before.at, of_tile.at, max.at),
                     RANK_STEPS);
  Str power = row->max_before == -INFINITY
                  ? STR("e^(−∞) = 0")
                  : panel_words(panel, "e^(%s − %s) = %s", before.at,
                                panel_summand(panel, row->max).at, factor.at);
  panel_add_equation(panel, power, RANK_STEPS);
}

/* "ℓ′ = 0.37 · 1.20 + 2.05 = 2.49" */
static void add_sum(Panel *panel, const TileRow *row) {
  Number factor = number_full_or_zero(row->factor),
         before = number_full_or_zero((float)row->sum_before);
  Number shares = number_full((float)row->shares), sum = number_full((float)row->sum);
  panel_add_equation(
      panel, panel_words(panel, "ℓ′ = %s · %s + %s = %s", factor.at, before.at, shares.at, sum.at),
      RANK_STEPS);
}

/* The column of O that is worked out: that of the largest number. */
static int telling_column(const TileRow *row) {
  int largest = 0;
  for (int col = 1; col < row->value_cols; col++)
    if (fabs(row->output[col]) > fabs(row->output[largest])) largest = col;
  return largest;
}

/* What the shares of a tile meet besides V, where they do. */
static void add_besides(Panel *panel) {
  const AttentionKind *kind = trace_kind(panel->scene->trace);
  if (kind_drops(kind))
    panel_add_note(panel,
                   str_from(_("Dropout: some P meet no row of V, the others grow; ℓ counts all.")),
                   RANK_BODY);
  if (trace_has_part(panel->scene->trace, TRACE_RELATIVE_VALUE))
    panel_add_note(panel,
                   str_from(_("To each row of V the vector of its distance is added first.")),
                   RANK_BODY);
}

static void add_output(Panel *panel, const TileRow *row) {
  int col = telling_column(row);
  double kept = (double)row->factor * row->output_before[col];
  Str factor = panel_words(panel, "%s", number_full_or_zero(row->factor).at);
  Str before = row->output_before[col] == 0 ? STR("0")
                                            : panel_summand(panel, (float)row->output_before[col]);
  Str added = panel_summand(panel, (float)(row->output[col] - kept));
  Number after = number_full((float)row->output[col]);
  panel_add_worked(panel,
                   panel_words(panel,
                               _("O, column %d: what was kept shrinks, and P · V of this "
                                 "tile is added"),
                               col + 1),
                   panel_words(panel, "%.*s · %.*s + %.*s = %s", (int)factor.bytes, factor.at,
                               (int)before.bytes, before.at, (int)added.bytes, added.at, after.at),
                   RANK_STEPS);
  add_besides(panel);
}

static void add_strip(Panel *panel, const char *label, const double *from, int cols) {
  float *at = panel_take(panel, (size_t)cols, sizeof *at);
  if (!at) return;
  for (int i = 0; i < cols; i++) at[i] = (float)from[i];
  MatView row = {at, 1, cols, cols};
  panel_add_strip_on(panel,
                     (PanelStrip){.label = str_from(label),
                                  .color = panel->pen->theme->output,
                                  .row = row,
                                  .part = TRACE_OUTPUT,
                                  .focus = -1},
                     color_range_around_zero(mat_largest(row)), RANK_STEPS);
}

/* -- behind the last tile of the row ----------------------------------------------------------- */

static void add_end(Panel *panel, const TileRow *row) {
  int col = telling_column(row);
  if (!row->is_last) {
    Number max = number_full(row->max), sum = number_full((float)row->sum);
    panel_add_result(panel, STR("m′, ℓ′ ="), panel_words(panel, "%s, %s", max.at, sum.at));
    panel_add_note(panel, str_from(_("S and P are thrown away now. Next: the tile beside.")),
                   RANK_NEXT);
    return;
  }
  Number output = number_full((float)row->output[col]), sum = number_full((float)row->sum);
  float divided = row->sum == 0 ? 0 : (float)(row->output[col] / row->sum);
  panel_add_result(panel,
                   panel_words(panel, _("O / ℓ, column %d: %s ÷ %s ="), col + 1, output.at, sum.at),
                   panel_words(panel, "%s", number_full(divided).at));
  panel_add_note(panel, str_from(_("That was the last tile of the row: O / ℓ is its output.")),
                 RANK_NEXT);
}

/* -- one row ----------------------------------------------------------------------------------- */

static void add_title(Panel *panel, const char *words) {
  panel_add_title(panel, (PanelTitle){.kicker = _("One row of a tile, worked out"),
                                      .subject = panel_named(panel, panel->query),
                                      .words = str_from(words),
                                      .subject_color = panel->pen->theme->query});
}

static void add_nothing(Panel *panel) {
  TextStyle bold = {FACE_SEMIBOLD, 13, panel->pen->theme->ink, ALIGN_START};
  bool is_hidden = scene_row_hidden(panel->scene, panel->query);
  add_title(panel, _("meets no key"));
  panel_add_text(panel, bold,
                 str_from(is_hidden ? _("Every key is hidden from this query: m stays −∞, ℓ and O "
                                        "stay 0, and its output is 0.")
                                    : _("The keys that this query sees are in tiles to come: m is "
                                        "still −∞, ℓ and O are 0.")),
                 RANK_RESULT);
}

void tiles_inspect(Panel *panel) {
  assert(panel->query >= 0);
  const TileRow *row = row_of(panel);
  if (!row) add_nothing(panel);
  else {
    const char *words = tiles_is_at_work(panel->scene, panel->query, -1)
                            ? P_("meets key %s", "meets keys %s", row->tile.cols)
                            : P_("met key %s last", "met keys %s last", row->tile.cols);
    add_title(panel, panel_words(panel, words, tiles_keys_words(panel->scene, row->tile)).at);
    if (panel->key >= 0) panel_add_cell_words(panel);
    else
      panel_add_meaning(panel, str_from(_("Softmax needs the largest number and the sum of a whole "
                                          "row. Here both are kept up to date while tiles come and "
                                          "go.")));
    add_max(panel, row);
    add_keys(panel, row);
    add_sum(panel, row);
    add_output(panel, row);
    add_strip(panel, _("O before"), row->output_before, row->value_cols);
    add_strip(panel, "O′", row->output, row->value_cols);
    add_end(panel, row);
    panel_add_rounded(panel);
  }
  panel_add_words(panel);
}

void tiles_question(Panel *panel) {
  panel_add_question_title(panel, _("waits for its tile"), (Str){"", 0}, panel->pen->theme->key);
  panel_add_note(panel, str_from(_("Its row of tiles was not begun: m is −∞, ℓ and O are 0.")),
                 RANK_BODY);
}

/* -- nothing in focus -------------------------------------------------------------------------- */

static void add_bytes(Panel *panel, const char *name, int64_t bytes) {
  panel_add_fact(panel, str_from(name),
                 panel_count(panel, P_("%lld byte", "%lld bytes", bytes), (long long)bytes),
                 RANK_BODY);
}

void tiles_legend(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  const Scene *scene = panel->scene;
  TilesBytes bytes = tiles_bytes(scene->trace);
  const char *near = tiles_difference_words(scene);
  panel_add_signed_legend(panel, TRACE_MASKED);
  panel_add_role(panel, theme->paper, theme->muted, _("an outline: thrown away"));
  panel_add_role(panel, theme->empty_cell, theme->empty_cell, _("pale: still to come"));
  if (scene_hides_something(scene)) panel_add_hidden_legend(panel);
  panel_add_note(panel, str_from(_("In fast memory at once, for one tile:")), RANK_BODY);
  add_bytes(panel, _("its rows of Q"), bytes.queries);
  add_bytes(panel, _("its rows of K and V"), bytes.keys + bytes.values);
  add_bytes(panel, _("S, which becomes P"), bytes.scores);
  add_bytes(panel, _("m, ℓ and O of its rows"), bytes.kept);
  add_bytes(panel, _("together"), bytes.at_once);
  add_bytes(panel, _("all scores of this head"), bytes.whole);
  panel_add_note(panel,
                 str_from(_("Of 1,024 tokens all scores take 4 MiB, and a tile takes what it takes "
                            "here. ℓ and O are kept with 8 bytes a number, all else with 4.")),
                 RANK_FACTS);
  const char *skipped = tiles_skipped_words(scene);
  if (skipped[0]) panel_add_note(panel, str_from(skipped), RANK_FACTS);
  if (near[0]) panel_add_note(panel, str_from(near), RANK_RESULT);
}
