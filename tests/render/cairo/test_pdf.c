/* render/cairo/draw.h: text in a PDF is text, with its fonts embedded; cells are vectors up to
** 64 x 64 and an image above; identical lists give identical bytes and no date that was not asked
** for. What a reader extracts is asked of pdftotext where it is installed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/os.h"
#include "render/cairo/draw.h"
#include "render/sample.h"
#include "render/cairo/pdf_whole.h"
#include "scene/matrix/vector_cells.h"
#include "support/occurrences.h"

static Str render(const Sample *sample, const DrawList *list) {
  Str pdf;
  Status status;
  if (!cairo_render_pdf(list, sample->fonts, "动物 & Co", sample->arena, &pdf, &status))
    fail_msg("%s", status.sentence);
  return pdf;
}

static void identical_lists_give_identical_bytes_without_a_date(void **state) {
  const Sample *sample = *state;
  Sample other = {.arena = sample->arena};
  Status status;
  unsetenv("SOURCE_DATE_EPOCH");
  assert_true(fonts_open(&other.fonts, &status));
  DrawList first = sample_list(sample, 3), second = sample_list(&other, 3);
  Str once = render(sample, &first);
  assert_true(str_equal(once, render(&other, &second)));
  assert_int_equal(occurrences(once, "CreationDate"), 0);
  assert_int_equal(occurrences(once, "ModDate"), 0);
  fonts_close(other.fonts);
}

static void source_date_epoch_is_the_date(void **state) {
  const Sample *sample = *state;
  DrawList list = sample_list(sample, 0);
  setenv("SOURCE_DATE_EPOCH", "86400", 1);
  Str pdf = render(sample, &list);
  unsetenv("SOURCE_DATE_EPOCH");
  assert_int_equal(occurrences(pdf, "/CreationDate(D:19700102000000)"), 1);
}

/* Every font of the file has its outlines in it. */
static void fonts_are_embedded(void **state) {
  const Sample *sample = *state;
  DrawList list = sample_list(sample, 0);
  Str pdf = render(sample, &list);
  int descriptors = occurrences(pdf, "/Type /FontDescriptor");
  int files = occurrences(pdf, "/FontFile2 ") + occurrences(pdf, "/FontFile3 ") +
              occurrences(pdf, "/FontFile ");
  assert_true(descriptors >= 4);
  assert_int_equal(files, descriptors);
}

static DrawList square(const Sample *sample, int tokens) {
  DrawList list = draw_list_make(sample->arena, 300, 300);
  draw_heatmap(&list, (DrawHeatmap){.box = {10, 10, 280, 280},
                                    .values = sample_numbers(sample->arena, tokens, tokens),
                                    .palette = PALETTE_VIRIDIS,
                                    .range = {-1, 1},
                                    .filled = -1});
  return list;
}

static void cells_are_vectors_up_to_64_and_an_image_above(void **state) {
  const Sample *sample = *state;
  DrawList small = square(sample, 64), large = square(sample, 65);
  assert_int_equal(occurrences(render(sample, &small), "/Subtype /Image"), 0);
  assert_int_equal(occurrences(render(sample, &large), "/Subtype /Image"), 1);
}

/* pdftotext marks right-to-left words with U+202A … U+202C: taken out. */
static void drop_marks(char *words) {
  char *to = words;
  for (const char *from = words; *from; from++) {
    if (strncmp(from, "\u202A", 3) == 0 || strncmp(from, "\u202B", 3) == 0 ||
        strncmp(from, "\u202C", 3) == 0)
      from += 2;
    else *to++ = *from;
  }
  *to = 0;
}

/* The words pdftotext finds. */
static const char *extract(const Sample *sample, Str pdf) {
  char path[] = "/tmp/headsup-pdf-XXXXXX", command[128];
  Status status;
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  assert_true(os_save_file(path, pdf.at, pdf.bytes, &status));
  snprintf(command, sizeof command, "pdftotext %s -", path);
  FILE *pipe = popen(command, "r");
  char *words = arena_take(sample->arena, 4096, 1);
  size_t count = fread(words, 1, 4095, pipe);
  words[count] = 0;
  assert_int_equal(pclose(pipe), 0);
  unlink(path);
  drop_marks(words);
  return words;
}

static void check_words(const Sample *sample, const char *line, float angle_deg) {
  DrawList list = draw_list_make(sample->arena, 300, 300);
  sample_text(
      &list, fonts_metrics(sample->fonts),
      (DrawText){.at = {10, 250}, .size_pt = 12, .angle_deg = angle_deg, .color = {0, 0, 0, 255}},
      line);
  const char *words = extract(sample, render(sample, &list));
  if (!strstr(words, line)) fail_msg("%s came out as %s", line, words);
}

/* More cells than cairo's images may be wide. */
static void a_matrix_of_a_million_columns_is_drawn(void **state) {
  const Sample *sample = *state;
  DrawList list = draw_list_make(sample->arena, 300, 300);
  draw_heatmap(&list, (DrawHeatmap){.box = {10, 10, 280, 280},
                                    .values = sample_numbers(sample->arena, 1, 1 << 20),
                                    .palette = PALETTE_VIRIDIS,
                                    .range = {-1, 1},
                                    .filled = -1});
  Str pdf = render(sample, &list);
  assert_int_equal(occurrences(pdf, "/Width 8192"), 1);
}

