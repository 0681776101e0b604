/* The table of commands: every command is used here, every key sends one, and
** wrong words are named. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "session/menu/kind_numbers.h"
#include "session/menu/items.h"
#include "session/menu/menu.h"
#include "session/browser/browser.h"
#include "session/say.h"
#include "trace/trace_mistake.h"
#include "trace/workings/first_picture.h"

static const char sentence[] = "the cat sat on the mat";

/* ---- each command, and what it must have changed ---- */

static const View *view(const Session *s) { return session_view(s); }
static bool text_is(const Session *s, const char *text) {
  return str_is(session_inputs(s)->streams[0], text);
}

static bool c_sentence(const Session *s) { return text_is(s, "a; b # c"); }
static bool c_example(const Session *s) { return text_is(s, session_example(s, 2)); }
static bool c_model(const Session *s) {
  return str_is(trace_model_name(session_trace(s)), "random");
}
static bool c_mask(const Session *s) {
  return str_is(trace_mask_name(session_trace(s)), "window:2");
}
static bool c_joined(const Session *s) {
  return str_is(trace_mask_name(session_trace(s)), "causal window:1 padding:2");
}
static bool c_hide(const Session *s) {
  return trace_hidden(session_trace(s), 1, 2) && !trace_hidden(session_trace(s), 1, 3);
}
static bool c_row(const Session *s) { return trace_row_hidden(session_trace(s), 4); }
static bool c_shown(const Session *s) {
  return trace_hidden(session_trace(s), 0, 2) && !trace_hidden(session_trace(s), 0, 1);
}
static bool c_editor(const Session *s) {
  return view(s)->mask_editor && stage_info(view(s)->stage)->by_pair && view(s)->kind == VIEW_STAGE;
}
static bool c_stage(const Session *s) {
  return view(s)->stage == STAGE_WEIGHTS && view(s)->kind == VIEW_STAGE;
}
static bool c_layer(const Session *s) { return view(s)->layer == 1; }
static bool c_head(const Session *s) { return view(s)->head == 2 && !view(s)->solo; }
static bool c_solo(const Session *s) { return view(s)->head == 3 && view(s)->solo; }
static bool c_cell(const Session *s) {
  return view(s)->query == 1 && view(s)->key == 4 && view(s)->locked;
}
static bool c_line(const Session *s) {
  return view(s)->query == 1 && view(s)->key == -1 && view(s)->locked;
}
static bool c_unlock(const Session *s) { return view(s)->query == 1 && !view(s)->locked; }
static bool c_hover(const Session *s) {
  return view(s)->hover_query == 2 && view(s)->hover_key == 0;
}
static bool c_cursor(const Session *s) {
  return view(s)->query == 1 && view(s)->key == 1 && view(s)->locked;
}
static bool c_step(const Session *s) { return view(s)->stage == STAGE_SCALED; }
static bool c_by(const Session *s) { return view(s)->step_by == STEP_CELL; }
static bool c_seek(const Session *s) {
  return view(s)->stage == STAGE_SCORES && view(s)->filled == 18;
}
static bool c_moment(const Session *s) {
  const View *view = session_view(s);
  return view->held && view->stage == STAGE_WEIGHTS && view->transition == 0.25f;
}
static bool c_play(const Session *s) { return view(s)->playing; }
static bool c_pause(const Session *s) { return !view(s)->playing; }
static bool c_speed(const Session *s) { return view(s)->speed == 2.5f; }
static bool c_view(const Session *s) { return view(s)->kind == VIEW_GRID; }
static bool c_theme(const Session *s) { return view(s)->theme == THEME_DARK; }
static bool c_palette(const Session *s) { return view(s)->palette == PALETTE_CIVIDIS; }
static bool c_range(const Session *s) {
  return view(s)->range == RANGE_FIXED && view(s)->range_low == -5 && view(s)->range_high == 2.5f;
}
static bool c_numbers(const Session *s) { return view(s)->numbers == NUMBERS_OFF; }
static bool c_textscale(const Session *s) { return view(s)->text_scale == 1.75f; }
static bool c_zoom(const Session *s) { return view(s)->zoom == 1.25f; }
static bool c_scroll(const Session *s) {
  return view(s)->scroll_x == 0.5f && view(s)->scroll_y == 1;
}
static bool c_threshold(const Session *s) { return view(s)->threshold == 90; }
static bool c_all_keys(const Session *s) { return view(s)->threshold == 0; }
static bool c_arcs(const Session *s) { return view(s)->arcs; }
static bool c_arcs_all(const Session *s) {
  return view(s)->arcs && view(s)->arcs_all && view(s)->stage == STAGE_WEIGHTS;
}
static bool c_arcs_heads(const Session *s) {
  return view(s)->arcs_all && view_arcs_have(view(s), 0) && !view_arcs_have(view(s), 1) &&
         view_arcs_have(view(s), 2) && !view_arcs_have(view(s), 3);
}
static bool c_hover_head(const Session *s) { return view(s)->hover_head == 2; }
static bool c_arcs_shown(const Session *s) {
  return view(s)->arcs && view(s)->kind == VIEW_STAGE && view(s)->stage == STAGE_WEIGHTS;
}
static bool c_contrast(const Session *s) { return view(s)->contrast == CONTRAST_ON; }
static bool c_contrast_auto(const Session *s) { return view(s)->contrast == CONTRAST_AUTO; }
static bool c_tint(const Session *s) { return view(s)->tint; }
static bool c_lens(const Session *s) { return view(s)->lens && view(s)->lens_query < 0; }
static bool c_lens_at(const Session *s) {
  return view(s)->lens && view(s)->lens_query == 1 && view(s)->lens_key == 2;
}
static bool c_no_lens(const Session *s) { return !view(s)->lens && view(s)->lens_query < 0; }
static bool c_cache(const Session *s) {
  const View *view = session_view(s);
  return view->kind == VIEW_CACHE && view->cache_prompt == 2 && view->cache_step == 3 &&
         view->rows_anew;
}
static bool c_length(const Session *s) {
  return view(s)->kind == VIEW_LENGTH && view(s)->experiments.length == 9;
}
static bool c_bare(const Session *s) {
  return trace_token_count(session_trace(s)) == 2 && !trace_has_laid_over(session_trace(s)) &&
         !session_second_sentence(s).at;
}
static bool c_saturation(const Session *s) {
  const Experiments *asked = &view(s)->experiments;
  return view(s)->kind == VIEW_SATURATION && asked->width == 512 && asked->keys == 6 &&
         asked->seed == 7 && asked->draws == 100 && view(s)->saturation_draw == 2;
}
static bool c_lookup(const Session *s) {
  const Experiments *asked = &view(s)->experiments;
  return view(s)->kind == VIEW_LOOKUP && fabsf(asked->travel - 0.5f) < 1e-6f &&
         fabsf(asked->sharpness - 3) < 1e-6f && view(s)->lookup_book == 2;
}
static bool c_layout(const Session *s) {
  const Experiments *asked = &view(s)->experiments;
  return view(s)->kind == VIEW_LAYOUT && asked->example == LAYOUT_HEADS && asked->tokens == 4 &&
         fabsf(view(s)->layout_step - 3.5f) < 1e-6f && view(s)->layout_number == 5;
}
static bool c_average(const Session *s) {
  return view(s)->kind == VIEW_AVERAGE && session_together(s)->refusal == TOGETHER_CAN;
}
static bool c_rollout(const Session *s) {
  return view(s)->kind == VIEW_ROLLOUT && view(s)->layer == 1 && session_together(s)->count == 2;
}
static bool c_answers(const Session *s) {
  return view(s)->kind == VIEW_ANSWERS && session_answers(s)->refusal == LAYER_ANSWERS_NO_WORDS;
}
static bool c_cost(const Session *s) {
  return view(s)->kind == VIEW_COST && view(s)->cost_method == 2;
}
static bool c_sort(const Session *s) { return view(s)->grid_order == GRID_BY_ROLE; }
static bool c_sorted(const Session *s) {
  return view(s)->grid_order == GRID_BY_ROLE && view(s)->kind == VIEW_GRID;
}
static bool c_key_alone(const Session *s) { return view(s)->key_alone == 1 && view(s)->query < 0; }
static bool c_key_left(const Session *s) { return view(s)->key_alone < 0 && view(s)->query < 0; }
static bool c_grid_scroll(const Session *s) { return view(s)->grid_scroll == 0.5f; }
static bool c_products(const Session *s) {
  return view(s)->products_all && view(s)->panel_scroll == 0;
}
static bool c_glossary(const Session *s) { return view(s)->glossary && view(s)->panel_scroll == 0; }
static bool c_cell_without_glossary(const Session *s) {
  return !view(s)->glossary && view(s)->query == 0 && view(s)->key == 1;
}
static bool c_products_few(const Session *s) { return !view(s)->products_all; }
static bool c_panel_scroll(const Session *s) { return view(s)->panel_scroll == 0.5f; }
static bool c_first_page(const Session *s) { return view(s)->panel_page == 1; }
static bool c_second_page(const Session *s) { return view(s)->panel_page == 2; }
static bool is_number_of(const Session *s, ProjectionId projection, int key, int term) {
  return view(s)->projection == projection && view(s)->key == key && view(s)->term == term;
}
static bool c_key_number(const Session *s) { return is_number_of(s, PROJECTION_K, 2, 4); }
static bool c_key_first(const Session *s) { return is_number_of(s, PROJECTION_K, 0, -1); }
static bool c_query_last(const Session *s) { return is_number_of(s, PROJECTION_Q, 15, -1); }
static bool c_value_last(const Session *s) { return is_number_of(s, PROJECTION_V, 15, -1); }
static bool c_value_hovered(const Session *s) {
  int term;
  return view_projection(view(s), &term) == PROJECTION_V && term == 6 && view(s)->hover_key == 3;
}
static bool c_motion(const Session *s) { return !view(s)->motion; }
static bool c_menu(const Session *s) {
  return view(s)->menu == MENU_PALETTE && view(s)->menu_item == 1;
}
static bool c_help_scrolled(const Session *s) {
  return view(s)->menu == MENU_HELP && view(s)->menu_item == 1;
}
static const ExportLook *look(const Session *s) { return &view(s)->export_look; }
static bool c_what(const Session *s) { return look(s)->what == EXPORT_HEADS; }
static bool c_all(const Session *s) { return look(s)->everything; }
static bool c_formats(const Session *s) {
  return look(s)->formats == (1u << EXPORT_SVG | 1u << EXPORT_NPY);
}
static bool c_natural_scale(const Session *s) { return look(s)->scale == 0; }
static bool c_scale(const Session *s) { return look(s)->scale == 2.5f; }
static bool c_caption(const Session *s) { return look(s)->caption == CAPTION_BELOW; }
static bool c_transparent(const Session *s) { return look(s)->transparent; }
static bool c_width(const Session *s) { return look(s)->width_mm == 84; }
static bool c_font(const Session *s) { return look(s)->font_size_pt == 7.5f; }
static bool c_paper(const Session *s) { return look(s)->theme == EXPORT_AS_WINDOW; }
static bool c_plain(const Session *s) {
  ExportLook first = export_look_default();
  return export_look_equal(look(s), &first);
}
/* Down from the section of buttons and along it: everything can be set without a pointer. */
static bool c_form(const Session *s) {
  return look(s)->transparent && look(s)->theme == EXPORT_DARK && view(s)->menu == MENU_EXPORT;
}
static bool c_closed(const Session *s) { return view(s)->menu == MENU_NONE; }
static bool c_chosen(const Session *s) {
  return view(s)->menu == MENU_NONE && view(s)->palette == PALETTE_PURPLE;
}
static bool c_swapped(const Session *s) {
  return text_is(s, "The animal didn't cross the street because it was too wide");
}
static bool c_swapped_twice(const Session *s) { return text_is(s, "动物太累了"); }
static bool c_edit(const Session *s) { return text_is(s, "the cat sat on the mat!"); }
static bool c_cross(const Session *s) {
  return trace_is_cross(session_trace(s)) && trace_key_count(session_trace(s)) == 2 &&
         str_is(session_second_sentence(s), "a dog");
}
static bool c_alone(const Session *s) {
  return !trace_is_cross(session_trace(s)) && !session_second_sentence(s).at &&
         !session_edit(s)->active;
}
static bool c_hidden_key(const Session *s) {
  return c_cross(s) && trace_hidden(session_trace(s), 5, 1);
}
static bool c_editing(const Session *s) { return session_edit(s)->active; }
static bool c_left(const Session *s) { return !session_edit(s)->active && view(s)->mask_editor; }
static bool c_undo(const Session *s) { return text_is(s, sentence) && session_can_redo(s); }
static bool c_redo(const Session *s) { return text_is(s, "x") && !session_can_redo(s); }
static bool c_reset(const Session *s) {
  View first = view_default();
  FirstPicture begins; /* where the model of the first start begins */
  assert_true(first_picture_find(session_trace(s), &begins));
  first.layer = begins.layer;
  first.head = begins.head;
  first.query = begins.query; /* the row that the first picture is about */
  first.key = begins.key;
  return text_is(s, session_example(s, 0)) && session_same_view(&first, view(s));
}
static bool c_quit(const Session *s) { return session_has_quit(s); }
static bool c_any(const Session *s) { return s != NULL; }

