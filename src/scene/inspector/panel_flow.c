/* scene/inspector/panel_flow.c -- which sections of a panel are drawn: how they share the height,
** and the pages of those that have no room. */
#include "scene/stages/stage_view.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"

enum { PANEL_PAGES_MOST = 6 }; /* each number up to it divides VIEW_PANEL_PAGES */
static const float PAGE_LINE = 20, PAGE_GAP = 10;

/* -- sections and their heights ---------------------------------------------------------------- */

void panel_add(Panel *panel, Section section) {
  assert(section.draw && section.least >= 0);
  if (!section.data || panel->section_count >= PANEL_SECTIONS_MOST) return;
  /* what the next stage will do is what happens now, and is said at the head of the panel */
  if (panel->scene->coming && section.rank == RANK_NEXT) return;
  if (section.wanted < section.least) section.wanted = section.least;
  section.id = panel->section_count;
  panel->sections[panel->section_count++] = section;
}

/* Gaps lie between sections, so the first has none. */
static float least_height(const Panel *panel) {
  float height = 0;
  for (int i = 0; i < panel->section_count; i++)
    height += panel->sections[i].least + (i > 0 ? panel->sections[i].gap : 0);
  return height;
}

static void remove_section(Panel *panel, int index) {
  assert(index >= 0 && index < panel->section_count);
  panel->section_count--;
  memmove(&panel->sections[index], &panel->sections[index + 1],
          (size_t)(panel->section_count - index) * sizeof panel->sections[0]);
}

/* Drops the lowest of the least important sections, with its group. */
static void drop_one(Panel *panel) {
  int worst = 0;
  for (int i = 1; i < panel->section_count; i++)
    if (panel->sections[i].rank >= panel->sections[worst].rank) worst = i;
  int group = panel->sections[worst].group;
  remove_section(panel, worst);
  for (int i = panel->section_count - 1; group > 0 && i >= 0; i--)
    if (panel->sections[i].group == group) remove_section(panel, i);
}

/* An opened table gets the height of its rows, then the most important sections get all that they
** want before the next get any. */
static void share_height(Panel *panel, float spare) {
  for (int i = 0; i < panel->section_count; i++) {
    Section *section = &panel->sections[i];
    float more = fminf(section->opened - section->least, spare);
    if (more <= 0) continue;
    section->least += more;
    spare -= more;
  }
  for (Rank rank = RANK_TITLE; rank <= RANK_TRY; rank++)
    for (int i = 0; i < panel->section_count; i++) {
      Section *section = &panel->sections[i];
      if (section->rank != rank) continue;
      float more = fminf(fmaxf(section->wanted - section->least, 0), spare);
      section->least += more;
      spare -= more;
    }
}

/* What opened tables lack to show all their rows. */
static float wanted_by_opened(const Panel *panel) {
  float lack = 0;
  for (int i = 0; i < panel->section_count; i++)
    lack += fmaxf(panel->sections[i].opened - panel->sections[i].least, 0);
  return lack;
}

/* The last section that an opened table replaces; −1: none is left. */
static int replaced_by_opened(const Panel *panel) {
  int worst = -1;
  for (int i = 0; i < panel->section_count; i++) {
    const Section *section = &panel->sections[i];
    bool gives = section->opened <= 0 && section->rank > RANK_RESULT;
    if (gives && (worst < 0 || section->rank >= panel->sections[worst].rank)) worst = i;
  }
  return worst;
}

static void make_room_for_opened(Panel *panel, float height) {
  while (wanted_by_opened(panel) > 0 && least_height(panel) + wanted_by_opened(panel) > height) {
    int worst = replaced_by_opened(panel);
    if (worst < 0) return;
    remove_section(panel, worst);
  }
}

/* The wheel scrolls wherever in the panel the pointer is; all other hits lie above this one. */
static void draw_wheel(const Panel *panel, Box box) {
  float notch = 0;
  for (int i = 0; i < panel->section_count && notch <= 0; i++) {
    const Section *section = &panel->sections[i];
    if (section->notch) notch = section->notch(panel, section->data, section->least);
  }
  if (notch <= 0 || !panel->scene->interactive) return;
  draw_hit(panel->pen->list,
           (DrawHit){.box = box,
                     .wheel = str_format(panel_arena(panel), "scroll panel by %%f %.5f",
                                         (double)-notch)});
}

static void drop_until_it_fits(Panel *panel, float height) {
  while (panel->section_count > 0 && least_height(panel) > height) drop_one(panel);
}

static void draw_sections(const Panel *panel, Box box) {
  float y = box.y;
  for (int i = 0; i < panel->section_count; i++) {
    const Section *section = &panel->sections[i];
    if (i > 0) y += section->gap;
    section->draw(panel, section->data, (Box){box.x, y, box.w, section->least});
    y += section->least;
  }
}

/* -- pages ------------------------------------------------------------------------------------- */

static bool has_opened(const Panel *panel) {
  for (int i = 0; i < panel->section_count; i++)
    if (panel->sections[i].opened > 0) return true;
  return false;
}

/* Whether a section is more than the title, which every page has. */
static bool tells(const Section *section) {
  return section->rank != RANK_TITLE && !section->is_minor;
}

static bool has_section(const Panel *panel, int id) {
  for (int i = 0; i < panel->section_count; i++)
    if (panel->sections[i].id == id) return true;
  return false;
}

