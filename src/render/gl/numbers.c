/* render/gl/numbers.c -- the textures of matrices, kept while they are in use. */
#include "render/gl/numbers.h"

#include <string.h>

enum {
  KEPT_MOST = 2048,
  UNUSED_FRAMES_MOST = 240,
  HASHED_MOST = 4096,   /* elements looked at one by one */
  HASHED_SAMPLES = 1009 /* of larger ones: memory that is used again holds other numbers */
};

/* What a texture is made of: floats of a matrix or bytes of a mask, stride counted in these. */
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

struct Numbers {
  Kept *kept;
  int count, next; /* heatmaps come in the same order every frame: look there first */
  unsigned frame;
  uint64_t serial;
  int side;
  long uploaded_bytes, held_bytes;
};

Numbers *numbers_make(Arena *arena) {
  Numbers *numbers = arena_take(arena, 1, sizeof *numbers);
  Kept *kept = arena_take(arena, KEPT_MOST, sizeof *kept);
  if (!numbers || !kept) return NULL;
  GLint side = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
  *numbers = (Numbers){.kept = kept, .side = side};
  return numbers;
}

void numbers_free(Numbers *numbers) {
  for (int i = 0; numbers && i < numbers->count; i++)
    glDeleteTextures(1, &numbers->kept[i].texture);
}

static Cells cells_of_matrix(MatView m) { return (Cells){m.at, m.rows, m.cols, m.stride, false}; }
static Cells cells_of_mask(MaskView m) { return (Cells){m.hidden, m.rows, m.cols, m.stride, true}; }

static long bytes_of(Cells cells) {
  return (long)cells.rows * cells.cols * (cells.is_mask ? 1 : (long)sizeof(float));
}

/* The order of the list is that of a frame, so the gap is closed instead of filled with the
** last. */
static void drop(Numbers *numbers, int index) {
  numbers->held_bytes -= bytes_of(numbers->kept[index].cells);
  glDeleteTextures(1, &numbers->kept[index].texture);
  memmove(&numbers->kept[index], &numbers->kept[index + 1],
          (size_t)(numbers->count - index - 1) * sizeof *numbers->kept);
  numbers->count--;
}

static int oldest(const Numbers *numbers) {
  int found = 0;
  for (int i = 1; i < numbers->count; i++)
    if (numbers->kept[i].last_frame < numbers->kept[found].last_frame) found = i;
  return found;
}

void numbers_begin(Numbers *numbers, uint64_t trace_serial) {
  numbers->frame++;
  numbers->serial = trace_serial;
  numbers->next = 0;
  for (int i = numbers->count - 1; i >= 0; i--) {
    const Kept *kept = &numbers->kept[i];
    if (kept->serial != trace_serial || numbers->frame - kept->last_frame > UNUSED_FRAMES_MOST)
      drop(numbers, i);
  }
  while (numbers->held_bytes > NUMBERS_BYTES_MOST) drop(numbers, oldest(numbers));
}

/* Of a large matrix a thousand numbers stand for all: working memory that is used again holds other
** numbers nearly everywhere. */
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

static uint64_t mixed(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15ull;
  return hash ^ hash >> 29;
}

/* Of every byte, eight at a time and four such words side by side: a million of them take less than
** a tenth of a millisecond. */
static uint64_t hash_of_mask(Cells cells) {
  enum { WORDS = 4, AT_ONCE = WORDS * 8 };
  uint64_t hashes[WORDS] = {1, 2, 3, 4}, words[WORDS], hash = 0;
  for (int row = 0; row < cells.rows; row++) {
    const unsigned char *at = (const unsigned char *)cells.at + (size_t)row * (size_t)cells.stride;
    for (int col = 0; col < cells.cols; col += AT_ONCE) {
      int bytes = cells.cols - col < AT_ONCE ? cells.cols - col : AT_ONCE;
      if (bytes < AT_ONCE) memset(words, 0, sizeof words);
      memcpy(words, at + col, (size_t)bytes);
      for (int i = 0; i < WORDS; i++) hashes[i] = mixed(hashes[i], words[i]);
    }
  }
  for (int i = 0; i < WORDS; i++) hash = mixed(hash, hashes[i]);
  return hash;
}

static uint64_t hash_of(Cells cells) {
  return cells.is_mask ? hash_of_mask(cells) : hash_of_numbers(cells);
}

/* Small numbers and masks are what they hold, wherever they lie; of larger numbers only some are
** seen. */
static bool is_content(Cells cells) {
  return cells.is_mask || (long)cells.rows * cells.cols <= HASHED_MOST;
}

static uint64_t key_of(const Numbers *numbers, Cells cells) {
  bool by_content = is_content(cells);
  const uint64_t parts[] = {(uint64_t)cells.rows, (uint64_t)cells.cols,
                            by_content ? 0 : (uint64_t)(uintptr_t)cells.at,
                            by_content ? 0 : (uint64_t)cells.stride, numbers->serial};
  uint64_t key = hash_of(cells);
  for (int i = 0; i < 5; i++) key = (key ^ parts[i]) * 0x9E3779B97F4A7C15ull + (key >> 31);
  return key;
}

uint64_t numbers_key(const Numbers *numbers, MatView m) {
  return key_of(numbers, cells_of_matrix(m));
}

uint64_t numbers_mask_key(const Numbers *numbers, MaskView mask) {
  return key_of(numbers, cells_of_mask(mask));
}

static bool is_same(const Kept *kept, Cells cells, uint64_t serial, uint64_t hash) {
  const Cells *other = &kept->cells;
  bool same_place = is_content(cells) || (other->at == cells.at && other->stride == cells.stride);
  return same_place && other->is_mask == cells.is_mask && other->rows == cells.rows &&
         other->cols == cells.cols && kept->serial == serial && kept->hash == hash;
}

/* The stride tells GL where rows begin, so a view of one head in a wider matrix needs no copy. */
static void upload(Numbers *numbers, Cells cells) {
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
  numbers->uploaded_bytes += bytes_of(cells);
  numbers->held_bytes += bytes_of(cells);
}

/* The last one found is where the next search begins: heatmaps come in the same order every frame,
** so the first try nearly always finds it. */
static void bind(Numbers *numbers, Cells cells, int unit) {
  uint64_t hash = hash_of(cells);
  glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
  for (int i = 0; i < numbers->count; i++) {
    int index = (numbers->next + i) % numbers->count;
    Kept *kept = &numbers->kept[index];
    if (!is_same(kept, cells, numbers->serial, hash)) continue;
    glBindTexture(GL_TEXTURE_2D, kept->texture);
    kept->last_frame = numbers->frame;
    numbers->next = index + 1;
    return;
  }
  if (numbers->count == KEPT_MOST) drop(numbers, oldest(numbers));
  Kept *kept = &numbers->kept[numbers->count++];
  *kept = (Kept){cells, numbers->serial, hash, numbers->frame, 0};
  glGenTextures(1, &kept->texture);
  glBindTexture(GL_TEXTURE_2D, kept->texture);
  upload(numbers, cells);
}

void numbers_bind(Numbers *numbers, MatView matrix, int unit) {
  bind(numbers, cells_of_matrix(matrix), unit);
}

void numbers_bind_mask(Numbers *numbers, MaskView mask, int unit) {
  bind(numbers, cells_of_mask(mask), unit);
}

int numbers_side(const Numbers *numbers) { return numbers->side; }
void numbers_limit_side(Numbers *numbers, int side) { numbers->side = side; }
long numbers_uploaded_bytes(const Numbers *numbers) { return numbers->uploaded_bytes; }