static bool c_trained(const Session *s) {
  return str_is(trace_model_name(session_trace(s)), "copy · step 3");
}
static bool c_on_timeline(const Session *s) {
  return str_is(trace_model_name(session_trace(s)), "copy · step 2") && view(s)->timeline_step == 2;
}
static bool c_watched(const Session *s) {
  const View *v = view(s);
  return v->watch == WATCH_W_V && v->watch_row == 1 && v->watch_col == 2;
}

static bool c_sampling(const Session *s) {
  const Sampling wanted = {0.7f, 40, 0.9f};
  return sampling_equal(&view(s)->sampling, &wanted);
}
static bool c_continued(const Session *s) {
  return trace_token_count(session_trace(s)) == 4 && view(s)->query == 3 && view(s)->locked &&
         str_starts(session_inputs(s)->streams[0], "the cat ");
}
static bool c_hidden(const Session *s) {
  return text_is(s, "the [MASK] sat") && view(s)->stage == STAGE_LOGITS && view(s)->query == 1;
}
static bool c_browsing(const Session *s) {
  return view(s)->menu == MENU_BROWSE && strcmp(session_browser(s).folder, "/") == 0 &&
         strcmp(session_browser_item(s, view(s)->menu_item).name, "usr") == 0;
}

static bool c_positions(const Session *s) {
  return trace_kind(session_trace(s))->of[KIND_POSITIONS] == POSITIONS_NONE &&
         trace_largest(session_trace(s), TRACE_POSITION, 0, 0) == 0;
}
static bool c_kv_heads(const Session *s) {
  return trace_kind(session_trace(s))->numbers[KIND_KEY_HEADS][0] == 2 &&
         trace_key_head(session_trace(s), trace_head_count(session_trace(s), 0) - 1) == 1;
}

static bool c_linformer(const Session *s) {
  return trace_keys_are_mixtures(session_trace(s)) && trace_key_count(session_trace(s)) == 4;
}
static bool c_performer(const Session *s) {
  return kind_has_features(trace_kind(session_trace(s))) &&
         kind_fewer(trace_kind(session_trace(s))) == 32;
}

static bool c_shuffled(const Session *s) {
  return trace_in_order(session_trace(s)) && session_inputs(s)->shuffle_seed == 3 &&
         view(s)->compare == COMPARE_ORDER;
}
static bool c_shuffled_back(const Session *s) {
  return !trace_in_order(session_trace(s)) && view(s)->compare == COMPARE_OFF;
}
static bool c_compared(const Session *s) { return view(s)->compare == COMPARE_EXACT; }
static bool c_frozen(const Session *s) {
  return session_kept_run(s) && view(s)->compare == COMPARE_KEPT;
}
static bool c_let_go(const Session *s) {
  return !session_kept_run(s) && view(s)->compare == COMPARE_OFF;
}
static bool c_score(const Session *s) {
  return trace_kind(session_trace(s))->of[KIND_SCORE] == SCORE_COSINE &&
         trace_largest(session_trace(s), TRACE_SCORES, 0, 0) <= 1.0001f;
}
static bool c_dropout(const Session *s) {
  return trace_has_stage(session_trace(s), STAGE_DROPPED) &&
         trace_kind(session_trace(s))->numbers[KIND_DROPOUT][DROPOUT_SEED] == 5;
}

static bool c_schedule(const Session *s) {
  return trace_kind(session_trace(s))->numbers[KIND_SCHEDULE][FLASH_COLS] == 3 &&
         trace_has_stage(session_trace(s), STAGE_TILES);
}

static bool c_bent(const Session *s) {
  return kind_divisor(trace_kind(session_trace(s))) == 2.5 &&
         kind_softmax_temperature(trace_kind(session_trace(s))) == 0.5;
}

static bool c_mistake(const Session *s) {
  return trace_mistake(session_trace(s)) == MISTAKE_NO_SCALE &&
         mistake_of(trace_kind(session_trace(s))) == MISTAKE_NO_SCALE;
}

/* What is said of the trace has no mistake while it is asked for. */
static bool c_asked(const Session *s) {
  return trace_mistake(session_trace(s)) != MISTAKE_NONE &&
         mistake_of(trace_kind(session_trace(s))) == MISTAKE_NONE &&
         trace_quiz(session_trace(s))->seed == 3;
}

static bool c_told(const Session *s) {
  return mistake_of(trace_kind(session_trace(s))) != MISTAKE_NONE &&
         session_view(s)->compare == COMPARE_EXACT;
}

static bool c_ended(const Session *s) {
  return trace_mistake(session_trace(s)) == MISTAKE_NONE && !trace_quiz(session_trace(s))->is_on &&
         kind_is_own(trace_kind(session_trace(s))) && !trace_mask_is_laid_over(session_trace(s));
}

