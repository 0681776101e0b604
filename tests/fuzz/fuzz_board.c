/* tests/fuzz/fuzz_board.c -- any text as a board, and edits of what can be read.
**
** What can be read makes a model that runs on its own sentence; a cell that is set has the new
** number and leaves the others; a size that is added and removed again leaves the numbers as they
** were. */
#include "fuzz/fuzz.h"

#include <string.h>

#include "model/board/board.h"

static bool same_numbers(const BoardMatrix *a, const BoardMatrix *b) {
  if (a->rows != b->rows || a->cols != b->cols) return false;
  for (int i = 0; i < a->rows * a->cols; i++)
    if (memcmp(&a->cells[i].value, &b->cells[i].value, sizeof a->cells[i].value) != 0) return false;
  return true;
}

static bool same_boards(const Board *a, const Board *b) {
  bool same = a->token_count == b->token_count && a->head_count == b->head_count &&
              a->layer_count == b->layer_count;
  for (int layer = 0; same && layer < a->layer_count; layer++)
    for (int head = 0; same && head < a->head_count; head++)
      for (int part = 0; same && part < BOARD_PART_COUNT; part++)
        same = same_numbers(board_matrix(a, layer, head, (BoardPart)part),
                            board_matrix(b, layer, head, (BoardPart)part));
  return same;
}

static void check_set(Arena *arena, const Board *board) {
  BoardCell cell = {BOARD_W_K, board->layer_count - 1, board->head_count - 1, 0, 0};
  BoardEdit edit = {.arena = arena, .board = board};
  Board made;
  Status status = {0};
  bool set = board_set(&edit, cell, STR("-12.5"), &status);
  fuzz_check_status(set, &status);
  if (!set) return; /* longer than a board may be */
  fuzz_check(board_read(arena, "b", edit.text, &made, &status), "an edit can be read");
  const BoardMatrix *keys = board_matrix(&made, cell.layer, cell.head, BOARD_W_K);
  fuzz_check(keys->cells[0].value < -12.4f && keys->cells[0].value > -12.6f, "the cell is set");
  fuzz_check(same_numbers(&board->e, &made.e), "other numbers stay");
}

static void check_sizes(Arena *arena, const Board *board) {
  for (int size = 0; size < BOARD_SIZE_COUNT; size++) {
    Board more, again;
    BoardEdit edit = {.arena = arena, .board = board}, back = {.arena = arena, .board = &more};
    Status status = {0};
    bool added = board_add(&edit, (BoardSize)size, STR("zzzq"), &status);
    fuzz_check_status(added, &status);
    if (!added) continue;
    fuzz_check(board_read(arena, "b", edit.text, &more, &status), "a larger board can be read");
    if (!board_remove(&back, (BoardSize)size, &status)) continue;
    fuzz_check(board_read(arena, "b", back.text, &again, &status), "a smaller board can be read");
    fuzz_check(same_boards(board, &again), "what was added is gone, and nothing else");
  }
}

static void check_run(Arena *arena, const Board *board) {
  Model *model = NULL;
  const Trace *trace = NULL;
  Status status = {0};
  MaskSpec mask = {.model_own = true};
  bool opened = board_open(&(BoardSource){.name = "b", .text = board->text}, &model, &status);
  fuzz_check(opened, "what can be read can be opened");
  RunOrder order = {.sentence = board->sentence, .mask = &mask};
  bool ran = model_run(model, &order, arena, &trace, &status);
  fuzz_check_status(ran, &status);
  model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  Arena *arena = arena_make(size), *work = arena_make(0);
  Str text = {(const char *)bytes, size};
  Board board;
  Status status = {0};
  bool read = board_read(arena, "b", text, &board, &status);
  fuzz_check_status(read, &status);
  fuzz_check_memory(arena, size, 32);
  if (read) {
    fuzz_check(board_is(text), "what can be read is recognised");
    check_set(work, &board);
    check_sizes(work, &board);
    check_run(work, &board);
  }
  arena_free(work);
  arena_free(arena);
  return 0;
}
