/* files/arrays_read.c -- reads numbers and words of an array in C order.
**
** In a Fortran-order array the first index varies fastest. A range of elements in C order is split
** into boxes (some indices fixed, one a range, all others whole), and each box is read in the order
** of the file.
*/
#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "files/arrays_internal.h"
#include "files/excerpt.h"

enum { WINDOW_BYTES = 1 << 15, FAR_BYTES = 4096 };

/* The parameters of a reading; exactly one of floats and integers is not NULL. */
typedef struct Reading {
  const ArrayEntry *entry;
  const FileBytes *bytes;
  uint64_t first; /* place of the array's first element */
  float *floats;
  int64_t *integers;
} Reading;

static bool fail_entry(const Arrays *arrays, const ArrayEntry *entry, const char *what,
                       Status *status) {
  return status_fail(status, STATUS_COULD_NOT, _("%s: array “%s” %s"), arrays->file.path,
                     excerpt(entry->info.name).text, what);
}

static bool was_cut_short(const Arrays *arrays, const ArrayEntry *entry, Status *status) {
  return fail_entry(arrays, entry, _("cannot be read; the file was cut short or the disk fails"),
                    status);
}

/* Where the array's bytes are: in the unpacked member, or inside the archive for a stored one. */
static bool find_bytes(const Arrays *arrays, const ArrayEntry *entry, Reading *reading,
                       Status *status) {
  *reading = (Reading){.entry = entry, .bytes = &arrays->file};
  if (entry->member >= 0 &&
      !npz_bytes(arrays->npz, entry->member, &reading->bytes, &reading->first, status))
    return false;
  reading->first += entry->data_first;
  return true;
}

/* ---- C order ---- */

static bool read_straight(const Reading *reading, int64_t first, int64_t count) {
  const ArrayEntry *entry = reading->entry;
  uint64_t place = reading->first + (uint64_t)first * (uint64_t)entry->item_bytes;
  if (reading->floats)
    return file_bytes_floats(reading->bytes, place, entry->elements, (uint64_t)count,
                             reading->floats);
  return file_bytes_integers(reading->bytes, place, entry->elements, (uint64_t)count,
                             reading->integers);
}

/* ---- Fortran order ---- */

/* All elements with these indices before dim, with from … from + count at dim, and with every
** index behind it. */
typedef struct Box {
  int dim;
  int64_t fixed[ARRAYS_RANK_MOST];
  int64_t from, count;
} Box;

/* A part of the file, read at once. */
typedef struct Window {
  unsigned char bytes[WINDOW_BYTES];
  uint64_t first, count, most;
} Window;

/* Elements between one index and the next: in the file, and in C order. */
static int64_t step_in_file(const ArrayInfo *info, int dim) {
  int64_t step = 1;
  for (int i = 0; i < dim; i++) step *= info->shape[i];
  return step;
}

static int64_t step_in_order(const ArrayInfo *info, int dim) {
  int64_t step = 1;
  for (int i = dim + 1; i < info->rank; i++) step *= info->shape[i];
  return step;
}

/* Returns an element, reading a new window from there if it is not in the present one. Reading goes
** forwards, so a window is used to its end. */
static bool find_element(const Reading *reading, uint64_t place, Window *window,
                         const unsigned char **element) {
  uint64_t size = (uint64_t)reading->entry->item_bytes;
  bool inside = place >= window->first && place + size <= window->first + window->count;
  if (!inside) {
    uint64_t end = reading->first + (uint64_t)reading->entry->info.count * size;
    window->first = place;
    window->count = end - place < window->most ? end - place : window->most;
    if (!file_bytes_read(reading->bytes, place, window->bytes, (size_t)window->count)) return false;
  }
  *element = window->bytes + (place - window->first);
  return true;
}

static bool put_element(const Reading *reading, uint64_t place, Window *window, int64_t to) {
  const unsigned char *element;
  if (!find_element(reading, place, window, &element)) return false;
  if (reading->floats) array_to_floats(reading->entry->elements, element, 1, reading->floats + to);
  else array_to_integers(reading->entry->elements, element, 1, reading->integers + to);
  return true;
}