static const struct {
  const char *line;
  bool (*right)(const Session *session);
} uses[] = {
    {"sentence \"a; b # c\"", c_sentence},
    {"example 3", c_example},
    {"example 1; example swap", c_swapped},
    {"sentence \"动物太累了\"; example swap; example swap", c_swapped_twice},
    {"model random", c_model},
    {"mask window 2", c_mask},
    {"mask padding 2 window 1 causal", c_joined},
    {"positions none", c_positions},
    {"kv_heads 2", c_kv_heads},
    {"approximate linformer 2; approximate double", c_linformer},
    {"mask causal; approximate performer 64; approximate half", c_performer},
    {"shuffle seed 3", c_shuffled},
    {"shuffle seed 2; shuffle", c_shuffled},
    {"shuffle; shuffle off", c_shuffled_back},
    {"positions alibi; compare exact", c_compared},
    {"positions alibi; compare toggle", c_compared},
    {"freeze", c_frozen},
    {"freeze toggle; mask causal", c_frozen},
    {"freeze; compare off; freeze swap; compare kept", c_frozen},
    {"freeze; mask causal; freeze off", c_let_go},
    {"freeze toggle; freeze toggle", c_let_go},
    {"score cosine temperature 4", c_score},
    {"dropout 0.3 seed 5; stage dropped", c_dropout},
    {"schedule flash 2 3", c_schedule},
    {"scale 2.5; softmax temperature 0.5", c_bent},
    {"mistake no-scale", c_mistake},
    {"quiz seed 3", c_asked},
    {"quiz seed 3; quiz tell", c_told},
    {"quiz seed 3; quiz tell; quiz off", c_ended},
    {"quiz seed 3; undo", c_ended},
    {"mask 2 3 hide", c_hide},
    {"mask 2 3 toggle", c_hide},
    {"mask 2 3 stroke", c_hide},
    {"mask row 5 hide", c_row},
    {"mask row 5 toggle", c_row},
    {"mask causal; mask 1 2 show", c_shown},
    {"mask editor on", c_editor},
    {"stage softmax", c_stage},
    {"stage weights", c_stage},
    {"layer 2", c_layer},
    {"layer next; layer next", c_layer},
    {"head 3", c_head},
    {"head next; head next", c_head},
    {"head solo 4", c_solo},
    {"stage scores; cell 2 5", c_cell},
    {"stage scores; cell 2 row", c_line},
    {"row 2", c_line},
    {"row 2; cell unlock", c_unlock},
    {"stage scores; hover 3 1", c_hover},
    {"stage scores; hover 1 1; cursor down; cursor down; cursor right", c_cursor},
    {"stage scores; step", c_step},
    {"stage masked; step back", c_step},
    {"step by cell", c_by},
    {"step by row; step by next", c_by},
    {"seek scores 0.5", c_seek},
    {"moment 0.25 weights", c_moment},
    {"play", c_play},
    {"play; pause", c_pause},
    {"speed 2.5", c_speed},
    {"view grid", c_view},
    {"theme dark", c_theme},
    {"theme toggle", c_theme},
    {"palette cividis", c_palette},
    {"range -5,2.5", c_range},
    {"numbers off", c_numbers},
    {"textscale 2; textscale -", c_textscale},
    {"zoom +", c_zoom},
    {"zoom by 1", c_zoom},
    {"scroll 0.5 1", c_scroll},
    {"scroll 1 0.25; scroll by -0.5 3", c_scroll},
    {"threshold 90", c_threshold},
    {"threshold next", c_threshold},
    {"threshold 85; threshold +", c_threshold},
    {"threshold 95; threshold -", c_threshold},
    {"threshold 100; threshold +", c_all_keys},
    {"threshold 50; threshold next", c_all_keys},
    {"threshold 50; threshold off", c_all_keys},
    {"stage scores; arcs on", c_arcs},
    {"stage scores; arcs toggle", c_arcs_shown},
    {"stage scores; arcs all toggle", c_arcs_all},
    {"stage weights; arcs all; arcs all toggle; arcs all toggle", c_arcs_all},
    {"arcs all; arcs heads 1,3", c_arcs_heads},
    {"arcs of all; arcs without 2,4", c_arcs_heads},
    {"arcs of all; arcs heads all; arcs head 2 off; arcs head 4 toggle", c_arcs_heads},
    {"arcs of all; arcs head 1 only; arcs head 3 on", c_arcs_heads},
    {"arcs all; hover head 3", c_hover_head},
    {"stage scores; view heads; arcs toggle", c_arcs_shown},
    {"stage weights; view grid; arcs toggle", c_arcs_shown},
    {"tint on", c_tint},
    {"contrast on", c_contrast},
    {"contrast on; contrast toggle", c_contrast_auto}, /* of short rows, where it is off */
    {"contrast off; contrast auto", c_contrast_auto},
    {"lens on", c_lens},
    {"lens 2 3", c_lens_at},
    {"lens 2 3; lens on", c_lens},
    {"lens 2 3; lens toggle", c_no_lens},
    {"sort role", c_sort},
    {"sort toggle", c_sorted},
    {"stage weights; cell 1 2; cell key 2", c_key_alone},
    {"stage weights; cell key 2; escape", c_key_left},
    {"stage weights; cell key 2; cell none", c_key_left},
    {"scroll grid 0.5", c_grid_scroll},
    {"view grid; scroll by 0 0.5", c_grid_scroll},
    {"scroll panel 0.5; products all", c_products},
    {"products toggle", c_products},
    {"scroll panel 0.5; glossary on", c_glossary},
    {"glossary toggle", c_glossary},
    {"stage scores; cell 1 2; glossary on; escape", c_cell_without_glossary},
    {"products all; products few", c_products_few},
    {"scroll panel 0.5", c_panel_scroll},
    {"stage qkv; products all; scroll panel 0.5; stage scores", c_products},
    {"stage scores; scroll panel 0.5; stage scores", c_panel_scroll},
    {"products all; scroll panel by 2 0.25", c_panel_scroll},
    {"scroll panel by 1 0.25", c_second_page},
    {"scroll panel page 2", c_second_page},
    {"scroll panel page next", c_second_page},
    {"scroll panel page 3; scroll panel page prev", c_second_page},
    {"scroll panel page 3; scroll panel by -1 0.25", c_second_page},
    {"scroll panel page by -1 3", c_second_page},
    {"scroll panel page by -4 2", c_second_page},
    {"scroll panel page 5; scroll panel page by 1 3", c_first_page},
    {"scroll panel page prev; scroll panel page next", c_first_page},
    {"stage qkv; scroll panel page 2; stage scores", c_first_page},
    {"scroll panel page 2; products all", c_first_page},
    {"stage qkv; cell 2 3 k 5", c_key_number},
    {"stage qkv; cell 2 16 q 5; cursor right", c_key_first},
    {"stage qkv; cell 2 1 k 5; cursor left", c_query_last},
    {"stage qkv; cell 2 16 v; cursor right", c_value_last},
    {"stage qkv; cell none; hover 2 4 v 7", c_value_hovered},
    {"motion off", c_motion},
    {"menu palette; menu down", c_menu},
    {"menu palette; menu wheel -1", c_menu},
    {"menu help; menu wheel -1", c_help_scrolled},
    {"menu help; menu wheel -100; menu wheel 11", c_help_scrolled},
    {"menu palette; menu wheel -2; menu wheel 1", c_menu},
    {"export what heads", c_what},
    {"export what all", c_all},
    {"export format svg,npy", c_formats},
    {"export scale 2.5", c_scale},
    {"export scale 2.5; export scale auto", c_natural_scale},
    {"export caption below", c_caption},
    {"export transparent on", c_transparent},
    {"export width 84", c_width},
    {"export width 84mm", c_width},
    {"export font 7.5", c_font},
    {"export theme window", c_paper},
    {"export what all; export format pdf; export scale 4; export caption file; export width 999; "
     "export theme dark; reset",
     c_plain},
    {"export what heads; export what shown; export format png; export format auto; export width "
     "84; export width natural; export font 9; export font natural",
     c_plain},
    {"menu export; menu up; menu right; menu choose; menu up; menu right; menu choose", c_form},
    {"menu export; menu choose", c_closed},
    {"menu export; menu right; menu choose", c_closed},
    {"view grid toggle; view heads toggle; view heads toggle; view grid", c_view},
    {"export all svg,npy figures", c_any},
    {"export now", c_any},
    {"menu palette; menu down; cursor down; menu choose", c_chosen},
    {"browse /usr; browse up", c_browsing},
    {"temperature 0.7; topk 40; topp 0.9", c_sampling},
    {"temperature 0.6; temperature +; topk 40; topp 0.8; topp +", c_sampling},
    {"model writer; sentence \"the cat\"; continue 2", c_continued},
    {"model writer; sentence \"the cat\"; continue 2 drawn 3 walk", c_continued},
    {"model reader; sentence \"the cat sat\"; hide 2", c_hidden},
    {"model reader; sentence \"the cat sat\"; cell 2 row; hide chosen", c_hidden},
    {"enter", c_editing},
    {"cache 512", c_any},
    {"view cache; cache prompt 2; cache step 3; cache off", c_cache},
    {"view cost; cost window", c_cost},
    {"view length; length 9", c_length},
    {"view length; length 8; length 9; undo; redo", c_length},
    {"view saturation; saturation width 512; saturation keys 5; saturation keys +; saturation seed "
     "7; saturation draws 100; step",
     c_saturation},
    {"view lookup; lookup travel 0.4; lookup travel +; lookup sharpness 3; step; step", c_lookup},
    {"view layout; layout example heads; layout tokens 4; layout step 3.5; layout number 5",
     c_layout},
    {"view average", c_average},
    {"layer 1; view rollout; step", c_rollout},
    {"view rollout; stage first; stage last; cell 2 1", c_rollout},
    {"view answers", c_answers},
    {"model on-paper; board W_Q 1 1 5", c_any},
    {"edit begin; edit insert \"!\"", c_edit},
    {"mask editor on; edit begin; escape", c_left},
    {"cross \"a dog\"", c_cross},
    {"cross \"a\"; undo; redo; edit second; edit insert \" dog\"", c_cross},
    {"edit second; edit insert \"a dog\"; edit first; edit insert \"!\"", c_edit},
    {"cross \"a dog\"; cross off", c_alone},
    {"edit second; edit insert \"a\"; edit cancel", c_alone},
    {"cross \"a dog\"; mask 6 2 hide", c_hidden_key},
    {"sentence \"x\"; undo", c_undo},
    {"sentence \"x\"; undo; redo", c_redo},
    {"sentence \"x y\"; mask 1 2 hide; cross \"z\"; positions rope; kv_heads own; plain", c_bare},
    {"sentence \"x\"; view heads; theme dark; mask causal; head 2; reset", c_reset},
    {"train copy; train go 3", c_trained},
    {"train copy; train go 3; timeline 2", c_on_timeline},
    {"train copy; watch w_v 2 3", c_watched},
    {"quit", c_quit},
    {"set q 2 3 0.5; without key 2; swap 1; head off 2", c_any},
    {"stage scores; cell 2 1; shake at 0.8; whatif off", c_any},
    {"copy", c_any},
    {"say", c_any},
    {"say why", c_any},
    {"export weights.png", c_any},
    {"save /dev/null", c_any},
    {"restore no", c_any},
    {"fullscreen", c_any},
    {"focus next; focus prev; focus none", c_any},
};

enum { USE_COUNT = sizeof uses / sizeof uses[0] };

static void every_use_does_what_it_says(void **state) {
  (void)state;
  for (size_t i = 0; i < USE_COUNT; i++) {
    Session *session = session_of(sentence);
    say(session, "%s", uses[i].line);
    if (!uses[i].right(session)) fail_msg("%s did not do it", uses[i].line);
    session_free(session);
  }
}

static bool used(const char *name) {
  size_t bytes = strlen(name);
  for (size_t i = 0; i < USE_COUNT; i++)
    for (const char *at = strstr(uses[i].line, name); at; at = strstr(at + 1, name))
      if ((at == uses[i].line || at[-1] == ' ') &&
          !strchr("abcdefghijklmnopqrstuvwxyz", at[bytes] ? at[bytes] : ' '))
        return true;
  return false;
}

static void every_command_is_used_and_has_help(void **state) {
  (void)state;
  for (int i = 0; i < commands_count(); i++) {
    const CommandInfo *info = commands_get(i);
    if (!used(info->name) && strcmp(info->name, "cancel") != 0 && /* in test_background_job.c */
        strcmp(info->name, "open") != 0 && strcmp(info->name, "script") != 0 &&
        strcmp(info->name, "wait") != 0 && strcmp(info->name, "presenter") != 0 &&
        strcmp(info->name, "blank") != 0 && strcmp(info->name, "advance") != 0 &&
        strcmp(info->name, "spotlight") != 0 && strcmp(info->name, "note") != 0 &&
        strcmp(info->name, "notes") != 0 &&    /* in test_presenting.c */
        strcmp(info->name, "lesson") != 0 &&   /* test_lesson.c */
        strcmp(info->name, "language") != 0 && /* test_language.c */
        strcmp(info->name, "permit") != 0)     /* test_script_cursor.c, test_permission.c */
      fail_msg("no test uses %s", info->name);
    assert_true(strlen(info->help) > 5);
  }
}

/* Too many, too few and wrong arguments are named for every command. */
static void every_command_refuses_what_it_does_not_take(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  for (int i = 0; i < commands_count(); i++) {
    char line[128];
    snprintf(line, sizeof line, "%s one two three four five six seven", commands_get(i)->name);
    Status status = {0};
    if (session_do(session, line, &status)) fail_msg("%s: not refused", line);
    assert_int_equal(status.kind, STATUS_USAGE);
    assert_true(strlen(status.sentence) > 10);
  }
  session_free(session);
}

