/* trace/file/tensor_file.c -- writes a safetensors file: the header, then one matrix after the
** other.
**
** The offsets follow from the shapes, so the header is written before any number is computed. */
#include "trace/file/tensor_file.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "trace/file/file_text.h"

enum { HEADER_ALIGNMENT = 8, LENGTH_BYTES = 8 };

/* Compares numbers as texts, since the names that contain them are sorted as texts. */
static int compare_as_text(const void *a, const void *b) {
  char first[16], second[16];
  snprintf(first, sizeof first, "%d", *(const int *)a);
  snprintf(second, sizeof second, "%d", *(const int *)b);
  return strcmp(first, second);
}

void tensor_file_order(int *numbers, int count) {
  qsort(numbers, (size_t)count, sizeof *numbers, compare_as_text);
}

/* ---- the header ---- */

static size_t row_bytes(const TensorFileEntry *entry) {
  return (size_t)entry->cols * sizeof(float);
}

static size_t entry_bytes(const TensorFileEntry *entry) {
  size_t heads = entry->head_count > 0 ? (size_t)entry->head_count : 1;
  return heads * (size_t)entry->rows * row_bytes(entry);
}

static void add_metadata(StrBuf *header, const TensorFile *file) {
  strbuf_add(header, STR("{\"__metadata__\":{"));
  for (int i = 0; i < file->pair_count; i++) {
    if (i > 0) strbuf_add_char(header, ',');
    strbuf_add_json(header, str_from(file->pairs[i].key));
    strbuf_add_char(header, ':');
    strbuf_add_json(header, file->pairs[i].value);
  }
  strbuf_add_char(header, '}');
}

/* Offsets count from the end of the header, as the format has it. Returns where the next begins. */
static size_t add_entry(StrBuf *header, const TensorFileEntry *entry, size_t begin) {
  size_t end = begin + entry_bytes(entry);
  strbuf_add_char(header, ',');
  strbuf_add_json(header, str_from(entry->name));
  strbuf_add(header, STR(":{\"dtype\":\"F32\",\"shape\":["));
  if (entry->head_count > 0) strbuf_format(header, "%d,", entry->head_count);
  strbuf_format(header, "%d,%d],\"data_offsets\":[%zu,%zu]}", entry->rows, entry->cols, begin, end);
  return end;
}

/* Length and JSON; *data_bytes is how many bytes follow. */
static bool make_header(Arena *arena, const TensorFile *file, Str *header, size_t *data_bytes) {
  StrBuf text = strbuf_make(arena);
  /* Space for the length, which is known at the end. */
  strbuf_add(&text, (Str){"\0\0\0\0\0\0\0", LENGTH_BYTES});
  *data_bytes = 0;
  add_metadata(&text, file);
  for (int i = 0; i < file->entry_count; i++)
    *data_bytes = add_entry(&text, &file->entries[i], *data_bytes);
  strbuf_add_char(&text, '}');
  while (!text.failed && text.bytes % HEADER_ALIGNMENT != 0) strbuf_add_char(&text, ' ');
  for (int i = 0; !text.failed && i < LENGTH_BYTES; i++)
    text.at[i] = (char)(unsigned char)((uint64_t)(text.bytes - LENGTH_BYTES) >> (8 * i));
  *header = strbuf_str(&text);
  return !text.failed;
}

/* ---- matrix by matrix ---- */

/* How many pieces the entry has: matrices of heads, or blocks of rows of one matrix. */
static int pieces_in(const TensorFileEntry *entry) {
  if (entry->rows_at_once > 0) return (entry->rows + entry->rows_at_once - 1) / entry->rows_at_once;
  return entry->head_count > 0 ? entry->head_count : 1;
}

static int rows_in(const TensorFileEntry *entry, int piece) {
  assert(piece >= 0 && piece < pieces_in(entry));
  if (entry->rows_at_once == 0) return entry->rows;
  int left = entry->rows - piece * entry->rows_at_once;
  return left < entry->rows_at_once ? left : entry->rows_at_once;
}

