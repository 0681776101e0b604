/* render/gl/matrix_textures.c -- caches the textures of matrices and masks while they are used. */
#include "render/gl/matrix_textures.h"

#include <assert.h>
#include <string.h>

enum {
  KEPT_MOST = 2048,
  UNUSED_FRAMES_MOST = 240,
  HASHED_MOST = 4096,   /* matrices up to this size are hashed completely */
  HASHED_SAMPLES = 1009 /* samples of larger ones: reused memory holds other numbers */
};

/* The content of a texture: floats of a matrix or bytes of a mask; stride counts these. */
typedef struct Cells {
  const void *at;
  int rows, cols, stride;
  bool is_mask;
} Cells;

typedef struct Kept {
  Cells cells;
  uint64_t serial, hash;
  unsigned last_frame;
  GLuint texture;
} Kept;

struct MatrixTextures {
  Kept *kept;
  int count, next; /* compared first, since heatmaps come in the same order every frame */
  unsigned frame;
  uint64_t serial;
  int side;
  long uploaded_bytes, held_bytes;
};

MatrixTextures *matrix_textures_make(Arena *arena) {
  MatrixTextures *textures = arena_take(arena, 1, sizeof *textures);
  Kept *kept = arena_take(arena, KEPT_MOST, sizeof *kept);
  if (!textures || !kept) return NULL;
  GLint side = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
  *textures = (MatrixTextures){.kept = kept, .side = side};
  return textures;
}

void matrix_textures_free(MatrixTextures *textures) {
  for (int i = 0; textures && i < textures->count; i++)
    glDeleteTextures(1, &textures->kept[i].texture);
}

static Cells cells_of_matrix(MatView m) { return (Cells){m.at, m.rows, m.cols, m.stride, false}; }
static Cells cells_of_mask(MaskView m) { return (Cells){m.hidden, m.rows, m.cols, m.stride, true}; }

static long bytes_of(Cells cells) {
  return (long)cells.rows * cells.cols * (cells.is_mask ? 1 : (long)sizeof(float));
}

/* Keeps the order of the list, which is that of a frame. */
static void drop(MatrixTextures *textures, int index) {
  assert(index >= 0 && index < textures->count);
  textures->held_bytes -= bytes_of(textures->kept[index].cells);
  glDeleteTextures(1, &textures->kept[index].texture);
  memmove(&textures->kept[index], &textures->kept[index + 1],
          (size_t)(textures->count - index - 1) * sizeof *textures->kept);
  textures->count--;
}

static int oldest(const MatrixTextures *textures) {
  assert(textures->count > 0);
  int found = 0;
  for (int i = 1; i < textures->count; i++)
    if (textures->kept[i].last_frame < textures->kept[found].last_frame) found = i;
  return found;
}

void matrix_textures_begin(MatrixTextures *textures, uint64_t trace_serial) {
  textures->frame++;
  textures->serial = trace_serial;
  textures->next = 0;
  for (int i = textures->count - 1; i >= 0; i--) {
    const Kept *kept = &textures->kept[i];
    if (kept->serial != trace_serial || textures->frame - kept->last_frame > UNUSED_FRAMES_MOST)
      drop(textures, i);
  }
  while (textures->held_bytes > MATRIX_TEXTURES_BYTES_MOST) drop(textures, oldest(textures));
}

/* For a large matrix about a thousand samples suffice: reused memory differs nearly everywhere. */
static uint64_t hash_of_numbers(Cells cells) {
  MatView m = {cells.at, cells.rows, cells.cols, cells.stride};
  long count = (long)m.rows * m.cols, step = count > HASHED_MOST ? count / HASHED_SAMPLES : 1;
  uint64_t hash = 0xCBF29CE484222325ull;
  for (long i = step - 1; i < count; i += step) {
    uint32_t bits;
    memcpy(&bits, &mat_row(m, (int)(i / m.cols))[i % m.cols], sizeof bits);
    hash = (hash ^ bits) * 0x100000001B3ull;
  }
  return hash;
}

static uint64_t mix_hash(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15ull;
  return hash ^ hash >> 29;
}