static void every_key_leads_to_a_command(void **state) {
  (void)state;
  static const char *const promised[] = {"→",
                                         "←",
                                         "↑",
                                         "↓",
                                         "Shift ↑",
                                         "Space",
                                         "Home",
                                         "End",
                                         "Enter",
                                         "Esc",
                                         "1",
                                         "9",
                                         "[",
                                         "]",
                                         ",",
                                         ".",
                                         "o",
                                         "m",
                                         "c",
                                         "e",
                                         "t",
                                         "+",
                                         "-",
                                         "0",
                                         "Ctrl-+",
                                         "Ctrl--",
                                         "Ctrl-0",
                                         "Ctrl-S",
                                         "Ctrl-Shift-S",
                                         "Ctrl-Z",
                                         "Ctrl-Y",
                                         "Ctrl-Shift-Z",
                                         "Ctrl-C",
                                         "F5",
                                         "PageDown",
                                         "PageUp",
                                         "F11",
                                         "?"};
  for (size_t i = 0; i < sizeof promised / sizeof promised[0]; i++)
    if (!commands_for_key(promised[i])) fail_msg("the key %s does nothing", promised[i]);
  assert_null(commands_for_key("Ctrl-Alt-Q"));
  for (int i = 0; i < commands_key_count(); i++) {
    const char *key, *command, *help;
    commands_key(i, &key, &command, &help);
    assert_string_equal(commands_for_key(key), command); /* no key twice */
    if (!strncmp(command, "save", 4)) continue;          /* writes into this folder */
    Session *session = session_of(sentence);
    Status status = {0};
    bool done = session_do(session, command, &status);
    /* undo of nothing, head 9 of four, words of a model without any, hiding of no token, a
    ** script that is not stopped and words without a partner are refused rightly. */
    if (!done && !strstr(status.sentence, "nothing to") && !strstr(status.sentence, "no head") &&
        !strstr(status.sentence, "does not name") && !strstr(status.sentence, "choose the token") &&
        !strstr(status.sentence, "no script is stopped") &&
        !strstr(status.sentence, "no lesson is open") &&
        !strstr(status.sentence, "no number is chosen") &&
        !strstr(status.sentence, "every number of this run") &&
        !strstr(status.sentence, "no lesson is open") && !strstr(status.sentence, "has a partner"))
      fail_msg("%s: %s", command, status.sentence);
    session_free(session);
  }
}

static void a_command_says_its_key(void **state) {
  (void)state;
  for (int i = 0; i < commands_count(); i++) {
    const CommandInfo *info = commands_get(i);
    if (!*info->key) continue;
    const char *command = commands_for_key(info->key);
    assert_non_null(command);
    assert_memory_equal(command, info->name, strlen(info->name));
  }
}

static void wrong_words_are_named_with_the_nearest(void **state) {
  (void)state;
  static const struct {
    const char *line, *part;
  } wrong[] = {
      {"stgae weights", "there is no command “stgae”; did you mean “stage”?"},
      {"stage wieghts", "did you mean “weights”?"},
      {"head 9", "there is no head “9”; the numbers go from 1 to 4"},
      {"head 0", "there is no head “0”"},
      {"layer 3", "there is no layer “3”; the numbers go from 1 to 2"},
      {"mask 7 1 hide", "there is no query “7”; the numbers go from 1 to 6"},
      {"mask 1 9 hide", "there is no key “9”"},
      {"mask row 12 hide", "there is no query “12”"},
      {"mask window -1", "a number of tokens from 1 to 1024"},
      {"mask window", "mask window lacks its number of tokens, from 1 to 1024"},
      {"mask blocks 4 window", "mask window lacks its number of tokens, from 1 to 1024"},
      {"mask global", "mask global lacks the numbers of its tokens, from 1 to 1024, joined"},
      {"mask random 2 seed", "mask random lacks its seed, from 0 to 999999999"},
      {"mask causal windw 1", "did you mean “window”?"},
      {"mask causal window", "mask window lacks its number"},
      {"mask causal window 2000", "a number of tokens from 1 to 1024"},
      {"mask window x", "mask window takes a number of tokens from 1 to 1024, not “x”"},
      {"mask dilated 2 0", "mask dilated takes a step from 1 to 1024, not “0”"},
      {"mask dilated 2", "mask dilated lacks its second number, a step from 1 to 1024"},
      {"mask blocks 0", "mask blocks takes a number of tokens from 1 to 1024, not “0”"},
      {"mask global 1,x",
       "mask global takes the numbers of tokens from 1 to 1024, joined by commas, not “x”"},
      {"mask random 2 seed x", "mask random takes a seed from 0 to 999999999, not “x”"},
      {"positions nono", "there are no positions “nono”; did you mean “none”?"},
      {"kv_heads", "kv_heads takes own|G"},
      {"shuffle seed", "shuffle takes [seed N]|off"},
      {"shuffle on", "shuffle takes [seed N]|off"},
      {"shuffle seed -1", "shuffle takes a seed from 0 to 999999999, not “-1”"},
      {"compare exat", "did you mean “exact”?"},
      {"kv_heads 3", "kv_heads 3 does not divide the 4 heads of"},
      {"kv_heads 8", "kv_heads 8 is more than the 4 heads of"},
      {"schedule", "schedule takes whole|flash ROWS COLS"},
      {"schedule flash 0 2", "flash takes a whole number from 1 to 1000000, not “0”"},
      {"stage tiles", "schedule flash 4 4 works them out tile by tile"},
      {"kv_heads 0", "kv_heads takes a whole number from 1 to 4096, not “0”"},
      {"approximate", "approximate takes exact|linformer K|performer M|half|double"},
      {"approximate linfomer 3", "there is no approximation “linfomer”; did you mean “linformer”?"},
      {"approximate linformer 0", "linformer takes a whole number from 1 to 4096, not “0”"},
      {"approximate linformer", "linformer takes 1 whole number from 1 to 4096"},
      {"approximate performer 3 4", "performer has no number “4”; it has: N"},
      {"approximate half", "attention is exact, so there is no number"},
      {"positions", "positions takes own|none|sinusoidal|rope [base X] [half|interleaved]|"
                    "alibi|t5 [buckets N] [far N]|shaw K"},
      {"positions shaw 0", "shaw takes a whole number from 1 to 1024, not “0”"},
      {"positions shaw 5000000", "shaw takes a whole number from 1 to 1024, not “5000000”"},
      {"score nonsense", "there is no score “nonsense”; it is one of: dot, general"},
      {"score cosine temperature x", "temperature of cosine is a number from 0.01 to 1000"},
      {"dropout 1", "dropout takes a number from 0 to 0.9 in steps of 0.001, not “1”"},
      {"dropout -0.1", "in steps of 0.001, not “-0.1”"},
      {"dropout 0.95", "in steps of 0.001, not “0.95”"},
      {"dropout 0.3 seed x", "seed of dropout is a whole number"},
      {"mask causal causal", "names causal twice"},
      {"mask causal prefix 2", "names causal and prefix; take one of them"},
      {"mask none window 1", "leave out none"},
      {"model hand-mad", "did you mean hand-made"},
      {"palette virids", "did you mean “viridis”"},
      {"view overwiev", "did you mean “overview”"},
      {"textscale 9", "textscale takes a number from 1 to 3, not “9”"},
      {"zoom 1e9", "zoom takes"},
      {"speed nan", "speed takes"},
      {"range 1", "range takes head, own"},
      {"example 99", "there is no example"},
      {"example swap", "no word of this sentence has a partner"},
      {"\"stage\" weights", "begins with its name"},
      {"undo", "nothing to undo"},
      {"redo", "nothing to redo"},
      {"quit now", "quit takes no arguments"},
      {"menu fish", "there is no menu “fish”"},
      {"export", "export takes"},
      {"export scale 5", "from 1 to 4, not “5”"},
      {"export scale", "export takes"},
      {"export caption above", "there is no caption “above”"},
      {"export what hedas", "did you mean “heads”"},
      {"export format png,jpg", "there is no format “jpg”"},
      {"export format png,", "there is no format “”"},
      {"export width 3", "from 12.7 to 5779 mm"},
      {"export font 200", "from 4 to 72 points"},
      {"export theme grey", "there is no theme “grey”"},
      {"theme drak", "there is no theme “drak”; did you mean “dark”?"},
      {"numbers maybe", "numbers takes auto|on|off; “maybe” does not fit"},
      {"step bakc", "did you mean “back”"},
      {"export transparent maybe", "export takes"},
      {"export all", "export takes"},
      {"export all gif figures", "there is no format “gif”"},
      {"edit fly", "edit takes"},
      {"cell 1", "cell takes"}};
  Session *session = session_of(sentence);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    refused(session, wrong[i].line, wrong[i].part);
  session_free(session);
}

static void a_failing_command_keeps_what_ran_before(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  Status status;
  assert_false(session_do(session, "head 2; head 9; head 3", &status));
  assert_int_equal(view(session)->head, 1);
  session_free(session);
}

/* A sentence that is too long is refused and the old one stays. */
static void a_megabyte_gets_one_sentence(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  Arena *arena = arena_make(0);
  StrBuf line = strbuf_make(arena);
  Status status;
  strbuf_add(&line, STR("sentence \""));
  for (int i = 0; i < 1 << 18; i++) strbuf_add(&line, STR("word"));
  strbuf_add_char(&line, '"');
  assert_false(session_do_text(session, strbuf_str(&line), &status));
  assert_non_null(strstr(status.sentence, "1048576 bytes"));
  assert_true(text_is(session, sentence));
  arena_free(arena);
  session_free(session);
}

static void line_ends_and_bad_bytes_stay_as_they_are(void **state) {
  (void)state;
  Session *session = session_of("one\ntwo\r\n\xFFthree");
  assert_true(text_is(session, "one\ntwo\r\n\xFFthree"));
  assert_int_equal(trace_bad_byte_count(session_trace(session)), 1);
  session_free(session);
}

static void menus_choose_by_the_keyboard(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_of(sentence);
  for (int menu = MENU_MODEL; menu < MENU_COUNT; menu++) {
    if (menu == MENU_RESTORE || menu == MENU_EXPORT) continue;
    say(session, "menu %s", menu_name((MenuId)menu));
    for (int i = 0; i < menu_count(session, (MenuId)menu); i++) {
      const char *command = menu_command(session, (MenuId)menu, i, arena);
      /* not everything can be approximated, nor worked out by tiles */
      if (strcmp(command, "approximate exact") == 0) say(session, "mask none; positions own");
      if (strcmp(command, "score dot") == 0) say(session, "approximate exact");
      if (strcmp(command, "schedule own") == 0) say(session, "dropout off");
      if (strcmp(command, "whatif off") == 0)
        say(session, "model hand-made; plain; stage scores; cell 2 1");
      if (strcmp(command, "whatif broken") == 0) say(session, "set scores 2 1 nan");
      if (strcmp(command, "shuffle") == 0) say(session, "cross off");
      if (strcmp(command, "softmax own") == 0) say(session, "schedule whole; approximate exact");
      if (strcmp(command, "mistake off") == 0) say(session, "scale on; softmax own; cross off");
      say(session, "%s", command);
    }
    say(session, "menu none");
  }
  say(session, "model hand-made; mask none; menu attention; menu down; menu choose");
  assert_true(str_is(trace_mask_name(session_trace(session)), "causal"));
  for (int i = 0; i < 30; i++) say(session, "%s", i ? "menu down" : "menu model");
  assert_int_equal(view(session)->menu_item, menu_count(session, MENU_MODEL) - 1);
  session_free(session);
  arena_free(arena);
}