/* That of the page and one more, with its group, in the order of all. */
static Panel with_section(const Panel *page, const Panel *all, const Section *added) {
  Panel with = *page;
  with.section_count = 0;
  for (int i = 0; i < all->section_count; i++) {
    const Section *section = &all->sections[i];
    bool is_added =
        section->id == added->id || (added->group > 0 && section->group == added->group);
    if (is_added || has_section(page, section->id)) with.sections[with.section_count++] = *section;
  }
  return with;
}

/* Where a large section had no room, smaller ones after it may have. */
static void fill_up(Panel *page, const Panel *all, float height) {
  for (Rank rank = RANK_TITLE; rank <= RANK_TRY; rank++)
    for (int i = 0; i < all->section_count; i++) {
      const Section *section = &all->sections[i];
      if (section->rank != rank || !tells(section) || has_section(page, section->id)) continue;
      Panel with = with_section(page, all, section);
      if (least_height(&with) <= height) *page = with;
    }
}

/* Takes from rest what page has, but for the title. Returns whether page tells something. */
static bool take_page(Panel *rest, const Panel *page) {
  bool told = false;
  for (int i = rest->section_count - 1; i >= 0; i--) {
    const Section *section = &rest->sections[i];
    if (section->rank == RANK_TITLE || !has_section(page, section->id)) continue;
    told |= tells(section);
    remove_section(rest, i);
  }
  return told;
}

/* A section higher than a page would keep out what comes after it. */
static void remove_most_important(Panel *panel) {
  int best = -1;
  for (int i = 0; i < panel->section_count; i++) {
    const Section *section = &panel->sections[i];
    if (tells(section) && (best < 0 || section->rank < panel->sections[best].rank)) best = i;
  }
  if (best >= 0) remove_section(panel, best);
}

static bool tells_more(const Panel *panel) {
  for (int i = 0; i < panel->section_count; i++)
    if (tells(&panel->sections[i])) return true;
  return false;
}

/* Fills pages[] and returns how many there are. */
static int divide(const Panel *panel, float height, Panel pages[PANEL_PAGES_MOST]) {
  Panel rest = *panel;
  int count = 0;
  while (count < PANEL_PAGES_MOST && tells_more(&rest)) {
    pages[count] = rest;
    drop_until_it_fits(&pages[count], height);
    fill_up(&pages[count], &rest, height);
    if (take_page(&rest, &pages[count])) count++;
    else remove_most_important(&rest);
  }
  return count;
}

/* A button across the foot; the last page leads back to the first. */
static void draw_page_line(const Panel *panel, int page, int count, Box line) {
  bool is_last = page + 1 == count;
  TextStyle words = {FACE_MEDIUM, 12, panel->pen->theme->ink, ALIGN_START};
  TextStyle number = {FACE_REGULAR, 10.5f, panel->pen->theme->muted, ALIGN_END};
  float left = panel_draw_chevron(panel, line, is_last);
  Str place = panel_words(panel, C_("a page of the panel", "%d of %d"), page + 1, count);
  float room = line.w - left - pen_width(panel->pen, number, place);
  pen_text_in(panel->pen, number, line, place);
  pen_text_in(panel->pen, words,
              (Box){line.x + left, line.y, fmaxf(room - panel_pt(panel, 8), 0), line.h},
              str_from(is_last ? _("back to the result") : _("more")));
  draw_hit(panel->pen->list,
           (DrawHit){.box = line,
                     .cursor = CURSOR_HAND,
                     .click = "scroll panel page next",
                     .tip = _("The rest of the panel · the wheel, Shift-PageDown")});
}

static bool has_rank(const Panel *panel, Rank rank) {
  for (int i = 0; i < panel->section_count; i++)
    if (panel->sections[i].rank == rank) return true;
  return false;
}

/* Draws the page that the view asks for; false: all fits on one. */
static bool draw_page(const Panel *panel, Box box) {
  Panel whole = *panel, pages[PANEL_PAGES_MOST];
  drop_until_it_fits(&whole, box.h);
  Panel rest = *panel;
  take_page(&rest, &whole);
  if (!tells_more(&rest)) return false;
  Box foot = {box.x, box.y + box.h - panel_pt(panel, PAGE_LINE), box.w, panel_pt(panel, PAGE_LINE)};
  float height = box.h - foot.h - panel_pt(panel, PAGE_GAP);
  int count = divide(panel, height, pages);
  if (count < 2) return false;
  bool loses_result = has_rank(&whole, RANK_RESULT) && !has_rank(&pages[0], RANK_RESULT);
  if (loses_result) return false; /* the line at the foot is worth less */
  int page = (panel->scene->view->panel_page - 1) % count;
  assert(page >= 0);
  share_height(&pages[page], height - least_height(&pages[page]));
  draw_hit(panel->pen->list, (DrawHit){.box = box,
                                       .wheel = str_format(panel_arena(panel),
                                                           "scroll panel page by %%f %d", count)});
  draw_sections(&pages[page], box);
  draw_page_line(panel, page, count, foot);
  return true;
}

void panel_flow(Panel *panel, Box box) {
  if (panel->scene->interactive && !has_opened(panel) && draw_page(panel, box)) return;
  drop_until_it_fits(panel, box.h);
  make_room_for_opened(panel, box.h);
  share_height(panel, box.h - least_height(panel));
  draw_wheel(panel, box);
  draw_sections(panel, box);
}
