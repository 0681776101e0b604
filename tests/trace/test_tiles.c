/* Attention tile by tile (M-65) in a trace: the output against the whole matrix in double, the tiles
** and their order, and what is kept behind each. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/run.h"
#include "trace/trace_build.h"
#include "trace/workings/cost.h"
#include "trace/workings/tiles.h"

static const char sentence[] = "the animal was too tired on street and cat sat";

static const char *const models[] = {"hand-made", "random", "made-reader", "made-writer"};
static const char *const masks[] = {"own", "none", "causal", "window:1", "padding:3"};
static const char *const kinds[] = {"",
                                    "positions alibi; ",
                                    "positions t5; ",
                                    "positions rope; ",
                                    "kv_heads 1; ",
                                    "score general; ",
                                    "score cosine; positions alibi; ",
                                    "score additive; "};
static const int sizes[][2] = {{1, 1}, {2, 3}, {4, 4}, {3, 100}, {100, 2}, {1000000, 1000000}};
enum { MODELS = 4, MASKS = 5, KINDS = 8, SIZES = 6 };

static Run run_tiles(const char *model, const char *mask, const char *kind, const int size[2]) {
  char all[128];
  snprintf(all, sizeof all, "%sschedule flash %d %d", kind, size[0], size[1]);
  return run_make_kind(model, mask, all, str_from(sentence));
}

/* softmax(masked) V in double. */
static double exact_number(const Run *run, int layer, int head, int row, int col) {
  MatView masked = trace_matrix(run->trace, TRACE_MASKED, layer, head);
  MatView values = trace_matrix(run->trace, TRACE_V, layer, head);
  double max = -INFINITY, sum = 0, total = 0;
  for (int key = 0; key < masked.cols; key++) max = fmax(max, (double)mat_get(masked, row, key));
  for (int key = 0; key < masked.cols && max > -INFINITY; key++) {
    double share = exp((double)mat_get(masked, row, key) - max);
    sum += share;
    total += share * (double)mat_get(values, key, col);
  }
  return sum > 0 ? total / sum : 0;
}

static void check_output(const Run *run, int layer, int head) {
  MatView output = trace_matrix(run->trace, TRACE_OUTPUT, layer, head);
  double largest = (double)trace_largest(run->trace, TRACE_OUTPUT, layer, head);
  for (int row = 0; row < output.rows; row++)
    for (int col = 0; col < output.cols; col++) {
      double away = (double)mat_get(output, row, col) - exact_number(run, layer, head, row, col);
      assert_true(fabs(away) <= 1e-6 * largest);
    }
  TilesDifference far;
  assert_true(tiles_difference(run->arena, run->trace, layer, head, &far));
  assert_true(far.difference <= 1e-6f * far.largest);
}

static void the_output_is_that_of_the_whole_matrix(void **state) {
  (void)state;
  for (int i = 0; i < MODELS * MASKS * KINDS; i++)
    for (int size = 0; size < SIZES; size++) {
      Run run = run_tiles(models[i % MODELS], masks[i / MODELS % MASKS], kinds[i / MODELS / MASKS],
                          sizes[size]);
      int last = trace_layer_count(run.trace) - 1;
      for (int head = 0; head < trace_head_count(run.trace, 0); head++) {
        check_output(&run, 0, head);
        check_output(&run, last, head);
      }
      run_free(&run);
    }
}

/* The scores that are looked at are those of the run without tiles. */
static void the_stages_before_are_the_same(void **state) {
  (void)state;
  static const TracePart parts[] = {TRACE_SCORES, TRACE_MASKED, TRACE_WEIGHTS};
  for (int i = 0; i < MODELS; i++) {
    Run whole = run_make(models[i], "causal", str_from(sentence));
    Run tiles = run_tiles(models[i], "causal", "", sizes[1]);
    for (int part = 0; part < 3; part++) {
      MatView a = trace_matrix(whole.trace, parts[part], 0, 0);
      MatView b = trace_matrix(tiles.trace, parts[part], 0, 0);
      for (int row = 0; row < a.rows; row++)
        assert_memory_equal(mat_row(a, row), mat_row(b, row), (size_t)a.cols * sizeof(float));
    }
    run_free(&whole);
    run_free(&tiles);
  }
}

/* O / l behind the last tile is OUTPUT to the bit, in whatever order m, l and O came there. */
static void what_is_kept_ends_as_the_output(void **state) {
  (void)state;
  static const char *const over[] = {"positions alibi; ", "score general; ", "score additive; "};
  for (int i = 0; i < 3 * SIZES; i++) {
    Run run = run_tiles("made-reader", "causal", over[i % 3], sizes[i / 3]);
    Tiling tiling = tiling_of(run.trace);
    const TilesKept *end =
        tiles_kept(run.arena, run.trace, (TilePlace){1, 0, tiling_count(&tiling) - 1});
    MatView output = trace_matrix(run.trace, TRACE_OUTPUT, 1, 0);
    for (int row = 0; row < output.rows; row++) {
      for (int col = 0; col < output.cols; col++)
        assert_true((float)(end->output[row * end->cols + col] / end->sum[row]) ==
                    mat_get(output, row, col));
      int index = tiles_of_row(run.trace, 1, row, tiling_count(&tiling) - 1);
      const TileRow *last = tiles_row(run.arena, run.trace, (TilePlace){1, 0, index}, row);
      assert_true(last->is_last && last->max == end->max[row] && last->sum == end->sum[row]);
    }
    run_free(&run);
  }
}