typedef struct Writing {
  const TensorFile *file;
  Str header;
  size_t data_bytes, written;
  int entry, piece; /* the next ones to write */
  bool begun;       /* the header is written */
  Arena *scratch;
} Writing;

/* Computes the numbers at `to` and converts them in place to the file's little-endian bytes. */
static bool make_matrix(const Writing *writing, float *to, Status *status) {
  assert(writing->entry < writing->file->entry_count);
  const TensorFileEntry *entry = &writing->file->entries[writing->entry];
  Mat matrix = {to, rows_in(entry, writing->piece), entry->cols, entry->cols};
  if (!writing->file->fill(writing->file->self, entry, writing->piece, matrix, status))
    return false;
  file_text_put_floats((char *)to, mat_view(matrix));
  return true;
}

/* Finds the next piece that has numbers; *bytes 0: there is none. */
static bool find_next(Writing *writing, size_t *bytes, Status *status) {
  const TensorFile *file = writing->file;
  /* + 1, for a file without numbers. */
  double share = (double)writing->written / ((double)writing->data_bytes + 1);
  for (*bytes = 0; writing->entry < file->entry_count; writing->entry++, writing->piece = 0) {
    const TensorFileEntry *entry = &file->entries[writing->entry];
    if (entry_bytes(entry) == 0 || writing->piece == pieces_in(entry)) continue;
    *bytes = (size_t)rows_in(entry, writing->piece) * row_bytes(entry);
    return progress_check(file->progress, share, _("writing the trace"), status);
  }
  return true;
}

static void advance_progress(Writing *writing, size_t bytes) {
  writing->written += bytes;
  writing->piece++;
  assert(writing->written <= writing->data_bytes); /* as in the header */
}

static bool next_piece(void *self, Str *piece, Status *status) {
  Writing *writing = self;
  size_t bytes;
  *piece = writing->header;
  /* Called by os_save_pieces: the first piece is the header, an empty piece ends the file. */
  if (!writing->begun) return writing->begun = true;
  if (!find_next(writing, &bytes, status)) return false;
  arena_reset(writing->scratch);
  float *to = arena_take(writing->scratch, bytes, 1);
  *piece = (Str){(const char *)to, bytes};
  if (!to) return status_no_memory(status);
  if (bytes > 0 && !make_matrix(writing, to, status)) return false;
  advance_progress(writing, bytes);
  return true;
}

bool tensor_file_save(const char *path, const TensorFile *file, Status *status) {
  Arena *arena = arena_make(0);
  Writing writing = {.file = file, .scratch = arena_make(0)};
  bool done =
      arena && writing.scratch && make_header(arena, file, &writing.header, &writing.data_bytes);
  done = done ? os_save_pieces(path, &(OsPieces){next_piece, &writing}, status)
              : status_no_memory(status);
  arena_free(writing.scratch);
  arena_free(arena);
  return done;
}

bool tensor_file_bytes(Arena *arena, const TensorFile *file, Str *bytes, Status *status) {
  Writing writing = {.file = file};
  size_t next;
  if (!make_header(arena, file, &writing.header, &writing.data_bytes))
    return status_no_memory(status);
  char *at = arena_take(arena, writing.header.bytes + writing.data_bytes, 1);
  if (!at) return status_no_memory(status);
  memcpy(at, writing.header.at, writing.header.bytes);
  *bytes = (Str){at, writing.header.bytes + writing.data_bytes};
  do {
    if (!find_next(&writing, &next, status)) return false;
    char *to = at + writing.header.bytes + writing.written; /* a multiple of 4 */
    if (next > 0 && !make_matrix(&writing, (float *)(void *)to, status)) return false;
    advance_progress(&writing, next);
  } while (next > 0);
  assert(writing.written == writing.data_bytes);
  return true;
}