/* Hashes every byte, 32 at a time in four independent words: a million bytes take less than a
** tenth of a millisecond. */
static uint64_t hash_of_mask(Cells cells) {
  enum { WORDS = 4, AT_ONCE = WORDS * 8 };
  uint64_t hashes[WORDS] = {1, 2, 3, 4}, words[WORDS], hash = 0;
  for (int row = 0; row < cells.rows; row++) {
    const unsigned char *at = (const unsigned char *)cells.at + (size_t)row * (size_t)cells.stride;
    for (int col = 0; col < cells.cols; col += AT_ONCE) {
      int bytes = cells.cols - col < AT_ONCE ? cells.cols - col : AT_ONCE;
      if (bytes < AT_ONCE) memset(words, 0, sizeof words);
      memcpy(words, at + col, (size_t)bytes);
      for (int i = 0; i < WORDS; i++) hashes[i] = mix_hash(hashes[i], words[i]);
    }
  }
  for (int i = 0; i < WORDS; i++) hash = mix_hash(hash, hashes[i]);
  return hash;
}

static uint64_t hash_of(Cells cells) {
  return cells.is_mask ? hash_of_mask(cells) : hash_of_numbers(cells);
}

/* Small matrices and masks are identified by content alone; larger matrices also by address, since
** only samples are hashed. */
static bool is_content(Cells cells) {
  return cells.is_mask || (long)cells.rows * cells.cols <= HASHED_MOST;
}

static uint64_t key_of(const MatrixTextures *textures, Cells cells) {
  bool by_content = is_content(cells);
  const uint64_t parts[] = {(uint64_t)cells.rows, (uint64_t)cells.cols,
                            by_content ? 0 : (uint64_t)(uintptr_t)cells.at,
                            by_content ? 0 : (uint64_t)cells.stride, textures->serial};
  uint64_t key = hash_of(cells);
  for (int i = 0; i < 5; i++) key = (key ^ parts[i]) * 0x9E3779B97F4A7C15ull + (key >> 31);
  return key;
}

uint64_t matrix_textures_key(const MatrixTextures *textures, MatView m) {
  return key_of(textures, cells_of_matrix(m));
}

uint64_t matrix_textures_mask_key(const MatrixTextures *textures, MaskView mask) {
  return key_of(textures, cells_of_mask(mask));
}

static bool is_same(const Kept *kept, Cells cells, uint64_t serial, uint64_t hash) {
  const Cells *other = &kept->cells;
  bool same_place = is_content(cells) || (other->at == cells.at && other->stride == cells.stride);
  return same_place && other->is_mask == cells.is_mask && other->rows == cells.rows &&
         other->cols == cells.cols && kept->serial == serial && kept->hash == hash;
}

/* GL_UNPACK_ROW_LENGTH gives the stride, so a view of one head in a wider matrix needs no copy. */
static void upload(MatrixTextures *textures, Cells cells) {
  GLint format = cells.is_mask ? GL_R8 : GL_R32F;
  GLenum type = cells.is_mask ? GL_UNSIGNED_BYTE : GL_FLOAT;
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, cells.is_mask ? 1 : 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, cells.stride);
  glTexImage2D(GL_TEXTURE_2D, 0, format, cells.cols, cells.rows, 0, GL_RED, type, cells.at);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  textures->uploaded_bytes += bytes_of(cells);
  textures->held_bytes += bytes_of(cells);
}

/* The search begins after the last match: heatmaps come in the same order every frame, so the first
** comparison nearly always succeeds. */
static void bind(MatrixTextures *textures, Cells cells, int unit) {
  assert(cells.at && cells.rows > 0 && cells.cols > 0);
  assert(cells.rows <= textures->side && cells.cols <= textures->side);
  uint64_t hash = hash_of(cells);
  glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
  for (int i = 0; i < textures->count; i++) {
    int index = (textures->next + i) % textures->count;
    Kept *kept = &textures->kept[index];
    if (!is_same(kept, cells, textures->serial, hash)) continue;
    glBindTexture(GL_TEXTURE_2D, kept->texture);
    kept->last_frame = textures->frame;
    textures->next = index + 1;
    return;
  }
  if (textures->count == KEPT_MOST) drop(textures, oldest(textures));
  Kept *kept = &textures->kept[textures->count++];
  *kept = (Kept){cells, textures->serial, hash, textures->frame, 0};
  glGenTextures(1, &kept->texture);
  glBindTexture(GL_TEXTURE_2D, kept->texture);
  upload(textures, cells);
}

void matrix_textures_bind(MatrixTextures *textures, MatView matrix, int unit) {
  bind(textures, cells_of_matrix(matrix), unit);
}

void matrix_textures_bind_mask(MatrixTextures *textures, MaskView mask, int unit) {
  bind(textures, cells_of_mask(mask), unit);
}

int matrix_textures_side(const MatrixTextures *textures) { return textures->side; }
void matrix_textures_limit_side(MatrixTextures *textures, int side) {
  assert(side > 0);
  textures->side = side;
}
long matrix_textures_uploaded_bytes(const MatrixTextures *textures) {
  return textures->uploaded_bytes;
}