static void escape_leaves_the_innermost_first(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session,
      "head solo 2; mask editor on; cell 2 3; menu help; edit begin; edit compose \"x\" 1");
  say(session, "escape");
  assert_int_equal(view(session)->menu, MENU_NONE);
  say(session, "escape");
  assert_string_equal(session_edit(session)->composition, "");
  say(session, "escape");
  assert_false(session_edit(session)->active);
  say(session, "escape");
  assert_false(view(session)->mask_editor);
  say(session, "escape");
  assert_int_equal(view(session)->query, -1);
  say(session, "escape");
  assert_false(view(session)->solo);
  say(session, "escape; head solo 2; view grid; escape");
  assert_true(view(session)->kind == VIEW_STAGE && view(session)->solo);
  say(session, "view heads; escape");
  assert_true(view(session)->kind == VIEW_STAGE);
  session_free(session);
}

/* A question exists by its name even if nothing is asked. */
static void a_question_without_answers_is_walked_through(void **state) {
  static const char *const menus[] = {"question", "script"};
  Session *session = session_of(sentence);
  (void)state;
  for (int i = 0; i < 2; i++) {
    say(session, "menu %s", menus[i]);
    say(session, "menu next; menu prev; menu up; menu down; menu left; menu right");
    assert_int_equal(session_view(session)->menu_item, 0);
    say(session, "menu none");
  }
  session_free(session);
}

/* next and prev walk through the items of an open menu and come round; with none open they open the
** first or last menu of the top bar. The export form is walked through by its sections. */
static void menus_are_walked_through(void **state) {
  (void)state;
  static const MenuId menus[] = {MENU_MODEL, MENU_PALETTE, MENU_EXPORT, MENU_RESTORE};
  Session *session = session_of(sentence);
  for (int i = 0; i < 4; i++) {
    say(session, "menu none; menu %s", menu_name(menus[i]));
    int first = view(session)->menu_item, count = 0;
    do {
      say(session, "menu next");
      assert_int_equal(view(session)->menu, menus[i]);
      count++;
    } while (view(session)->menu_item != first && count < 200);
    assert_in_range(count, 2, 199);
    if (menus[i] == MENU_EXPORT) continue;
    assert_int_equal(count, menu_count(session, menus[i]));
    say(session, "menu prev; menu next");
    assert_int_equal(view(session)->menu_item, first);
  }
  say(session, "menu none; menu next");
  assert_int_equal(view(session)->menu, MENU_EXAMPLES);
  say(session, "escape; menu prev");
  assert_int_equal(view(session)->menu, MENU_HELP);
  session_free(session);
}

static bool mask_is(const Session *session, const char *name) {
  return str_is(trace_mask_name(session_trace(session)), name);
}

static void choose_mask(Session *session, int item) {
  say(session, "menu none; menu attention");
  while (view(session)->menu_item < item) say(session, "menu down");
  while (view(session)->menu_item > item) say(session, "menu up");
  say(session, "menu choose");
}

/* Every part of a mask and every value of a kind can be chosen in the menu, once each. */
static void the_menu_has_every_part_and_every_kind(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_of(sentence);
  int parts = 0, values = 0, count = menu_count(session, MENU_ATTENTION);
  for (int i = 0; i < MASK_PART_COUNT; i++)
    for (int item = 0; item < count; item++) {
      MaskParts start;
      if (menu_mask_part(session, item, &start) != (MaskPart)i) continue;
      assert_int_equal(start.named, 1u << i);
      say(session, "mask none");
      say(session, "%s", menu_command(session, MENU_ATTENTION, item, arena));
      assert_true(
          str_is(trace_mask_name(session_trace(session)), mask_name_write(arena, &start, ':')));
      assert_true(menu_is_set(session, MENU_ATTENTION, item));
      assert_true(menu_stays_open(session, MENU_ATTENTION, item));
      parts++;
    }
  assert_int_equal(parts, MASK_PART_COUNT);
  for (int value = 0; value < kind_value_count(KIND_POSITIONS); value++)
    for (int item = 0; item < count; item++) {
      const char *command =
          str_format(arena, "%s %s%s", kind_setting_name(KIND_POSITIONS),
                     kind_value(KIND_POSITIONS, value)->name, value == POSITIONS_SHAW ? " 3" : "");
      if (strcmp(menu_command(session, MENU_ATTENTION, item, arena), command) != 0) continue;
      say(session, "%s", command);
      assert_int_equal(trace_kind(session_trace(session))->of[KIND_POSITIONS], value);
      assert_true(menu_is_kind(session, item) && menu_stays_open(session, MENU_ATTENTION, item));
      for (int other = 0; other < count; other++) {
        Str others = str_from(menu_command(session, MENU_ATTENTION, other, arena));
        if (!str_starts(others, kind_setting_name(KIND_POSITIONS))) continue;
        assert_true(menu_is_set(session, MENU_ATTENTION, other) == (other == item));
      }
      values++;
    }
  assert_int_equal(values, kind_value_count(KIND_POSITIONS));
  session_free(session);
  arena_free(arena);
}

/* Other properties of a part stay while its size is changed and other parts are added. */
static void the_menu_keeps_the_numbers_of_a_part(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "mask dilated 2 3 random 2 seed 7; menu attention; menu right");
  assert_true(mask_is(session, "dilated:3:3 random:2:seed:7"));
  say(session, "menu up; menu up; menu up; menu up; menu choose");
  assert_true(mask_is(session, "causal dilated:3:3 random:2:seed:7"));
  assert_int_equal(view(session)->menu, MENU_ATTENTION);
  say(session, "mask blocks 1; menu none; menu attention; menu left");
  assert_true(mask_is(session, "blocks:1"));
  say(session, "mask window 100; menu none; menu attention; menu right");
  assert_true(mask_is(session, "window:100"));
  say(session, "menu left");
  assert_true(mask_is(session, "window:99"));
  session_free(session);
}

/* Positions are side by side below the masks: down selects the current one, right the next. */
static void kinds_are_chosen_by_keys(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "mask none; menu attention");
  for (int i = 0; i < 30; i++) say(session, "menu down");
  /* from three groups of what can be looked at, over whose keys there are */
  say(session, "menu up; menu up; menu up; menu up");
  say(session, "menu right; menu choose");
  assert_int_equal(trace_kind(session_trace(session))->of[KIND_SCHEDULE], SCHEDULE_FLASH);
  say(session, "menu left; menu choose");
  assert_int_equal(trace_kind(session_trace(session))->of[KIND_SCHEDULE], SCHEDULE_WHOLE);
  say(session, "menu up; menu left; menu left; menu right; menu choose");
  assert_int_equal(trace_kind(session_trace(session))->of[KIND_DROPOUT], DROPOUT_ON);
  say(session, "menu left; menu choose; menu up; menu right; menu choose");
  assert_int_equal(trace_kind(session_trace(session))->of[KIND_DROPOUT], DROPOUT_OFF);
  assert_int_equal(trace_kind(session_trace(session))->of[KIND_SCORE], SCORE_GENERAL);
  say(session, "menu left; menu choose; menu up; menu right; menu choose");
  assert_true(trace_keys_are_mixtures(session_trace(session)));
  say(session, "menu left; menu choose; menu up; menu right; menu choose");
  assert_int_equal(trace_kind(session_trace(session))->numbers[KIND_KEY_HEADS][0], 2);
  say(session, "menu left; menu choose; menu up; menu right; menu right; menu right; menu right; "
               "menu right; menu choose");
  assert_int_equal(trace_kind(session_trace(session))->of[KIND_KEY_HEADS], KEY_HEADS_OWN);
  assert_int_equal(trace_kind(session_trace(session))->of[KIND_POSITIONS], POSITIONS_ALIBI);
  assert_int_equal(view(session)->menu, MENU_ATTENTION);
  say(session, "menu up; menu down; menu left; menu left; menu left; menu left; menu choose");
  assert_int_equal(trace_kind(session_trace(session))->of[KIND_POSITIONS], POSITIONS_NONE);
  say(session, "menu up; menu choose");
  assert_true(view(session)->mask_editor);
  session_free(session);
}

static int item_of(const Session *session, const char *command, Arena *arena) {
  for (int i = 0; i < menu_count(session, MENU_ATTENTION); i++)
    if (strcmp(menu_command(session, MENU_ATTENTION, i, arena), command) == 0) return i;
  return -1;
}

/* + and − step the numbers of the selected item, within its limits and those of the model. */
static void numbers_of_kinds_are_stepped_by_keys(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_of(sentence);
  say(session, "mask none; menu attention");
  for (int i = 0; i < 30; i++) say(session, "menu down");
  say(session, "menu up; menu up; menu up; menu up; menu right; menu more"); /* sets it first */
  const int *tile = trace_kind(session_trace(session))->numbers[KIND_SCHEDULE];
  assert_int_equal(tile[FLASH_ROWS], 4);
  say(session, "menu more; menu less 2");
  tile = trace_kind(session_trace(session))->numbers[KIND_SCHEDULE];
  assert_int_equal(tile[FLASH_ROWS], 5);
  assert_int_equal(tile[FLASH_COLS], 3);
  assert_string_equal(menu_command(session, MENU_ATTENTION, view(session)->menu_item, arena),
                      "schedule flash 5 3"); /* choosing it again changes nothing */
  say(session, "schedule whole; approximate linformer 1; menu none; menu attention");
  assert_string_equal(kind_numbers_command(session, KIND_APPROXIMATE, 0, -1, arena), "");
  assert_string_equal(kind_numbers_command(session, KIND_APPROXIMATE, 0, 1, arena),
                      "approximate linformer 2");
  say(session, "approximate exact; kv_heads 4");
  assert_string_equal(kind_numbers_command(session, KIND_KEY_HEADS, 0, -1, arena), "kv_heads 2");
  assert_string_equal(kind_numbers_command(session, KIND_KEY_HEADS, 0, 1, arena), "");
  say(session, "kv_heads own; dropout 0.25");
  assert_string_equal(kind_numbers_command(session, KIND_DROPOUT, DROPOUT_SHARE, 1, arena),
                      "dropout 0.3");
  assert_string_equal(kind_numbers_command(session, KIND_DROPOUT, DROPOUT_SHARE, -1, arena),
                      "dropout 0.2");
  say(session, "dropout off; mask causal window 3");
  for (int i = 0; menu_mask_size(session, view(session)->menu_item) != 3 && i < 30; i++)
    say(session, "menu down");
  assert_int_equal(menu_mask_size(session, view(session)->menu_item), 3);
  say(session, "menu less 2; menu none"); /* a mask part has one number */
  assert_string_equal(mask_numbers_command(session, 1, arena), "mask causal window 4");
  say(session, "mask 3 1 hide");
  assert_int_equal(mask_numbers_part(session), MASK_PART_COUNT); /* a step would lose the cell */
  refused(session, "menu more of", "“of” does not fit");
  session_free(session);
  arena_free(arena);
}

