/* ui/top_bar.c -- a sign of a script, brand, sentence, model, attention, export, palette and more.
**
** Everything but the field has its natural width; the field takes the rest. When that is too
** little, in this order: drop-downs shrink and shorten their words, the field gets tight, the
** palette button goes (key c stays), the brand goes. The sign of a script stands in the left
** margin, which is always there, so it moves nothing when it comes and goes.
*/
#include <math.h>

#include "base/i18n.h"
#include "ui/chips.h"
#include "ui/panels.h"

static const float MARGIN = 24, GAP = 12, ROW_HEIGHT = 36, ICON_WIDTH = 34;
static const float FIELD_LEAST = 206, FIELD_TIGHT = 196, FIELD_EXAMPLES = 32, FIELD_EASY = 100;
static const float DROP_LEAST = 104, DROP_MOST = 190, BRAND_SIZE = 18;
static const float BRAND_FROM = 720; /* the least bar with the brand: the sentence comes first */
/* Of the bar: as much as long words of attention may take, and as much as they take before they are
** written smaller. */
static const float ATTENTION_LEAST = 150; /* of words that are whole in so much */
static const float ATTENTION_SHARE = 0.3f, ATTENTION_EASY = 0.2f;
static const float SECOND_SHARE = 0.46f; /* of the room of both sentences */
static const float SIGN_RADIUS = 8, SIGN_ICON = 8;

static float brand_width(const Ui *ui) {
  TextStyle style = ui_style(FACE_BOLD, BRAND_SIZE, ui->theme->ink, ALIGN_START);
  return pen_width(ui->pen, style, STR("headsup"));
}

/* The widths that the parts ask for. */
typedef struct Wishes {
  float brand, model, attention, export_button, palette;
  Str attention_words;
} Wishes;

/* The width of everything but the field, including the gaps of top_bar_place. */
static float fixed_width(const Ui *ui, const Wishes *wishes) {
  float gap = ui_pt(ui, GAP), icon = ui_pt(ui, ICON_WIDTH);
  float width = ui_pt(ui, MARGIN + 14) + wishes->model + wishes->attention + wishes->export_button +
                wishes->palette + 2 * icon + 3.5f * gap;
  return width + (wishes->brand > 0 ? wishes->brand + 2 * gap : 0);
}

/* A long name of a model has the room that a short sentence leaves in its field. */
static float model_width(const Ui *ui, const Wishes *wishes) {
  float whole = ui_drop_down_width(ui, str_from(_("Model")), ui->inputs->model_name);
  float field = fmaxf(chips_width(ui), ui_pt(ui, FIELD_LEAST)) + ui_pt(ui, FIELD_EASY);
  float spare = ui->layout->top_bar.w - fixed_width(ui, wishes) - field;
  if (ui->inputs->second || spare <= 0) return wishes->model;
  return fminf(fmaxf(whole, wishes->model), wishes->model + spare);
}

/* Each reduction is made only if the one before was not enough; no part grows again afterwards. */
static Wishes wishes_with(const Ui *ui, Str attention_words) {
  const UiInputs *inputs = ui->inputs;
  float most = ui_pt(ui, DROP_MOST), least = ui_pt(ui, DROP_LEAST), bar = ui->layout->top_bar.w;
  Str attention = str_from(_("Attention"));
  float whole = fminf(ui_drop_down_least(ui, attention, attention_words), bar * ATTENTION_SHARE);
  Wishes wishes = {
      .brand = bar >= fmaxf(BRAND_FROM, ui_pt(ui, BRAND_FROM)) ? brand_width(ui) : 0,
      .model = fminf(most, ui_drop_down_width(ui, str_from(_("Model")), inputs->model_name)),
      .attention = fminf(fmaxf(fmaxf(most, bar * ATTENTION_EASY), whole),
                         ui_drop_down_width(ui, attention, attention_words)),
      .attention_words = attention_words,
      .export_button = ui_button_width(ui, str_from(_("Export"))) + ui_pt(ui, 16),
      .palette = ui_pt(ui, ICON_WIDTH),
  };
  wishes.model = model_width(ui, &wishes);
  float room = ui->layout->top_bar.w - ui_pt(ui, FIELD_LEAST);
  float missing = fixed_width(ui, &wishes) - room;
  float shortest = fminf(fmaxf(least, whole), ui_pt(ui, ATTENTION_LEAST));
  if (missing > 0) wishes.attention = fmaxf(shortest, wishes.attention - missing);
  missing = fixed_width(ui, &wishes) - room;
  if (missing > 0) wishes.model = fmaxf(least, wishes.model - missing);
  room += ui_pt(ui, FIELD_LEAST - FIELD_TIGHT);
  if (fixed_width(ui, &wishes) > room) wishes.palette = 0;
  if (fixed_width(ui, &wishes) > room) wishes.export_button -= ui_pt(ui, 16);
  if (fixed_width(ui, &wishes) > room + ui_pt(ui, 60)) wishes.brand = 0;
  return wishes;
}

