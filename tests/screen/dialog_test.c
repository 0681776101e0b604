/* What lies open over the window: lists show whole rows, dialogs cut no word of the bar, and no
** shadow falls on the bar that a menu hangs from. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

#include "scene/layout.h"
#include "scene/theme.h"
#include "session/menu/menu.h"

static const Window WINDOWS[] = {{640, 400}, {960, 600}, {1440, 900}, {1920, 1080}};
static const char *const SCALES[] = {"1", "1.6", "3"};
enum { WINDOW_COUNT = sizeof WINDOWS / sizeof *WINDOWS, TEXT_COUNT = 3 };

static bool is_color(Color a, Color b) { return memcmp(&a, &b, sizeof a) == 0; }

/* The panel that lies over everything, as the index of its box. */
static int panel_of(const DrawList *list, const Theme *theme) {
  for (int i = list->item_count - 1; i >= 0; i--) {
    const DrawBox *box = &list->items[i].as.box;
    if (list->items[i].kind == DRAW_BOX && is_color(box->fill, theme->panel) &&
        is_color(box->stroke, theme->line) && box->box.w > 200 && box->box.h > 100)
      return i;
  }
  fail_msg("no panel");
  return -1;
}

/* From the top of capitals to below descenders. */
static Box text_box(const DrawText *text) {
  return (Box){text->at.x, text->at.y - 0.72f * text->size_pt, text->width_pt,
               0.93f * text->size_pt};
}

static bool overlaps(Box a, Box b) {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static bool holds(Box outer, Box inner) {
  return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.w <= outer.x + outer.w &&
         inner.y + inner.h <= outer.y + outer.h;
}

/* ---- whole rows ---- */

/* The text of a scrolling list that its edge cuts, or NULL; *seen: how many texts are there. */
static const char *cut_text(const DrawList *list, int *seen) {
  Box clip = {0, 0, -1, 0};
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_CLIP) clip = item->as.clip;
    if (item->kind != DRAW_TEXT || !item->at_scroll_edge || clip.w < 0) continue;
    Box box = text_box(&item->as.text);
    (*seen)++;
    if (box.y < clip.y - 0.5f || box.y + box.h > clip.y + clip.h + 0.5f)
      return str_copy(list->arena, item->as.text.text);
  }
  return NULL;
}

static void rows_of_lists_are_whole(void **state) {
  (void)state;
  static const char *const lists[] = {"help",        "menu model",    "menu attention",
                                      "menu whatif", "menu examples", "menu export",
                                      "lesson"};
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = session_after("motion off; model reader");
  int scrolled[sizeof lists / sizeof *lists] = {0};
  for (int w = 0; w < WINDOW_COUNT; w++)
    for (int s = 0; s < TEXT_COUNT; s++)
      for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        run(session, str_format(words, "menu none; textscale %s; %s", SCALES[s], lists[l]));
        for (int place = 0; place < 16; place++) {
          DrawList list = list_after(session, arena, WINDOWS[w], place ? "menu wheel -1" : "");
          const char *cut = cut_text(&list, &scrolled[l]);
          if (cut)
            fail_msg("%s at %g, text %s, place %d: %s", lists[l], (double)WINDOWS[w].width,
                     SCALES[s], place, cut);
        }
      }
  for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
    if (scrolled[l] == 0) fail_msg("%s never scrolls", lists[l]);
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

/* ---- the bar ---- */

/* A word of the bar that is seen in part, or NULL. */
static const char *word_cut_by(const DrawList *list, int panel, Box bar, const Theme *theme) {
  Box over = list->items[panel].as.box.box;
  for (int i = 0; i < panel; i++) {
    if (list->items[i].kind != DRAW_TEXT) continue;
    Box word = text_box(&list->items[i].as.text);
    if (!holds(bar, word) || !overlaps(word, over)) continue;
    bool is_covered = false;
    for (int j = i + 1; j < panel; j++)
      is_covered |= list->items[j].kind == DRAW_BOX && holds(list->items[j].as.box.box, word) &&
                    is_color(list->items[j].as.box.fill, theme->panel);
    if (!is_covered) return str_copy(list->arena, list->items[i].as.text.text);
  }
  return NULL;
}