static int64_t box_begin(const ArrayInfo *info, const Box *box) {
  int64_t begin = box->from * step_in_file(info, box->dim);
  for (int i = 0; i < box->dim; i++) begin += box->fixed[i] * step_in_file(info, i);
  return begin;
}

/* If the elements of the box are far apart in the file, each is read by itself, since a window
** would contain few of them. */
static bool read_box(const Reading *reading, const Box *box) {
  const ArrayInfo *info = &reading->entry->info;
  int64_t index[ARRAYS_RANK_MOST] = {0}, in_file = box_begin(info, box), to = 0;
  uint64_t size = (uint64_t)reading->entry->item_bytes;
  Window window = {.most = WINDOW_BYTES - WINDOW_BYTES % size};
  if ((uint64_t)step_in_file(info, box->dim) * size > FAR_BYTES) window.most = size;
  for (;;) {
    uint64_t place = reading->first + (uint64_t)in_file * size;
    if (!put_element(reading, place, &window, to)) return false;
    int dim = box->dim; /* the next element: count up the first index that is not at its end */
    for (; dim < info->rank; dim++) {
      int64_t most = dim == box->dim ? box->count : info->shape[dim];
      in_file += step_in_file(info, dim);
      to += step_in_order(info, dim);
      if (++index[dim] < most) break;
      in_file -= most * step_in_file(info, dim);
      to -= most * step_in_order(info, dim);
      index[dim] = 0;
    }
    if (dim == info->rank) return true;
  }
}

/* Reads the elements first … first + count − 1 under the fixed indices before box.dim: a partial
** slab, a box of whole slabs, a partial slab; partial slabs recursively, one index deeper. Advances
** the output of reading. */
static bool read_fortran(Reading *reading, Box box, int64_t first, int64_t count) {
  int64_t slab = step_in_order(&reading->entry->info, box.dim);
  while (count > 0) {
    int64_t skipped = first % slab, part = count - count % slab;
    box.from = box.fixed[box.dim] = first / slab;
    box.count = part / slab;
    if (skipped > 0 || part == 0) {
      Box inner = box;
      part = count < slab - skipped ? count : slab - skipped;
      inner.dim++;
      if (!read_fortran(reading, inner, skipped, part)) return false;
    } else {
      if (!read_box(reading, &box)) return false;
      if (reading->floats) reading->floats += part;
      else reading->integers += part;
    }
    first += part;
    count -= part;
  }
  return true;
}

static bool read_numbers(const Arrays *arrays, Reading *reading, int64_t first, int64_t count,
                         Status *status) {
  const ArrayEntry *entry = reading->entry;
  assert(first >= 0 && count >= 0 && first <= entry->info.count - count);
  if (count == 0) return true;
  bool read = entry->is_fortran ? read_fortran(reading, (Box){0}, first, count)
                                : read_straight(reading, first, count);
  return read || was_cut_short(arrays, entry, status);
}

bool arrays_read(const Arrays *arrays, ArrayPart part, float *to, Status *status) {
  const ArrayEntry *entry = (const ArrayEntry *)part.array;
  Reading reading;
  if (part.array->type == ARRAY_TEXT)
    return fail_entry(arrays, entry, _("holds words where numbers are needed"), status);
  if (!find_bytes(arrays, entry, &reading, status)) return false;
  reading.floats = to;
  return read_numbers(arrays, &reading, part.first, part.count, status);
}

bool arrays_read_ids(const Arrays *arrays, ArrayPart part, int64_t *to, Status *status) {
  const ArrayEntry *entry = (const ArrayEntry *)part.array;
  Reading reading;
  if (!array_type_is_integer(part.array->type))
    return fail_entry(arrays, entry,
                      part.array->type == ARRAY_TEXT
                          ? _("holds words where whole numbers are needed")
                          : _("holds floats where whole numbers are needed"),
                      status);
  if (!find_bytes(arrays, entry, &reading, status)) return false;
  reading.integers = to;
  return read_numbers(arrays, &reading, part.first, part.count, status);
}

/* ---- words ---- */