/* Words that would end in … give way to their short form. */
static Wishes wishes_of(const Ui *ui) {
  const UiInputs *inputs = ui->inputs;
  if (inputs->mask_own.bytes > 0) return wishes_with(ui, inputs->mask_own);
  Wishes wishes = wishes_with(ui, inputs->mask_words);
  float whole = ui_drop_down_least(ui, str_from(_("Attention")), inputs->mask_words);
  bool is_cut = wishes.attention < whole - 0.01f && inputs->mask_short.bytes > 0;
  return is_cut ? wishes_with(ui, inputs->mask_short) : wishes;
}

TopBar top_bar_place(const Ui *ui) {
  const UiInputs *inputs = ui->inputs;
  Wishes wishes = wishes_of(ui);
  float gap = ui_pt(ui, GAP), icon = ui_pt(ui, ICON_WIDTH), height = ui_pt(ui, ROW_HEIGHT);
  Box rest = box_centred(ui->layout->top_bar, ui->layout->top_bar.w, height);
  TopBar bar = {.attention_words = wishes.attention_words};
  cut_left(&rest, ui_pt(ui, MARGIN));
  cut_right(&rest, ui_pt(ui, 14));
  if (wishes.brand > 0) {
    bar.brand = cut_left(&rest, wishes.brand);
    cut_left(&rest, 2 * gap);
  }
  bar.help = cut_right(&rest, icon);
  bar.theme = cut_right(&rest, icon);
  if (wishes.palette > 0) bar.palette = cut_right(&rest, wishes.palette);
  cut_right(&rest, gap / 2);
  bar.export_button = cut_right(&rest, wishes.export_button);
  cut_right(&rest, gap);
  bar.attention = cut_right(&rest, wishes.attention);
  cut_right(&rest, gap * 2 / 3);
  bar.model = cut_right(&rest, wishes.model);
  cut_right(&rest, gap);
  if (inputs->second) {
    bar.second = cut_right(&rest, rest.w * SECOND_SHARE);
    cut_right(&rest, gap / 2);
  }
  bar.field = rest;
  Box inside = bar.field;
  bar.examples = cut_right(&inside, ui_pt(ui, FIELD_EXAMPLES));
  return bar;
}

void script_hit(const Ui *ui, Box box, Box shown) {
  const UiScript *script = ui->inputs->script;
  draw_hit(ui->list, (DrawHit){.box = box,
                               .shown = shown,
                               .cursor = CURSOR_HAND,
                               .tab_stop = TAB_BRAND,
                               .tip = ui_str(ui, script->tip),
                               .click = script->is_stopped ? "script go" : "script stop"});
}

/* The icon shows what a click leads to, as on the play button. The whole corner answers; the rings
** of hover and focus go around the circle, where there is room for them. */
static void script_sign_draw(const Ui *ui) {
  Box bar = ui->layout->top_bar, place = {bar.x, bar.y, ui_pt(ui, MARGIN), bar.h};
  Box icon = box_centred(place, ui_pt(ui, SIGN_ICON), ui_pt(ui, SIGN_ICON));
  Box circle = box_centred(place, ui_pt(ui, 2 * SIGN_RADIUS), ui_pt(ui, 2 * SIGN_RADIUS));
  Point middle = {place.x + place.w / 2, place.y + place.h / 2};
  ui_circle(ui, middle, ui_pt(ui, SIGN_RADIUS), ui->theme->button, COLOR_NONE, 0);
  ui_icon(ui, ui->inputs->script->is_stopped ? ICON_PLAY : ICON_PAUSE, icon, ui->theme->button_ink);
  script_hit(ui, place, circle);
}