static void a_picture_of_too_many_parts_is_refused(void **state) {
  const Sample *sample = *state;
  Arena *arena = arena_make(0);
  DrawList list = draw_list_make(arena, 300, 300);
  Str pdf;
  Status status = {0};
  for (int i = 0; i <= VECTOR_ITEMS_MOST; i++)
    draw_box(&list, (DrawBox){.box = {0, 0, 1, 1}, .fill = {0, 0, 0, 255}});
  assert_false(cairo_render_pdf(&list, sample->fonts, NULL, arena, &pdf, &status));
  assert_non_null(strstr(status.sentence, "250001 parts"));
  arena_free(arena);
}

static void text_can_be_taken_out_in_every_script(void **state) {
  static const char *const lines[] = {
      "the animal didn't cross", "你好，世界", "שָׁלוֹם",   "مرحبا", "السلام عليكم",
      "na\u00EFve 0.97",         "x\u0301y",   "QKᵀ √16"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) check_words(*state, lines[i], 0);
}

/* Slanted labels come out as words, not as letters. */
static void slanted_text_stays_together(void **state) {
  static const char *const words[] = {"animal", "didn't", "动物", "مرحبا", "שלום"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) check_words(*state, words[i], 45);
}

static void hostile_bytes_do_not_stop_it(void **state) {
  const Sample *sample = *state;
  DrawList list = draw_list_make(sample->arena, 300, 50);
  sample_text(&list, fonts_metrics(sample->fonts),
              (DrawText){.at = {10, 30}, .size_pt = 12, .color = {0, 0, 0, 255}},
              "a\xff\x01\n\xed\xa0\x80 \xef\xb7\x98 \u202E) Tj ET");
  Str pdf;
  Status status;
  assert_true(cairo_render_pdf(&list, sample->fonts, "\xff(title", sample->arena, &pdf, &status));
}

static void memory_may_run_out_anywhere(void **state) {
  const Sample *sample = *state;
  DrawList list = sample_list(sample, 0);
  int failed = 0;
  for (long n = 1; n < 20; n++) {
    Sample fresh = {.arena = arena_make(0)};
    Status status = {0};
    Str pdf;
    assert_true(fonts_open(&fresh.fonts, &status));
    arena_fail_at(n);
    bool done = cairo_render_pdf(&list, fresh.fonts, NULL, fresh.arena, &pdf, &status);
    arena_fail_at(0);
    if (!done) assert_int_equal(status.kind, STATUS_COULD_NOT), failed++;
    fonts_close(fresh.fonts);
    arena_free(fresh.arena);
  }
  assert_true(failed > 3);
}

/* Three objects, of which the last is free, as cairo 1.18 may leave one. offset: what the table
** says of the second. */
static Str small_pdf(const Sample *sample, int offset) {
  StrBuf file = strbuf_make(sample->arena);
  strbuf_format(&file, "%%PDF-1.4\n1 0 obj\n<< /Creator (a)\n/CreationDate (b)\n");
  strbuf_format(&file, "2 0 obj\n<< >>\nxref\n0 4\n0000000000 65535 f \n");
  strbuf_format(&file, "0000000009 00000 n \n%010d 00000 n \n0000000000 65535 f \n", offset);
  strbuf_format(&file, "trailer\nstartxref\n%zu\n%%%%EOF\n",
                pdf_last_of(strbuf_str(&file), "xref\n"));
  return strbuf_str(&file);
}

static void what_the_table_names_must_be_there(void **state) {
  const Sample *sample = *state;
  int second = (int)pdf_last_of(small_pdf(sample, 0), "2 0 obj");
  Str whole = small_pdf(sample, second);
  assert_true(pdf_is_whole(whole, false));
  assert_false(pdf_is_whole(whole, true));
  assert_false(pdf_is_whole(small_pdf(sample, second + 1), false));
  assert_false(pdf_is_whole(small_pdf(sample, 0), false));
  for (size_t bytes = 0; bytes < whole.bytes; bytes++)
    assert_false(pdf_is_whole((Str){whole.at, bytes}, false));
}

/* As cairo 1.18 writes PDF 1.5 and later: table and description are packed. */
static void a_packed_table_is_an_object(void **state) {
  (void)state;
  assert_true(pdf_is_whole(STR("%PDF-1.7\n7 0 obj\n<<stream\nstartxref\n9\n%%EOF\n"), true));
  assert_false(pdf_is_whole(STR("%PDF-1.7\n7 0 obj\n<<stream\nstartxref\n8\n%%EOF\n"), true));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(identical_lists_give_identical_bytes_without_a_date),
      cmocka_unit_test(source_date_epoch_is_the_date),
      cmocka_unit_test(fonts_are_embedded),
      cmocka_unit_test(cells_are_vectors_up_to_64_and_an_image_above),
      cmocka_unit_test(a_matrix_of_a_million_columns_is_drawn),
      cmocka_unit_test(a_picture_of_too_many_parts_is_refused),
      cmocka_unit_test(what_the_table_names_must_be_there),
      cmocka_unit_test(a_packed_table_is_an_object),
      cmocka_unit_test(text_can_be_taken_out_in_every_script),
      cmocka_unit_test(slanted_text_stays_together),
      cmocka_unit_test(hostile_bytes_do_not_stop_it),
      cmocka_unit_test(memory_may_run_out_anywhere),
  };
  return cmocka_run_group_tests_name("pdf", tests, sample_set_up, sample_tear_down);
}
