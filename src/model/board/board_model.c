/* model/board/board_model.c -- makes a Model of a board: the maps of its heads side by side. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "assets/assets.h"
#include "base/i18n.h"
#include "base/serial.h"
#include "core/position.h"
#include "model/board/board.h"
#include "model/model_weights.h"
#include "text/tokens.h"
#include "text/utf8.h"

static const char explanation[] =
    N_("Typed in by a person, as one writes it on a blackboard: every number of its matrices was "
       "chosen, and nothing was trained. View board shows and changes them.");

/* The rows are zeros already. */
static void embed_no_positions(Mat positions) { (void)positions; }

static MatView numbers_of(Arena *arena, const BoardMatrix *matrix) {
  size_t count = (size_t)matrix->rows * (size_t)matrix->cols;
  float *at = arena_take(arena, count, sizeof *at);
  for (size_t i = 0; at && i < count; i++) at[i] = matrix->cells[i].value;
  return (MatView){at, matrix->rows, matrix->cols, matrix->cols};
}

/* Into zeros; a matrix that the board lacks stays zero. */
static void put_part(const BoardMatrix *matrix, Mat to) {
  for (int row = 0; row < matrix->rows; row++)
    for (int col = 0; col < matrix->cols; col++)
      mat_row_of(to, row)[col] = matrix->cells[row * matrix->cols + col].value;
}

/* The columns of each head beside each other; of W_O the rows below each other. */
static bool join_heads(Arena *arena, const Board *board, int layer, BoardPart part, MatView *made) {
  int wide = board->head_count * board->d_head, d = board->d_head;
  bool is_out = part == BOARD_W_O;
  int rows = is_out ? wide : board->d_model, cols = is_out ? board->d_model : wide;
  float *at = arena_take(arena, (size_t)rows * (size_t)cols, sizeof *at);
  if (!at) return false;
  Mat whole = {at, rows, cols, cols};
  for (int head = 0; head < board->head_count; head++) {
    Mat of_head =
        is_out ? (Mat){mat_row_of(whole, head * d), d, cols, cols} : mat_cols(whole, head * d, d);
    put_part(board_matrix(board, layer, head, part), of_head);
  }
  *made = mat_view(whole);
  return true;
}

static bool fill_layers(Model *model, const Board *board) {
  LayerWeights *layers = arena_take(model->arena, (size_t)board->layer_count, sizeof *layers);
  bool done = layers != NULL;
  for (int i = 0; done && i < board->layer_count; i++)
    done = join_heads(model->arena, board, i, BOARD_W_Q, &layers[i].w_q) &&
           join_heads(model->arena, board, i, BOARD_W_K, &layers[i].w_k) &&
           join_heads(model->arena, board, i, BOARD_W_V, &layers[i].w_v) &&
           join_heads(model->arena, board, i, BOARD_W_O, &layers[i].w_o);
  model->layers = layers;
  return done;
}

const Vocab *board_vocab(Arena *arena, const Board *board) {
  Vocab *vocab;
  Str *folded = arena_take(arena, (size_t)board->token_count, sizeof *folded);
  for (int i = 0; folded && i < board->token_count; i++)
    folded[i] = utf8_fold(arena, board->tokens[i].text);
  return folded && vocab_make(arena, folded, board->token_count, &vocab, NULL) ? vocab : NULL;
}

static bool fill_words(Model *model, const Board *board) {
  Str *listed = arena_take(model->arena, (size_t)board->token_count, sizeof *listed);
  for (int i = 0; listed && i < board->token_count; i++) listed[i] = board->tokens[i].text;
  model->listed_words = listed;
  model->listed = board_vocab(model->arena, board);
  return listed && model->listed;
}

/* No role is known of a head; empty labels, so that none is measured by chance words. */
static bool fill_roles(Model *model) {
  size_t count = (size_t)model->layer_count * (size_t)model->head_count;
  const char **roles = arena_take(model->arena, count, sizeof *roles);
  for (size_t i = 0; roles && i < count; i++) roles[i] = "";
  model->roles = roles;
  return roles != NULL;
}

static const ModelInfo *info_of(Arena *arena, const char *name, const Board *board) {
  ModelInfo *info = arena_take(arena, 1, sizeof *info);
  if (!info) return NULL;
  const char *slash = strrchr(name, '/');
  info->name =
      str_copy(arena, board->title.bytes ? board->title : str_from(slash ? slash + 1 : name));
  info->label = info->name;
  info->explanation = explanation;
  return info->name ? info : NULL;
}

static bool fill_model(Model *model, const char *name, const ModelInfo *info) {
  const Board *board = model->board;
  model->info = info ? info : info_of(model->arena, name, board);
  model->layer_count = board->layer_count;
  model->head_count = board->head_count;
  model->d_model = board->d_model;
  model->d_head = board->d_head;
  model->own_mask = board->mask;
  model->token_table = numbers_of(model->arena, &board->e);
  if (board->p.rows > 0) {
    model->position_table = numbers_of(model->arena, &board->p);
    model->position_count = board->p.rows;
  } else model->embed_positions = board->is_sinusoidal ? position_sinusoidal : embed_no_positions;
  return model->info && model->token_table.at && fill_layers(model, board) &&
         fill_words(model, board) && fill_roles(model);
}

bool board_open(const BoardSource *source, Model **model, Status *status) {
  Arena *arena = arena_make(0);
  Model *made = arena ? arena_take(arena, 1, sizeof *made) : NULL;
  Board *board = made ? arena_take(arena, 1, sizeof *board) : NULL;
  bool done = board ? board_read(arena, source->name, source->text, board, status)
                    : status_no_memory(status);
  if (done) {
    *made =
        (Model){.arena = arena, .serial = serial_next(), .board = board, .measured_lazily = true};
    if (source->is_typed) made->typed_text = board->text;
    done = fill_model(made, source->name, source->info) || status_no_memory(status);
  }
  if (!done) {
    arena_free(arena);
    return false;
  }
  made->role_work = role_work_make(made);
  *model = made;
  return true;
}

bool board_builtin(const char *name, Str *text) {
  char file[64];
  int bytes = snprintf(file, sizeof file, "boards/%s.txt", name);
  return bytes > 0 && bytes < (int)sizeof file && assets_find(file, text);
}

static bool knows_all(Arena *arena, const Board *board, Str sentence) {
  Tokens split;
  const Vocab *words = board_vocab(arena, board);
  if (!words || !tokens_split(arena, sentence, words, BOARD_TOKENS_MOST, &split, NULL))
    return false;
  for (int i = 0; i < split.count; i++)
    if (split.at[i].id < 0) return false;
  return true;
}

bool board_read_named(Arena *arena, const char *name, Board *board, Status *status) {
  Str text;
  return (board_builtin(name, &text) || board_read_file(arena, name, &text, status)) &&
         board_read(arena, name, text, board, status);
}

const char *board_first_sentence(Arena *arena, const char *name, Str sentence) {
  Board board;
  Str text;
  bool is_one = board_builtin(name, &text) || board_is_file(name);
  if (!is_one || !board_read_named(arena, name, &board, NULL)) return NULL;
  return knows_all(arena, &board, sentence) ? NULL : str_copy(arena, board.sentence);
}

const Board *model_board(const Model *model) { return model->board; }

Str model_typed_text(const Model *model) { return model->typed_text; }