/* Two words in two weights, drawn as text so that files keep it as text. In ink: the colours of
** roles have a meaning. */
static void brand_draw(const Ui *ui, Box box) {
  TextStyle style = ui_style(FACE_BOLD, BRAND_SIZE, ui->theme->ink, ALIGN_START);
  float heads = pen_width(ui->pen, style, STR("heads"));
  float middle = box.y + box.h / 2;
  ui_text_at(ui, style, box.x, middle, STR("heads"));
  style.face = FACE_REGULAR;
  ui_text_at(ui, style, box.x + heads, middle, STR("up"));
  ui_hit(ui, box, CURSOR_HAND, _("The whole path of one head"), "view overview");
}

/* The theme's icon shows the theme that a click leads to. */
static void icons_draw(const Ui *ui, const TopBar *bar) {
  bool is_dark = ui->theme->is_dark;
  if (bar->palette.w > 0)
    ui_icon_button(ui, bar->palette,
                   (IconButton){.icon = ICON_PALETTE,
                                .command = ui_menu_command(ui, MENU_PALETTE, "palette"),
                                .tip = _("Colours of the matrices"),
                                .chosen = ui->view->menu == MENU_PALETTE});
  ui_icon_button(ui, bar->theme,
                 (IconButton){.icon = is_dark ? ICON_SUN : ICON_MOON,
                              .command = "theme toggle",
                              .tip = is_dark ? _("Light theme") : _("Dark theme")});
  ui_icon_button(ui, bar->help,
                 (IconButton){.icon = ICON_HELP,
                              .command = ui_menu_command(ui, MENU_HELP, "help"),
                              .tip = _("Every key, by subject"),
                              .chosen = ui->view->menu == MENU_HELP});
}

void top_bar_draw(const Ui *ui) {
  TopBar bar = top_bar_place(ui);
  Box whole = ui->layout->top_bar;
  draw_box(ui->list, (DrawBox){.box = whole, .fill = ui->theme->panel});
  pen_rule(ui->pen, (Point){whole.x, whole.y + whole.h - 0.5f},
           (Point){whole.x + whole.w, whole.y + whole.h - 0.5f});
  if (ui->inputs->script) script_sign_draw(ui);
  ui->list->tab_stop = TAB_BRAND;
  if (bar.brand.w > 0) brand_draw(ui, bar.brand);
  ui->list->tab_stop = TAB_SENTENCE;
  sentence_draw(ui, &bar);
  ui->list->tab_stop = TAB_SECOND;
  if (bar.second.w > 0) second_draw(ui, &bar);
  ui->list->tab_stop = TAB_MODEL;
  ui_drop_down(ui, bar.model,
               (DropDown){.label = str_from(_("Model")),
                          .value = ui->inputs->model_name,
                          .command = ui_menu_command(ui, MENU_MODEL, "model"),
                          .open = ui->view->menu == MENU_MODEL});
  ui->list->tab_stop = TAB_ATTENTION;
  ui_drop_down(ui, bar.attention,
               (DropDown){.label = str_from(_("Attention")),
                          .value = bar.attention_words,
                          .whole = ui->inputs->mask_words,
                          .command = ui_menu_command(ui, MENU_ATTENTION, "attention"),
                          .open = ui->view->menu == MENU_ATTENTION});
  ui->list->tab_stop = TAB_EXPORT;
  ui_button(ui, bar.export_button,
            (Button){.label = str_from(_("Export")),
                     .command = ui_menu_command(ui, MENU_EXPORT, "export"),
                     .tip = _("This picture, or its numbers, as a file"),
                     .look = BUTTON_DARK});
  ui->list->tab_stop = TAB_ICONS;
  icons_draw(ui, &bar);
  ui->list->tab_stop = TAB_EACH;
}

/* Adds only the hits, without drawing anything again. */
void top_bar_menus_answer(const Ui *ui) {
  TopBar bar = top_bar_place(ui);
  const struct {
    Box box;
    MenuId menu;
    const char *name;
  } buttons[] = {
      {bar.model, MENU_MODEL, "model"},          {bar.attention, MENU_ATTENTION, "attention"},
      {bar.examples, MENU_EXAMPLES, "examples"}, {bar.export_button, MENU_EXPORT, "export"},
      {bar.palette, MENU_PALETTE, "palette"},    {bar.help, MENU_HELP, "help"}};
  for (size_t i = 0; i < sizeof buttons / sizeof *buttons; i++)
    if (buttons[i].box.w > 0)
      ui_hit(ui, buttons[i].box, CURSOR_HAND, NULL,
             ui_menu_command(ui, buttons[i].menu, buttons[i].name));
}