/* The same in the menu of what-ifs. */
static void numbers_of_what_ifs_are_stepped_by_keys(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "menu whatif; menu down; menu right; menu more"); /* not set yet: sets it */
  assert_true(fabs(kind_softmax_temperature(trace_kind(session_trace(session))) - 0.5) < 1e-6);
  say(session, "menu more");
  double warmer = kind_softmax_temperature(trace_kind(session_trace(session)));
  assert_true(warmer > 0.5 && warmer <= 1);
  say(session, "menu less");
  assert_true(fabs(kind_softmax_temperature(trace_kind(session_trace(session))) - 0.5) < 1e-6);
  say(session, "menu down; menu more"); /* no mask has no number */
  session_free(session);
}

/* What cannot be laid over now says why, in the words of the refusal; the rest says nothing. */
static void what_cannot_be_chosen_says_why(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_of(sentence);
  say(session, "mask none; menu attention");
  for (int i = 0; i < menu_count(session, MENU_ATTENTION); i++) {
    const char *why = menu_refusal(session, i, arena);
    bool compares = strcmp(menu_command(session, MENU_ATTENTION, i, arena), "compare toggle") == 0;
    if (!compares) assert_string_equal(why, "");
  }
  say(session, "approximate linformer 4");
  const char *why = menu_refusal(session, item_of(session, "mask causal", arena), arena);
  assert_true(strncmp(why, "approximate linformer mixes all keys", 36) == 0);
  refused(session, "mask causal", why);
  why = menu_refusal(session, item_of(session, "schedule flash 4 4", arena), arena);
  refused(session, "schedule flash 4 4", why);
  assert_string_equal(menu_refusal(session, item_of(session, "mask padding 2", arena), arena), "");
  session_free(session);
  arena_free(arena);
}

/* What a mask names beyond the sentence is refused with the part, the token and the count. A mask
** that was right before the sentence was shortened stays, in the menu and in a saved state too. */
static void global_names_tokens_of_the_sentence(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_of("one two three four five");
  say(session, "mask causal");
  refused(session, "mask window 0", "mask window takes a number of tokens from 1 on, not “0”");
  refused(session, "mask causal window 2 random 0", "mask random takes a number of tokens from 1");
  refused(session, "mask dilated 0 2", "mask dilated takes a number of tokens from 1 on");
  refused(session, "mask window 1 global 99",
          "the mask global names token 99, but the sentence has 5 tokens");
  assert_true(mask_is(session, "causal"));
  say(session, "mask window 1 global 1,5; sentence \"one two\"");
  assert_true(mask_is(session, "window:1 global:1,5"));
  say(session, "menu attention; menu up; menu up; menu up; menu choose; menu none");
  assert_true(mask_is(session, "causal window:1 global:1,5"));
  Str saved = session_script(session, arena);
  Script script = {.path = "s", .text = saved};
  Session *other = session_of(sentence);
  Status status = {0};
  if (!session_run_script(other, &script, &status)) fail_msg("%s", status.sentence);
  assert_true(mask_is(other, "causal window:1 global:1,5"));
  say(other, "sentence \"one two three four five\"");
  assert_false(trace_hidden(session_trace(other), 4, 0));
  say(other, "undo; undo; redo; sentence \"\"; mask causal global 5 beyond; stage weights");
  refused(other, "mask global 1", "the mask global names token 1, but the sentence has 0 tokens");
  session_free(session);
  session_free(other);
  arena_free(arena);
}

/* own, none, row and editor stand alone behind mask, and the sentence says so. */
static void what_stands_alone_is_not_joined(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  static const char *const lines[] = {"mask causal own", "mask own causal", "mask own window 3"};
  for (int i = 0; i < 3; i++)
    refused(session, lines[i],
            "mask own is the model's own mask and stands alone; to join parts, name each, as in "
            "mask causal window 3");
  refused(session, "mask causal row",
          "mask row stands alone; it cannot be joined with the parts of a mask");
  refused(session, "cache", "megabytes from 16 to 65536");
  say(session, "stage scores");
  refused(session, "cell 1 2 k", "“k” does not fit");
  say(session, "stage qkv");
  refused(session, "cell 1 2 w", "“w” does not fit");
  refused(session, "cell 1 2 k 65", "there is no column “65”; the numbers go from 1 to");
  refused(session, "cache 16 17", "“17” does not fit");
  session_free(session);
}

/* In the menu a part is added to the others or removed, the only one too; causal and prefix replace
** each other, and "no mask" removes all. Each is one undo step. */
static void the_menu_joins_the_parts_of_a_mask(void **state) {
  (void)state;
  enum { NONE, CAUSAL, PREFIX, PADDING, WINDOW };
  Session *session = session_of(sentence);
  choose_mask(session, WINDOW);
  assert_true(mask_is(session, "window:2"));
  choose_mask(session, CAUSAL);
  assert_true(mask_is(session, "causal window:2"));
  assert_true(menu_is_set(session, MENU_ATTENTION, CAUSAL));
  assert_true(menu_is_set(session, MENU_ATTENTION, WINDOW));
  assert_false(menu_is_set(session, MENU_ATTENTION, NONE));
  assert_false(menu_is_set(session, MENU_ATTENTION, PADDING));
  say(session, "mask causal window 3; menu none; menu attention");
  while (view(session)->menu_item != WINDOW) say(session, "menu down");
  say(session, "menu right");
  assert_true(mask_is(session, "causal window:4"));
  choose_mask(session, PREFIX);
  assert_true(mask_is(session, "prefix:2 window:4"));
  choose_mask(session, PADDING);
  assert_true(mask_is(session, "prefix:2 window:4 padding:2"));
  choose_mask(session, WINDOW);
  assert_true(mask_is(session, "prefix:2 padding:2"));
  say(session, "undo");
  assert_true(mask_is(session, "prefix:2 window:4 padding:2"));
  choose_mask(session, NONE);
  assert_true(mask_is(session, "none"));
  for (int item = CAUSAL; item < menu_count(session, MENU_ATTENTION); item++) {
    MaskParts start;
    if (menu_mask_part(session, item, &start) == MASK_PART_COUNT) continue;
    choose_mask(session, item);
    assert_false(mask_is(session, "none"));
    choose_mask(session, item);
    assert_true(mask_is(session, "none"));
    assert_true(menu_is_set(session, MENU_ATTENTION, NONE));
  }
  session_free(session);
}

/* The current value is selected when the menu opens: choosing at once changes nothing, but takes out
** a part of a mask. */
static void a_menu_opens_at_what_is_set(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "mask window 4; palette grey; menu attention");
  assert_int_equal(view(session)->menu_item, 4);
  say(session, "menu choose");
  assert_true(mask_is(session, "none"));
  say(session, "menu none; menu attention; menu choose");
  assert_true(mask_is(session, "none"));
  say(session, "menu palette");
  assert_true(menu_is_set(session, MENU_PALETTE, view(session)->menu_item));
  say(session, "menu choose");
  assert_int_equal(view(session)->menu, MENU_NONE);
  session_free(session);
}

static void arrows_set_the_size_of_a_mask(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "mask window 4; menu attention; menu right");
  assert_true(str_is(trace_mask_name(session_trace(session)), "window:5"));
  say(session, "menu left; menu left");
  assert_true(str_is(trace_mask_name(session_trace(session)), "window:3"));
  for (int i = 0; i < 5; i++) say(session, "menu left");
  assert_true(str_is(trace_mask_name(session_trace(session)), "window:1"));
  assert_int_equal(view(session)->menu, MENU_ATTENTION);
  say(session, "menu right; menu choose"); /* keeps what the arrows set */
  assert_true(str_is(trace_mask_name(session_trace(session)), "window:2"));
  assert_int_equal(view(session)->menu, MENU_NONE);
  say(session, "menu attention; menu choose"); /* takes the part out */
  assert_true(str_is(trace_mask_name(session_trace(session)), "none"));
  session_free(session);
}

/* Range and numbers are below the palettes: down selects a line, right moves along it, and choosing
** leaves the menu open. */
static void range_and_numbers_are_chosen_by_keys(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "menu palette");
  for (int i = 0; i < PALETTE_CHOICES; i++) say(session, "menu down");
  say(session, "menu right; menu right; menu choose");
  assert_int_equal(view(session)->range, RANGE_SHARED);
  say(session, "menu right; menu down; menu right; menu right; menu right; menu choose");
  assert_int_equal(view(session)->numbers, NUMBERS_OFF);
  say(session, "menu up; menu choose");
  assert_int_equal(view(session)->range, RANGE_SHARED); /* the line is entered at what is set */
  say(session, "menu left; menu choose; menu up; menu choose");
  assert_int_equal(view(session)->range, RANGE_OWN);
  assert_int_equal(view(session)->palette, PALETTE_CHOICES - 1);
  assert_int_equal(view(session)->menu, MENU_NONE);
  session_free(session);
}

/* The mask editor opens at a stage where its clicks are visible. */
static void the_mask_editor_goes_where_a_mask_shows(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  for (int i = 0; i < trace_stage_count(session_trace(session)); i++) {
    StageId stage = trace_stage_at(session_trace(session), i);
    say(session, "mask editor off; stage %s; mask editor on", stage_info(stage)->name);
    bool stays = stage == STAGE_WEIGHTS;
    assert_int_equal(view(session)->stage, stays ? STAGE_WEIGHTS : STAGE_MASKED);
    assert_int_equal(view(session)->kind, VIEW_STAGE);
  }
  session_free(session);
}

/* "Enter hides or shows a cell", and a row where a row is chosen: so the m that ends the editor is
** no letter of the sentence. */
static void enter_hides_a_row_in_the_mask_editor(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "stage masked; cell 2 row; mask editor on; enter");
  assert_false(session_edit(session)->active);
  assert_true(trace_layer_row_hidden(session_trace(session), 0, 1));
  say(session, "enter");
  assert_false(trace_layer_row_hidden(session_trace(session), 0, 1));
  say(session, "mask editor off; enter");
  assert_true(session_edit(session)->active);
  session_free(session);
}

/* "reset" has a key and a row of the model menu, and undo leads back. */
static void beginning_again_has_a_key_and_a_row(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  Arena *arena = arena_make(0);
  int last = menu_count(session, MENU_MODEL) - 1;
  assert_string_equal(commands_for_key("Ctrl-R"), "reset");
  assert_string_equal(menu_command(session, MENU_MODEL, last, arena), "reset");
  say(session, "theme dark; stage weights; menu model");
  for (int i = 0; i < last; i++) say(session, "menu down");
  say(session, "menu choose");
  assert_int_equal(view(session)->theme, THEME_LIGHT);
  assert_int_equal(view(session)->menu, MENU_NONE);
  say(session, "undo");
  assert_true(str_is(session_sentence(session), sentence));
  arena_free(arena);
  session_free(session);
}