/* Every step of a row: m', the factor, l' and O' by the formula from what was kept before. */
static void a_row_of_a_tile_follows_the_formula(void **state) {
  (void)state;
  Run run = run_tiles("made-reader", "causal", "", (const int[]){3, 2});
  Tiling tiling = tiling_of(run.trace);
  MatView masked = trace_matrix(run.trace, TRACE_MASKED, 0, 1);
  MatView values = trace_matrix(run.trace, TRACE_V, 0, 1);
  for (int index = 0; index < tiling_count(&tiling); index++) {
    Tile tile = tiling_tile(&tiling, index);
    const TilesKept *kept = tiles_kept(run.arena, run.trace, (TilePlace){0, 1, index});
    for (int at = tile.first_row; at < tile.first_row + tile.rows; at++) {
      const TileRow *row = tiles_row(run.arena, run.trace, (TilePlace){0, 1, index}, at);
      double max = (double)row->max_before, added = 0;
      for (int i = 0; i < tile.cols; i++) {
        assert_true(row->scores[i] == mat_get(masked, at, tile.first_col + i));
        max = fmax(max, (double)row->scores[i]);
      }
      assert_true((double)row->max == max);
      double factor = row->max_before == -INFINITY ? 0 : exp((double)row->max_before - max);
      assert_true(fabs(factor - (double)row->factor) < 1e-6);
      for (int i = 0; i < tile.cols; i++)
        added += (double)row->exponentials[i] * (double)mat_get(values, tile.first_col + i, 0);
      assert_true(fabs(row->sum - (factor * row->sum_before + row->shares)) < 1e-5);
      assert_true(fabs(row->output[0] - (factor * row->output_before[0] + added)) < 1e-4);
      assert_true(kept->max[at] == row->max && kept->sum[at] == row->sum);
    }
  }
  run_free(&run);
}

/* Tiles cover every cell once, smaller at the right and below; the cells that are filled tell the
** tile. */
static void tiles_divide_the_matrix(void **state) {
  (void)state;
  for (int rows = 1; rows < 12; rows++)
    for (int cols = 1; cols < 9; cols++) {
      Tiling tiling = {11, 8, rows, cols, 0, 0};
      tiling.down = (11 + rows - 1) / rows;
      tiling.across = (8 + cols - 1) / cols;
      int cells = 0;
      for (int index = 0; index < tiling_count(&tiling); index++) {
        Tile tile = tiling_tile(&tiling, index);
        int before = cells;
        cells += tile.rows * tile.cols;
        assert_int_equal(tiling_filled(&tiling, index), cells);
        for (int filled = before + 1; filled <= cells; filled++)
          assert_int_equal(tiling_index(&tiling, filled), index);
        assert_int_equal(tiling_at(&tiling, tile.first_row, tile.first_col), index);
        assert_int_equal(
            tiling_at(&tiling, tile.first_row + tile.rows - 1, tile.first_col + tile.cols - 1),
            index);
      }
      assert_int_equal(cells, 88);
      assert_int_equal(tiling_index(&tiling, -1), tiling_count(&tiling) - 1);
    }
}

/* Under a causal mask the tiles above the diagonal are left out, forwards and backwards. */
static void hidden_tiles_are_skipped(void **state) {
  (void)state;
  Run run = run_tiles("made-reader", "causal", "", (const int[]){2, 2});
  static const int seen[] = {0, 5, 6, 10, 11, 12, 15, 16, 17, 18, 20, 21, 22, 23, 24};
  enum { SEEN = sizeof seen / sizeof seen[0] };
  assert_int_equal(trace_token_count(run.trace), 10);
  assert_int_equal(tiles_skipped_count(run.trace, 0), 10);
  for (int i = 0, at = -1; i < SEEN; i++) {
    at = tiles_next(run.trace, 0, at, 1);
    assert_int_equal(at, seen[i]);
    assert_int_equal(tiles_next(run.trace, 0, at, -1), i > 0 ? seen[i - 1] : -1);
  }
  assert_int_equal(tiles_next(run.trace, 0, 24, 1), -1);
  assert_int_equal(tiles_of_row(run.trace, 0, 3, 24), 6);
  assert_int_equal(tiles_of_row(run.trace, 0, 3, 5), 5);
  assert_int_equal(tiles_of_row(run.trace, 0, 4, 6), -1);
  run_free(&run);
}

/* Tiles of 4 by 2 with heads of 16 columns: bytes at once. */
static void bytes_are_those_of_one_tile(void **state) {
  (void)state;
  Run run = run_tiles("random", "none", "", (const int[]){4, 2});
  TilesBytes bytes = tiles_bytes(run.trace);
  int width = trace_d_head(run.trace);
  assert_true(bytes.queries == 16 * width && bytes.keys == 8 * width && bytes.values == 8 * width);
  assert_true(bytes.scores == 32 && bytes.kept == 4 * (4 + 8 + 8 * width));
  assert_true(bytes.whole == 400);
  CostSizes counted = cost_sizes_of(run.trace); /* what the view of costs counts with */
  assert_true(counted.now == COST_FLASH && counted.tile_rows == 4 && counted.tile_cols == 2);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_output_is_that_of_the_whole_matrix),
      cmocka_unit_test(the_stages_before_are_the_same),
      cmocka_unit_test(what_is_kept_ends_as_the_output),
      cmocka_unit_test(a_row_of_a_tile_follows_the_formula),
      cmocka_unit_test(tiles_divide_the_matrix),
      cmocka_unit_test(hidden_tiles_are_skipped),
      cmocka_unit_test(bytes_are_those_of_one_tile),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
