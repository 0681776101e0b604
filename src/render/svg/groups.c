/* render/svg/groups.c -- parts of a list as <g> with an id, clips as <g> with a clip-path.
**
** A part's id is its name after those of the parts around it: "matrix" in "head-1" is
** head-1-matrix. An id that is used already gets a number. A clip may begin in one part and end in
** another, which elements cannot: it is closed where a part begins or ends, and opened again before
** the next item.
*/
#include <assert.h>
#include <string.h>

#include "render/svg/writer.h"

bool svg_groups_make(SvgWriter *svg, const DrawList *list) {
  size_t count = 1;
  for (int i = 0; i < list->item_count; i++) count += list->items[i].kind == DRAW_GROUP;
  svg->groups.ids = arena_take(svg->scratch, count, sizeof *svg->groups.ids);
  svg->groups.open = arena_take(svg->scratch, count, sizeof *svg->groups.open);
  return svg->groups.ids && svg->groups.open;
}

/* ---- clips ---- */

static void close_clip(SvgWriter *svg) {
  if (svg->clip_open) svg_words(svg, "</g>\n");
  svg->clip_open = false;
}

void svg_open_clip(SvgWriter *svg) {
  if (!svg->has_clip || svg->clip_open) return;
  assert(svg->clip_count > 0);
  strbuf_format(&svg->out, "<g clip-path=\"url(#clip%d)\">\n", svg->clip_count);
  svg->clip_open = true;
}

/* A clip replaces the one before, so clips are never nested. */
void svg_clip(SvgWriter *svg, Box box) {
  close_clip(svg);
  svg->has_clip = box.w >= 0;
  if (!svg->has_clip) return;
  strbuf_format(&svg->out, "<clipPath id=\"clip%d\"><rect", ++svg->clip_count);
  svg_box(svg, box);
  svg_words(svg, "/></clipPath>\n");
}

/* ---- parts ---- */

static bool is_taken(const SvgGroups *groups, const char *id) {
  for (int i = 0; i < groups->id_count; i++)
    if (strcmp(groups->ids[i], id) == 0) return true;
  return false;
}

/* NULL: no memory. */
static const char *new_id(SvgWriter *svg, const char *name) {
  const SvgGroups *groups = &svg->groups;
  const char *around = groups->depth > 0 ? groups->open[groups->depth - 1] : NULL;
  Arena *arena = svg->out.arena;
  const char *wanted = around ? str_format(arena, "%s-%s", around, name) : name, *id = wanted;
  for (int number = 2; id && is_taken(groups, id); number++)
    id = str_format(arena, "%s-%d", wanted, number);
  return id;
}

static void begin_group(SvgWriter *svg, const DrawGroup *group) {
  SvgGroups *groups = &svg->groups;
  const char *id = new_id(svg, group->name);
  if (!id) {
    svg->failed = true;
    return;
  }
  assert(groups->depth <= groups->id_count);
  groups->ids[groups->id_count++] = groups->open[groups->depth++] = id;
  strbuf_format(&svg->out, "<g id=\"%s\">", id);
  if (group->title) {
    svg_words(svg, "<title>");
    svg_escaped(svg, str_from(group->title));
    svg_words(svg, "</title>");
  }
  svg_words(svg, "\n");
}

void svg_group(SvgWriter *svg, const DrawGroup *group) {
  close_clip(svg);
  if (group->name) begin_group(svg, group);
  else if (svg->groups.depth > 0) {
    svg->groups.depth--;
    svg_words(svg, "</g>\n");
  }
}

void svg_groups_end(SvgWriter *svg) {
  close_clip(svg);
  for (; svg->groups.depth > 0; svg->groups.depth--) svg_words(svg, "</g>\n");
}
