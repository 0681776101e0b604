/* render/gl/numbers.c -- the textures of matrices, kept while they are in use. */
#include "render/gl/numbers.h"

#include <string.h>

enum {
  KEPT_MOST = 2048,
  UNUSED_FRAMES_MOST = 240,
  HASHED_MOST = 4096,   /* elements looked at one by one */
  HASHED_SAMPLES = 1009 /* of larger ones: memory that is used again holds other numbers */
};

typedef struct Kept {
  MatView matrix;
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

static long bytes_of(const Kept *kept) {
  return (long)kept->matrix.rows * kept->matrix.cols * (long)sizeof(float);
}

/* The order of the list is that of a frame, so the gap is closed instead of filled with the
** last. */
static void drop(Numbers *numbers, int index) {
  numbers->held_bytes -= bytes_of(&numbers->kept[index]);
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
static uint64_t hash_of(MatView m) {
  long count = (long)m.rows * m.cols, step = count > HASHED_MOST ? count / HASHED_SAMPLES : 1;
  uint64_t hash = 0xCBF29CE484222325ull;
  for (long i = step - 1; i < count; i += step) {
    uint32_t bits;
    memcpy(&bits, &mat_row(m, (int)(i / m.cols))[i % m.cols], sizeof bits);
    hash = (hash ^ bits) * 0x100000001B3ull;
  }
  return hash;
}

/* A small matrix is what it holds, wherever it lies; of a larger one only some numbers are seen. */
static bool is_small(MatView m) { return (long)m.rows * m.cols <= HASHED_MOST; }

uint64_t numbers_key(const Numbers *numbers, MatView m) {
  bool small = is_small(m);
  const uint64_t parts[] = {(uint64_t)m.rows, (uint64_t)m.cols,
                            small ? 0 : (uint64_t)(uintptr_t)m.at, small ? 0 : (uint64_t)m.stride,
                            numbers->serial};
  uint64_t key = hash_of(m);
  for (int i = 0; i < 5; i++) key = (key ^ parts[i]) * 0x9E3779B97F4A7C15ull + (key >> 31);
  return key;
}

static bool is_same(const Kept *kept, MatView m, uint64_t serial, uint64_t hash) {
  bool same_place = is_small(m) || (kept->matrix.at == m.at && kept->matrix.stride == m.stride);
  return same_place && kept->matrix.rows == m.rows && kept->matrix.cols == m.cols &&
         kept->serial == serial && kept->hash == hash;
}

/* The stride tells GL where rows begin, so a view of one head in a wider matrix needs no copy. */
static void upload(Numbers *numbers, MatView m) {
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, m.stride);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, m.cols, m.rows, 0, GL_RED, GL_FLOAT, m.at);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  numbers->uploaded_bytes += (long)m.rows * m.cols * (long)sizeof(float);
  numbers->held_bytes += (long)m.rows * m.cols * (long)sizeof(float);
}

/* The last one found is where the next search begins: heatmaps come in the same order every frame,
** so the first try nearly always finds it. */
void numbers_bind(Numbers *numbers, MatView matrix, int unit) {
  uint64_t hash = hash_of(matrix);
  glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
  for (int i = 0; i < numbers->count; i++) {
    int index = (numbers->next + i) % numbers->count;
    Kept *kept = &numbers->kept[index];
    if (!is_same(kept, matrix, numbers->serial, hash)) continue;
    glBindTexture(GL_TEXTURE_2D, kept->texture);
    kept->last_frame = numbers->frame;
    numbers->next = index + 1;
    return;
  }
  if (numbers->count == KEPT_MOST) drop(numbers, oldest(numbers));
  Kept *kept = &numbers->kept[numbers->count++];
  *kept = (Kept){matrix, numbers->serial, hash, numbers->frame, 0};
  glGenTextures(1, &kept->texture);
  glBindTexture(GL_TEXTURE_2D, kept->texture);
  upload(numbers, matrix);
}

int numbers_side(const Numbers *numbers) { return numbers->side; }
void numbers_limit_side(Numbers *numbers, int side) { numbers->side = side; }
long numbers_uploaded_bytes(const Numbers *numbers) { return numbers->uploaded_bytes; }