static void no_dialog_cuts_words_of_the_bar(void **state) {
  (void)state;
  static const char *const dialogs[] = {"help",           "lesson",      "menu card",
                                        "menu model",     "menu export", "menu whatif",
                                        "menu attention", "browse"};
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = session_after("motion off; model reader; theme light");
  const Theme *theme = theme_get(THEME_LIGHT);
  for (int presents = 0; presents < 2; presents++)
    for (int w = 0; w < WINDOW_COUNT; w++)
      for (int s = 0; s < TEXT_COUNT; s++)
        for (size_t d = 0; d < sizeof dialogs / sizeof *dialogs; d++) {
          run(session, "menu none");
          const char *commands = str_format(words, "presenter %s; textscale %s; %s",
                                            presents ? "on" : "off", SCALES[s], dialogs[d]);
          DrawList list = list_after(session, arena, WINDOWS[w], commands);
          ScreenLayout layout =
              layout_screen(WINDOWS[w].width, WINDOWS[w].height, session_view(session), NULL);
          const char *cut = word_cut_by(&list, panel_of(&list, theme), layout.top_bar, theme);
          if (cut) fail_msg("%s at %g: %s", commands, (double)WINDOWS[w].width, cut);
        }
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

/* In the dark theme a shadow is seen on the button that is white. */
static void no_shadow_falls_on_the_bar(void **state) {
  (void)state;
  static const char *const menus[] = {"menu model", "menu attention", "menu export", "menu whatif"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; theme dark");
  const Theme *theme = theme_get(THEME_DARK);
  for (size_t m = 0; m < sizeof menus / sizeof *menus; m++) {
    DrawList list = list_after(session, arena, (Window){1440, 900}, menus[m]);
    ScreenLayout layout = layout_screen(1440, 900, session_view(session), NULL);
    int panel = panel_of(&list, theme), rings = 0;
    float top = fminf(list.items[panel].as.box.box.y, layout.top_bar.h);
    for (int i = panel - 1; i >= 0 && is_color(list.items[i].as.box.fill, (Color){0, 0, 0, 20});
         i--, rings++)
      assert_true(list.items[i].as.box.box.y >= top - 0.1f);
    assert_true(rings > 4);
  }
  session_free(session);
  arena_free(arena);
}

/* ---- lessons ---- */

/* How many lefts the names of lessons have. */
static int columns_of_lessons(const DrawList *list) {
  float lefts[4];
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->text.bytes < 7) continue;
    const char *words = text->text.at;
    if (memcmp(words + 1, " · ", 4) != 0 && memcmp(words + 2, " · ", 4) != 0) continue;
    if (words[0] < '1' || words[0] > '9') continue;
    bool is_known = false;
    for (int j = 0; j < count; j++) is_known |= fabsf(lefts[j] - text->at.x) < 0.5f;
    if (!is_known && count < 4) lefts[count++] = text->at.x;
  }
  return count;
}

/* One column where it has the room below the bar, else two, which do not scroll. */
static void lessons_stand_in_few_columns(void **state) {
  (void)state;
  static const struct {
    Window window;
    int columns;
  } cases[] = {{{1440, 1200}, 1}, {{1440, 900}, 2}, {{960, 600}, 2}, {{640, 400}, 2}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; theme light; lesson");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    DrawList list = screen_list(session, arena, cases[i].window);
    assert_int_equal(columns_of_lessons(&list), cases[i].columns);
    int panel = panel_of(&list, theme_get(THEME_LIGHT));
    for (int j = panel; j < list.item_count; j++) assert_false(list.items[j].at_scroll_edge);
  }
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_of_lists_are_whole),
      cmocka_unit_test(no_dialog_cuts_words_of_the_bar),
      cmocka_unit_test(no_shadow_falls_on_the_bar),
      cmocka_unit_test(lessons_stand_in_few_columns),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
