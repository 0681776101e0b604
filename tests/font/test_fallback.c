/* font/font.h: a missing face names the package that has it; without any usable face opening fails
** with a sentence. fontconfig is pointed at folders that hold only some of the fonts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/os.h"
#include "font/font.h"

static char folder[] = "/tmp/headsup-fonts-XXXXXX";
static char config_path[128];

/* A fontconfig that sees one folder only. */
static void see_only(const char *fonts_folder) {
  char config[1024];
  Status status;
  snprintf(config, sizeof config,
           "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig>"
           "<dir>%s</dir><cachedir>%s/cache</cachedir></fontconfig>",
           fonts_folder, folder);
  assert_true(os_save_file(config_path, config, strlen(config), &status));
  setenv("FONTCONFIG_FILE", config_path, 1);
}

static int set_up(void **state) {
  (void)state;
  if (!mkdtemp(folder)) return -1;
  snprintf(config_path, sizeof config_path, "%s/fonts.conf", folder);
  return 0;
}

static void remove_entry(void *self, const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", (const char *)self, name);
  unlink(path);
}

static int tear_down(void **state) {
  (void)state;
  char cache[160];
  Arena *arena = arena_make(0);
  snprintf(cache, sizeof cache, "%s/cache", folder);
  os_list_folder(arena, cache, remove_entry, cache);
  rmdir(cache);
  unlink(config_path);
  arena_free(arena);
  return rmdir(folder);
}

static void without_inter_dejavu_stands_in_and_it_is_said(void **state) {
  (void)state;
  Fonts *fonts;
  Status status;
  see_only("/usr/share/fonts/truetype/dejavu");
  assert_true(fonts_open(&fonts, &status));
  assert_string_equal(font_face_of(fonts, FACE_REGULAR)->family, "DejaVu Sans");
  assert_string_equal(font_face_of(fonts, FACE_MONO)->family, "DejaVu Sans Mono");
  assert_non_null(strstr(fonts_notice(fonts), "fonts-inter"));
  assert_non_null(strstr(fonts_notice(fonts), "fonts-jetbrains-mono"));
  assert_null(strstr(fonts_notice(fonts), "fonts-noto-cjk"));
  fonts_close(fonts);
}

/* The notice is set when the first such character is drawn, and the line has a glyph for it. */
static void without_a_chinese_face_the_package_is_named(void **state) {
  (void)state;
  Fonts *fonts;
  Status status;
  Arena *arena = arena_make(0);
  see_only("/usr/share/fonts/truetype/dejavu");
  assert_true(fonts_open(&fonts, &status));
  GlyphLine line = font_shape(fonts, arena, FACE_REGULAR, 12, STR("你好"));
  GlyphLine mark = font_shape(fonts, arena, FACE_REGULAR, 12, STR("\uFFFD"));
  assert_int_equal(line.runs[0].glyph_count, 2);
  assert_int_equal(line.runs[0].glyphs[0].index, mark.runs[0].glyphs[0].index);
  assert_non_null(strstr(fonts_notice(fonts), "fonts-noto-cjk"));
  fonts_close(fonts);
  arena_free(arena);
}

static void without_any_face_opening_fails_with_a_sentence(void **state) {
  (void)state;
  Fonts *fonts = (Fonts *)1;
  Status status = {0};
  see_only(folder);
  assert_false(fonts_open(&fonts, &status));
  assert_null(fonts);
  assert_int_equal(status.kind, STATUS_COULD_NOT);
  assert_non_null(strstr(status.sentence, "fonts-inter"));
}

/* A file with the name of a font that is no font. */
static void a_broken_font_file_is_passed_over(void **state) {
  (void)state;
  Fonts *fonts;
  Status status;
  char path[160];
  snprintf(path, sizeof path, "%s/Inter-Regular.otf", folder);
  assert_true(os_save_file(path, "OTTO not a font", 15, &status));
  see_only(folder);
  assert_false(fonts_open(&fonts, &status));
  unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_inter_dejavu_stands_in_and_it_is_said),
      cmocka_unit_test(without_a_chinese_face_the_package_is_named),
      cmocka_unit_test(without_any_face_opening_fails_with_a_sentence),
      cmocka_unit_test(a_broken_font_file_is_passed_over),
  };
  return cmocka_run_group_tests_name("fallback", tests, set_up, tear_down);
}