/* The index in the file of an element with this index in C order. */
static int64_t index_in_file(const ArrayEntry *entry, int64_t index) {
  int64_t place = 0;
  if (!entry->is_fortran) return index;
  for (int dim = entry->info.rank - 1; dim >= 0; dim--) {
    place += index % entry->info.shape[dim] * step_in_file(&entry->info, dim);
    index /= entry->info.shape[dim];
  }
  return place;
}

/* NumPy's U is UTF-32 in the byte order of the array. */
static uint32_t wide_character(const unsigned char *at, bool big_endian) {
  uint32_t code = 0;
  for (int i = 0; i < 4; i++) code = code << 8 | at[big_endian ? i : 3 - i];
  return code;
}

static void add_code(StrBuf *word, uint32_t code) {
  char bytes[4];
  strbuf_add(word, (Str){bytes, str_encode(code, bytes)});
}

static const uint32_t no_character = 0xFFFD;

/* Zeros at the end are padding; those inside a word belong to it. */
static void add_wide(StrBuf *word, const ArrayEntry *entry, const unsigned char *item) {
  int count = entry->item_bytes / 4;
  bool big_endian = entry->elements.big_endian;
  while (count > 0 && wide_character(item + 4 * (count - 1), big_endian) == 0) count--;
  for (int i = 0; i < count; i++) add_code(word, wide_character(item + 4 * i, big_endian));
}

/* NumPy's S has no encoding; it is read as UTF-8, and other bytes become U+FFFD. */
static void add_bytes(StrBuf *word, const ArrayEntry *entry, const unsigned char *item) {
  Str bytes = {(const char *)item, (size_t)entry->item_bytes};
  while (bytes.bytes > 0 && item[bytes.bytes - 1] == 0) bytes.bytes--;
  for (size_t at = 0, taken; at < bytes.bytes; at += taken ? taken : 1) {
    uint32_t code;
    taken = str_decode(bytes, at, &code);
    add_code(word, taken ? code : no_character);
  }
}

/* A word as UTF-8 on the arena; at NULL when memory is out. */
static Str copy_word(const ArrayEntry *entry, const unsigned char *item, Arena *scratch,
                     Arena *arena) {
  ArenaMark mark = arena_mark(scratch);
  StrBuf word = strbuf_make(scratch);
  if (entry->is_wide) add_wide(&word, entry, item);
  else add_bytes(&word, entry, item);
  const char *copy = word.failed ? NULL : str_copy(arena, strbuf_str(&word));
  arena_rewind(scratch, mark);
  return (Str){copy, word.bytes};
}

typedef struct Words {
  Arena *arena;
  Str *texts;
} Words;

enum { SCRATCH_BYTES = 4096 };

static bool read_words(const Arrays *arrays, const Reading *reading, const Words *words,
                       Status *status) {
  const ArrayEntry *entry = reading->entry;
  uint64_t size = (uint64_t)entry->item_bytes;
  /* One block for the item and its word, so that not every word takes a new block: a file of a few
  ** kilobytes may have a million words. */
  Arena *scratch = arena_make(8 * (size_t)size + SCRATCH_BYTES);
  unsigned char *item = scratch ? arena_take(scratch, (size_t)size, 1) : NULL;
  bool done = item || status_no_memory(status);
  for (int64_t i = 0; done && i < entry->info.count; i++) {
    uint64_t place = reading->first + (uint64_t)index_in_file(entry, i) * size;
    if (!file_bytes_read(reading->bytes, place, item, (size_t)size))
      done = was_cut_short(arrays, entry, status);
    else {
      words->texts[i] = copy_word(entry, item, scratch, words->arena);
      done = words->texts[i].at || status_no_memory(status);
    }
  }
  arena_free(scratch);
  return done;
}

bool arrays_read_text(const Arrays *arrays, const ArrayInfo *array, Arena *arena, Str *texts,
                      Status *status) {
  const ArrayEntry *entry = (const ArrayEntry *)array;
  Reading reading;
  if (array->type != ARRAY_TEXT)
    return fail_entry(arrays, entry, _("holds numbers where words are needed"), status);
  if (!find_bytes(arrays, entry, &reading, status)) return false;
  return read_words(arrays, &reading, &(Words){arena, texts}, status);
}