/* The sentence comes back with the place it was looked at from, and with how it looked. */
static void beginning_again_is_taken_back_whole(void **state) {
  (void)state;
  Session *session = session_of("a b c d");
  say(session, "theme dark; textscale 1.5; stage output; head 3; layer 1; cell 2 3; reset; undo");
  const View *v = view(session);
  assert_true(str_is(session_sentence(session), "a b c d"));
  assert_true(v->theme == THEME_DARK && v->text_scale > 1.4f && v->stage == STAGE_OUTPUT);
  assert_true(v->head == 2 && v->layer == 0 && v->query == 1 && v->key == 2);
  for (int i = 0; i < 2; i++) { /* there and back */
    say(session, "redo");
    assert_true(v->theme == THEME_LIGHT && v->text_scale < 1.1f && v->kind == VIEW_OVERVIEW);
    say(session, "undo");
    assert_true(v->theme == THEME_DARK && v->stage == STAGE_OUTPUT && v->query == 1);
  }
  say(session, "theme light; sentence \"x\"; head 2; undo"); /* another change leaves the view */
  assert_true(v->theme == THEME_LIGHT && v->head == 1);
  session_free(session);
}

/* The first arrow shows the cursor where the eye is: under the pointer, at the cell filled last, in
** the row that the picture follows, at its heaviest key. */
static void the_cursor_begins_where_the_eye_is(void **state) {
  (void)state;
  static const char *const stages[] = {"weights", "qkv"};
  Session *session = session_of(sentence);
  FirstPicture shown;
  say(session, "reset; stage weights; cell none");
  assert_true(first_picture_find_in_head(session_trace(session), view(session)->layer,
                                         view(session)->head, &shown));
  assert_true(shown.query > 0 && shown.key > 0);
  for (int i = 0; i < 2; i++) {
    say(session, "stage %s; cell none; cursor down", stages[i]);
    assert_int_equal(view(session)->query, shown.query);
    assert_int_equal(view(session)->key, i == 0 ? shown.key : 0);
  }
  say(session, "stage weights; cell none; hover 3 5; cursor left");
  assert_true(view(session)->query == 2 && view(session)->key == 4);
  say(session, "hover none; step by cell; seek weights 0.3; cell none");
  int last = view(session)->filled - 1, keys = trace_key_count(session_trace(session));
  say(session, "cursor down");
  assert_true(view(session)->query == last / keys && view(session)->key == last % keys);
  session_free(session);
}

static void an_open_menu_takes_the_keyboard_from_the_sentence(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "edit begin; edit compose \"x\" 1; menu model");
  assert_false(session_edit(session)->active);
  assert_string_equal(session_edit(session)->composition, "");
  session_free(session);
}

/* In the overview a cell is a pair of query and key, whatever the stage behind it. */
static void the_overview_has_pairs_to_point_at(void **state) {
  (void)state;
  Session *session = session_of("the cat sat");
  say(session, "view overview; hover 2 3");
  assert_int_equal(session_view(session)->hover_key, 2);
  say(session, "cell 2 3; view stage");
  assert_int_equal(session_view(session)->query, 1);
  assert_int_equal(session_view(session)->key, -1); /* a token has no columns */
  say(session, "view overview; cell 2 3; stage scores");
  assert_int_equal(session_view(session)->key, 2);
  say(session, "stage output; cell 1 16; view overview");
  assert_int_equal(session_view(session)->key, -1);
  refused(session, "hover 2 4", "4");
  session_free(session);
}

static void the_focus_stays_within_a_shorter_sentence(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  say(session, "seek scores 0.9; cell 6 6; hover 5 5; sentence \"a b\"");
  assert_int_equal(view(session)->query, -1);
  assert_int_equal(view(session)->hover_query, -1);
  assert_int_equal(view(session)->filled, -1);
  session_free(session);
}

static void assert_within(const Session *session, const char *line) {
  const View *v = view(session);
  const Trace *trace = session_trace(session);
  int rows, cols;
  trace_stage_shape(trace, v->stage, &rows, &cols);
  bool has_pairs = v->kind == VIEW_OVERVIEW || view_is_of_layers(v->kind);
  int keys = has_pairs ? trace_key_count(trace) : cols;
  bool right = v->query < rows && v->key < keys && v->hover_query < rows && v->hover_key < keys &&
               (v->filled != 0 || v->lesson) && v->filled < rows * cols + (rows * cols == 0) &&
               v->layer >= 0 && v->layer < trace_layer_count(trace) && v->head >= 0 &&
               v->head < trace_head_count(trace, v->layer) && v->text_scale >= 1 &&
               v->text_scale <= 3 && v->zoom >= 1 && v->zoom <= 256 && v->scroll_x >= 0 &&
               v->scroll_x <= 1 && v->speed >= 0.25f && v->speed <= 16 && v->menu_item >= 0 &&
               session_edit(session)->caret <= trace_sentence(trace).bytes;
  if (!right) fail_msg("%s leaves the view outside of the trace", line);
}

/* The middle of a row in the window, as a share of the window. */
static float row_at(const Session *session, int row, int rows) {
  const View *v = view(session);
  return ((float)row + 0.5f) / (float)rows * v->zoom - v->scroll_y * (v->zoom - 1);
}

static void zooming_holds_the_cell_under_the_pointer(void **state) {
  (void)state;
  Session *session = session_of("a b c d e f g h");
  say(session, "stage weights; zoom 2; hover 5 5");
  float before = row_at(session, 4, 8);
  say(session, "zoom by 2");
  assert_float_equal(row_at(session, 4, 8), before, 1e-5);
  say(session, "hover none; zoom 1; zoom 3");
  assert_float_equal(view(session)->scroll_y, 0.5, 1e-5); /* the middle of the window */
  say(session, "zoom 1; scroll 0 0; cell 3 2; zoom 2");
  assert_float_equal(row_at(session, 2, 8), 2.5 / 8, 1e-5); /* the chosen cell */
  session_free(session);
}

/* Of a chosen row that is its heaviest key, not the middle of the row. */
static void zooming_a_row_holds_its_heaviest_key(void **state) {
  (void)state;
  Session *session = session_of(sentence);
  FirstPicture row;
  say(session, "reset; stage weights");
  assert_true(first_picture_find(session_trace(session), &row));
  say(session, "row %d; zoom 3", row.query + 1);
  const View *v = view(session);
  float keys = (float)trace_key_count(session_trace(session));
  float key = ((float)row.key + 0.5f) / keys;
  assert_float_equal(key * 3 - v->scroll_x * 2, key, 1e-5);
  session_free(session);
}

/* Random words after every command: done or refused with a sentence, and the view
** stays within the trace. */
static void any_words_do_no_harm(void **state) {
  (void)state;
  static const char *const words[] = {
      "1",       "2",           "9",       "0",      "-1",          "99999999999999999999",
      "0.5",     "1e9",         "nan",     "none",   "next",        "prev",
      "toggle",  "on",          "off",     "row",    "hide",        "show",
      "stroke",  "beyond",      "solo",    "by",     "back",        "cell",
      "stage",   "weights",     "tokens",  "first",  "last",        "\"\"",
      "\"a b\"", "\"\\udcff\"", "select",  "insert", "begin",       "place",
      "compose", "+",           "-",       "own",    "-1,1",        "random",
      "all",     "up",          "down",    "choose", "window",      "prefix",
      "model",   "what",        "format",  "scale",  "caption",     "width",
      "font",    "png,svg",     "below",   "now",    "transparent", "theme",
      "84",      "export",      "restore", "help",   "no",          "editor",
      "unlock",  ";",           "\x7F"};
  Rng rng = rng_make(13);
  Session *session = session_of(sentence);
  for (int round = 0; round < 15000; round++) {
    char line[256];
    const char *name = commands_get(rng_below(&rng, commands_count()))->name;
    if (!strcmp(name, "save") || !strcmp(name, "quit")) continue;
    snprintf(line, sizeof line, "%s", name);
    for (int i = rng_below(&rng, 5); i > 0; i--) {
      strcat(line, " ");
      strcat(line, words[rng_below(&rng, sizeof words / sizeof words[0])]);
    }
    Status status = {0};
    if (!session_do(session, line, &status)) assert_true(strlen(status.sentence) > 10);
    if (rng_below(&rng, 3) == 0) session_tick(session, round * 40.0);
    assert_within(session, line);
    if (round % 400 == 0) say(session, "reset; sentence \"%s\"", sentence);
  }
  session_free(session);
}

/* At the most instructive row of the sentence, or where no row is graded at the place of the
** model. */
static void assert_begins(const Session *session, int layer, int head) {
  FirstPicture first = {.layer = layer - 1, .head = head - 1};
  first_picture_find(session_trace(session), &first);
  assert_int_equal(session_view(session)->layer, first.layer);
  assert_int_equal(session_view(session)->head, first.head);
}

/* "A model begins at its own place", however it was come to. */
static void a_model_begins_at_its_own_place(void **state) {
  (void)state;
  SessionOptions options = {.sentence = STR("hello")};
  Session *session = NULL, *bare = NULL;
  int query, key;
  assert_true(session_make(&options, &session, NULL));
  assert_true(session_make(&(SessionOptions){0}, &bare, NULL));
  assert_false(session_first_row(session, &query, &key));
  assert_begins(session, 2, 2);
  assert_true(session_first_row(bare, &query, &key));
  assert_int_equal(query, 7); /* it → animal */
  assert_int_equal(key, 1);
  assert_begins(bare, 2, 2);
  say(session, "model writer");
  assert_begins(session, 1, 1);
  say(session, "layer 2; head 3; model hand-made");
  assert_begins(session, 1, 1);
  say(session, "model reader");
  assert_begins(session, 2, 2);
  say(session, "layer 1; head 4; reset");
  assert_begins(session, 2, 2);
  say(session, "model hand-made; reset");
  assert_begins(session, 2, 2);
  session_free(session);
  session_free(bare);
}

/* Where a row was chosen, the other model shows its own, not locked; where none was, none. */
static void a_model_opens_with_its_own_row(void **state) {
  (void)state;
  static const struct {
    const char *commands;
    int query;
    bool has_key;
  } cases[] = {{"stage weights; model writer", 10, true}, /* the last: what comes next */
               {"stage qkv; model writer", 10, false},
               {"stage weights; model reader", 7, true},
               {"stage output; cell none; model writer", -1, false}};
  Session *session = session_of("The animal didn't cross the street because it was too tired");
  say(session, "model reader; stage weights; cell 1 1");
  for (int i = 0; i < 4; i++) {
    say(session, cases[i].commands);
    assert_int_equal(view(session)->query, cases[i].query);
    assert_int_equal(view(session)->key >= 0, cases[i].has_key);
    assert_false(view(session)->locked);
  }
  say(session, "model reader; view overview; cell 8 2; model translator");
  const Trace *trace = session_trace(session);
  assert_int_equal(trace_half(trace), HALF_CROSS);
  assert_int_equal(view(session)->query,
                   first_picture_own_row(trace, view(session)->layer, view(session)->head));
  assert_int_not_equal(view(session)->query, trace_token_count(trace) - 1);
  session_free(session);
}

