/* model/spread.c -- one job of the pool for all pieces of the products.
**
** How a product is cut depends on the shape of W and on whether its rows are few, never on the
** number of threads. A piece is as large as BLAS needs to take its kernel for large products, or
** is made large by rows of zeros. */
#include "model/spread.h"

#include <stdatomic.h>
#include <string.h>

#include "core/linear.h"
#include "core/row_product.h"

/* BLAS takes another kernel, with another order of sums, up to so many multiplications (OpenBLAS
** with AVX-512: 10⁶). Products are kept above. */
static const long small_kernel_most = 1000000;

/* ---- room ---- */

enum { THREADS_MOST = 64 };

struct Room {
  float *buffers[THREADS_MOST];
  atomic_flag taken[THREADS_MOST];
  int count;
};

Room *room_make(Arena *arena, int thread_count, size_t number_count) {
  Room *room = arena_take(arena, 1, sizeof *room);
  if (!room) return NULL;
  room->count = thread_count < THREADS_MOST ? thread_count : THREADS_MOST;
  for (int i = 0; i < room->count; i++) {
    atomic_flag_clear(&room->taken[i]);
    room->buffers[i] = arena_take(arena, number_count, sizeof(float));
    if (!room->buffers[i]) return NULL;
  }
  return room;
}

/* There are as many buffers as threads, so one is free within a moment. */
float *room_take(Room *room) {
  for (int i = 0;; i = (i + 1) % room->count)
    if (!atomic_flag_test_and_set(&room->taken[i])) return room->buffers[i];
}

void room_give(Room *room, const float *taken) {
  for (int i = 0; i < room->count; i++)
    if (room->buffers[i] == taken) atomic_flag_clear(&room->taken[i]);
}

/* ---- pieces ---- */

typedef struct Job {
  const SpreadProduct *products;
  Room *room;
} Job;

/* Columns of the narrowest piece, in sixteens; the kernel for small products must not get it. */
static int least_columns(MatView w) {
  int pieces = (w.cols + SPREAD_PIECE_COLUMNS - 1) / SPREAD_PIECE_COLUMNS;
  return w.cols / 16 / pieces * 16;
}

/* From so many rows on, a piece of W is a large product. */
static int least_rows(MatView w) {
  long each = (long)w.rows * least_columns(w);
  long rows = each > 0 ? small_kernel_most / each + 1 : SPREAD_PADDED_ROWS + 1;
  return rows > SPREAD_PADDED_ROWS ? SPREAD_PADDED_ROWS + 1 : (int)rows;
}

bool spread_is_row_by_row(MatView w) { return least_rows(w) <= SPREAD_PADDED_ROWS; }

bool spread_is_short(MatView w, int rows) {
  return rows < least_rows(w) && spread_is_row_by_row(w);
}

size_t spread_room_numbers(MatView w) {
  if (!spread_is_row_by_row(w)) return 0;
  return (size_t)least_rows(w) * ((size_t)w.rows + 2 * SPREAD_PIECE_COLUMNS);
}

static int pieces_of(const SpreadProduct *product) {
  bool by_row = product->order > 0 && spread_is_short(product->w, product->y.rows);
  int columns = by_row ? SPREAD_ROW_COLUMNS : SPREAD_PIECE_COLUMNS;
  return (product->y.cols + columns - 1) / columns;
}

/* Pieces are equally wide but for 16 columns, so that none is small. */
static int first_column(const SpreadProduct *product, int piece) {
  int sixteens = product->y.cols / 16, pieces = pieces_of(product);
  if (piece == pieces) return product->y.cols;
  return (int)((long)sixteens * piece / pieces) * 16;
}

/* Few rows, with zeros below them. */
static void run_padded(const SpreadProduct *piece, int rows, float *room) {
  MatView x = piece->x;
  Mat wide_x = {room, rows, x.cols, x.cols};
  Mat wide_y = {room + (size_t)rows * (size_t)x.cols, rows, piece->y.cols, piece->y.cols};
  memset(wide_x.at, 0, (size_t)rows * (size_t)x.cols * sizeof(float));
  for (int row = 0; row < x.rows; row++)
    memcpy(mat_row_of(wide_x, row), mat_row(x, row), (size_t)x.cols * sizeof(float));
  linear(mat_view(wide_x), piece->w, piece->bias, wide_y);
  for (int row = 0; row < x.rows; row++)
    memcpy(mat_row_of(piece->y, row), mat_row_of(wide_y, row), (size_t)wide_y.cols * sizeof(float));
}

/* Enough rows: BLAS. Few, and BLAS's order is known: row by row. Few, and it is not: rows of
** zeros. */
static void run_piece(const SpreadProduct *product, int index, Room *room) {
  int first = first_column(product, index), count = first_column(product, index + 1) - first;
  int rows = least_rows(product->w);
  SpreadProduct piece = {.x = product->x,
                         .w = mat_view_cols(product->w, first, count),
                         .bias = product->bias ? product->bias + first : NULL,
                         .activation = product->activation,
                         .y = mat_cols(product->y, first, count)};
  if (!spread_is_short(product->w, piece.y.rows)) linear(piece.x, piece.w, piece.bias, piece.y);
  else if (product->order > 0) row_product(piece.x, piece.w, piece.bias, product->order, piece.y);
  else {
    float *taken = room_take(room);
    run_padded(&piece, rows, taken);
    room_give(room, taken);
  }
  activation_apply(piece.activation, piece.y);
}

static void work(void *self, int index) {
  const Job *job = self;
  const SpreadProduct *product = job->products;
  /* Pieces are numbered through all products, so that threads need not wait between them. */
  for (; index >= pieces_of(product); product++) index -= pieces_of(product);
  run_piece(product, index, job->room);
}

void spread_products(Pool *pool, Room *room, const SpreadProduct *products, int count) {
  Job job = {products, room};
  int pieces = 0;
  for (int i = 0; i < count; i++) pieces += pieces_of(&products[i]);
  pool_run(pool, pieces, work, &job);
}