/* Too long to be searched: the row of Prediction, with no key. */
static void a_long_sentence_opens_with_the_row_of_its_answer(void **state) {
  (void)state;
  char longer[1024] = "the animal crossed the street because it was too tired";
  for (int i = 0; i < 6; i++)
    strcat(longer, " and the animal crossed the street because it was here");
  Session *session = session_of(longer);
  say(session, "model reader");
  assert_true(trace_token_count(session_trace(session)) > FIRST_PICTURE_KEYS_MOST);
  assert_true(session_choose_first_row(session, NULL));
  assert_int_equal(view(session)->query, 6);
  assert_int_equal(view(session)->key, -1);
  assert_false(view(session)->locked);
  session_free(session);
}

/* "A success replaces an older failure": the message about what is shown is newer. Moving the view
** does not replace a failure, and the message of a success stays. */
static void a_success_takes_an_older_failure_away(void **state) {
  (void)state;
  Session *session = session_of("the cat sat");
  assert_false(session_do(session, "model nowhere/at/all", NULL));
  assert_true(session_message(session).bytes > 0);
  say(session, "hover 2 1; head 2");
  assert_true(session_message(session).bytes > 0);
  say(session, "model random");
  assert_int_equal(session_message(session).bytes, 0);
  session_tell(session, "Copied.");
  say(session, "sentence \"a b\"");
  assert_true(str_is(session_message(session), "Copied."));
  session_free(session);
}

/* "random layers 2 …" as words, as one string and from a menu is one model, which states, undo and
** the menu know by one name; what is none changes nothing. */
static void a_random_model_is_known_by_one_name(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_of("the cat sat");
  say(session, "model random like llama kv_heads 2 seed 2017");
  assert_string_equal(session_inputs(session)->model, "random like llama");
  assert_string_equal(trace_model_name(session_trace(session)).at, "random like llama");
  say(session, "model \"random heads 2 layers 1\"");
  assert_string_equal(session_inputs(session)->model, "random layers 1 heads 2");
  say(session,
      "model random layers 2 heads 4 kv_heads 2 d_model 64 d_ff 128 vocabulary 1000 bias off "
      "norm rms activation silu_gated positions rope seed 3");
  assert_string_equal(session_inputs(session)->model,
                      "random kv_heads 2 d_ff 128 vocabulary 1000 norm rms activation silu_gated "
                      "positions rope seed 3");
  assert_true(trace_has_stage(session_trace(session), STAGE_ROTATED));
  refused(session, "model random layer 2", "did you mean “layers”");
  refused(session, "model random heads 3", "heads 3 of random does not divide d_model 64");
  Str script = session_script(session, arena);
  assert_non_null(strstr(script.at, "model \"random kv_heads 2 d_ff 128"));
  say(session, "undo; undo");
  assert_string_equal(session_inputs(session)->model, "random like llama");
  Session *other = session_of("a b");
  say(other, "model random like mistral layers 1; menu model");
  int item = session_view(other)->menu_item;
  assert_true(menu_is_family(MENU_MODEL, item) && menu_is_set(other, MENU_MODEL, item));
  assert_string_equal(menu_command(other, MENU_MODEL, item, arena), "model random like mistral");
  say(other, "menu left");
  say(other, "menu choose");
  assert_string_equal(session_inputs(other)->model, "random like llama");
  session_free(other);
  session_free(session);
  arena_free(arena);
}

static bool heard(void *self, const Session *session, SayWhat what, Status *status) {
  int *times = self;
  (void)session, (void)status;
  times[what]++;
  return true;
}

/* "say cell" is "say"; what else is said is refused. */
static void say_speaks_the_cell_or_why(void **state) {
  (void)state;
  int times[2] = {0, 0};
  Session *session;
  Status status = {0};
  SessionOptions options = {.sentence = STR("the cat"), .hooks = {.self = times, .say = heard}};
  assert_true(session_make(&options, &session, &status));
  say(session, "say");
  say(session, "say cell");
  say(session, "say why");
  refused(session, "say what", "say");
  assert_int_equal(times[SAY_CELL], 2);
  assert_int_equal(times[SAY_WHY], 1);
  session_free(session);
}

/* What the menu says that a mask lets see, of tokens and keys as they are: of a second sentence, and
** of the tokens that mixtures of keys are made of. */
static void a_mask_counts_its_own_pairs(void **state) {
  (void)state;
  static const struct {
    const char *line, *said;
  } counted[] = {{"cross off", "10 of 16 pairs"},
                 {"cross \"a dog\"", "7 of 8 pairs"},
                 {"cross off", "10 of 16 pairs"},
                 {"approximate linformer 3", "10 of 16 pairs"},
                 {"approximate linformer 9", "10 of 16 pairs"}};
  Session *session = session_of("the cat saw it");
  Arena *arena = arena_make(0);
  int causal = 0;
  while (strcmp(menu_item(MENU_ATTENTION, causal)->command, "mask causal") != 0) causal++;
  for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
    Status status = {STATUS_OK, ""};
    if (!session_do(session, counted[i].line, &status)) fail_msg("%s", status.sentence);
    assert_string_equal(menu_cost(session, causal, arena), counted[i].said);
  }
  session_free(session);
  arena_free(arena);
}

/* Three tokens have five other orders, of which seeds that follow each other often draw the same. */
static void each_press_of_shuffle_draws_another_order(void **state) {
  (void)state;
  Session *session = session_of("the dog slept");
  say(session, "shuffle");
  for (int i = 0; i < 30; i++) {
    int before[3], same = 0;
    for (int at = 0; at < 3; at++) before[at] = trace_place_in_order(session_trace(session), at);
    say(session, "shuffle");
    for (int at = 0; at < 3; at++)
      same += trace_place_in_order(session_trace(session), at) == before[at];
    assert_true(same < 3);
  }
  say(session, "sentence \"the dog\"; shuffle; shuffle"); /* there is one other order */
  session_free(session);
}

/* The pair that was chosen stays chosen, wherever its tokens stand; undo and off lead back. */
static void a_chosen_cell_keeps_its_tokens_when_they_are_shuffled(void **state) {
  (void)state;
  static const char *const orders[] = {"shuffle seed 3", "shuffle seed 8", "shuffle",
                                       "shuffle off"};
  Session *session = session_of("the dog bit the old man");
  say(session, "stage weights; cell 6 2");
  int moved = 0;
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    say(session, orders[i]);
    const View *view = session_view(session);
    assert_int_equal(trace_place_in_order(session_trace(session), view->query), 5);
    assert_int_equal(trace_place_in_order(session_trace(session), view->key), 1);
    moved += view->query != 5 || view->key != 1;
  }
  assert_true(moved > 0);
  say(session, "shuffle seed 3; undo");
  assert_int_equal(session_view(session)->query, 5);
  assert_int_equal(session_view(session)->key, 1);
  session_free(session);
}

/* Mixtures are not shuffled: the chosen one stays chosen with its token. */
static void a_chosen_mixture_stays_when_tokens_are_shuffled(void **state) {
  (void)state;
  Session *session = session_of("the dog bit the old man");
  say(session, "approximate linformer 3; stage weights; cell 6 2");
  for (int seed = 0; seed < 8; seed++) {
    char line[32];
    snprintf(line, sizeof line, "shuffle seed %d", seed);
    say(session, line);
    const View *view = session_view(session);
    assert_int_equal(trace_place_in_order(session_trace(session), view->query), 5);
    assert_int_equal(view->key, 1);
  }
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_press_of_shuffle_draws_another_order),
      cmocka_unit_test(a_chosen_cell_keeps_its_tokens_when_they_are_shuffled),
      cmocka_unit_test(a_chosen_mixture_stays_when_tokens_are_shuffled),
      cmocka_unit_test(every_use_does_what_it_says),
      cmocka_unit_test(every_command_is_used_and_has_help),
      cmocka_unit_test(say_speaks_the_cell_or_why),
      cmocka_unit_test(every_command_refuses_what_it_does_not_take),
      cmocka_unit_test(every_key_leads_to_a_command),
      cmocka_unit_test(a_command_says_its_key),
      cmocka_unit_test(wrong_words_are_named_with_the_nearest),
      cmocka_unit_test(a_failing_command_keeps_what_ran_before),
      cmocka_unit_test(a_megabyte_gets_one_sentence),
      cmocka_unit_test(line_ends_and_bad_bytes_stay_as_they_are),
      cmocka_unit_test(menus_choose_by_the_keyboard),
      cmocka_unit_test(menus_are_walked_through),
      cmocka_unit_test(a_question_without_answers_is_walked_through),
      cmocka_unit_test(global_names_tokens_of_the_sentence),
      cmocka_unit_test(what_stands_alone_is_not_joined),
      cmocka_unit_test(the_menu_has_every_part_and_every_kind),
      cmocka_unit_test(the_menu_keeps_the_numbers_of_a_part),
      cmocka_unit_test(kinds_are_chosen_by_keys),
      cmocka_unit_test(numbers_of_kinds_are_stepped_by_keys),
      cmocka_unit_test(numbers_of_what_ifs_are_stepped_by_keys),
      cmocka_unit_test(what_cannot_be_chosen_says_why),
      cmocka_unit_test(the_menu_joins_the_parts_of_a_mask),
      cmocka_unit_test(a_menu_opens_at_what_is_set),
      cmocka_unit_test(arrows_set_the_size_of_a_mask),
      cmocka_unit_test(range_and_numbers_are_chosen_by_keys),
      cmocka_unit_test(the_mask_editor_goes_where_a_mask_shows),
      cmocka_unit_test(enter_hides_a_row_in_the_mask_editor),
      cmocka_unit_test(beginning_again_has_a_key_and_a_row),
      cmocka_unit_test(beginning_again_is_taken_back_whole),
      cmocka_unit_test(the_cursor_begins_where_the_eye_is),
      cmocka_unit_test(an_open_menu_takes_the_keyboard_from_the_sentence),
      cmocka_unit_test(escape_leaves_the_innermost_first),
      cmocka_unit_test(the_overview_has_pairs_to_point_at),
      cmocka_unit_test(the_focus_stays_within_a_shorter_sentence),
      cmocka_unit_test(zooming_holds_the_cell_under_the_pointer),
      cmocka_unit_test(zooming_a_row_holds_its_heaviest_key),
      cmocka_unit_test(any_words_do_no_harm),
      cmocka_unit_test(a_model_begins_at_its_own_place),
      cmocka_unit_test(a_random_model_is_known_by_one_name),
      cmocka_unit_test(a_mask_counts_its_own_pairs),
      cmocka_unit_test(a_model_opens_with_its_own_row),
      cmocka_unit_test(a_long_sentence_opens_with_the_row_of_its_answer),
      cmocka_unit_test(a_success_takes_an_older_failure_away),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
