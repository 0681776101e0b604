/* scene/views/memory_layout.h -- a tensor and its memory, as boxes that move.
**
**   transpose(0, 1)      shape [3, 2] · strides (1, 3) · not contiguous
**   ┌─┬─┐
**   │1│4│       b1 h2 …            the elements in the order of the shape; of more than two axes
**   │2│5│                          blocks: the first axis goes down, the second across
**   │3│6│
**   └─┴─┘
**   memory  0 1 2 3 4 5            addresses
**          │1│2│3│4│5│6│           a view or a transpose leaves it; a copy moves numbers
**   step ──⬤────  [matrix] [heads] [wrong]    rows − 2 +  columns − 3 +
**
** Boxes have the colour of the row, or of the head, that a number belongs to. Between two steps,
** which is a place of the view, every box is on its way.
**
** Memory  On the list's arena.   Errors  As in scene.h.
*/
#ifndef SCENE_VIEWS_MEMORY_LAYOUT_H
#define SCENE_VIEWS_MEMORY_LAYOUT_H

#include "scene/inspector/inspector.h"
#include "trace/workings/memory_layout.h"

/* The chain of the view, and the place within it: step + t of the way to the next. */
typedef struct LayoutShown {
  MemoryLayout layout;
  int from, to; /* steps from 0; from == to: at rest */
  float t;
  int told; /* the step that words are about: the nearer one */
} LayoutShown;
/* On the list's arena; NULL without memory. */
const LayoutShown *layout_shown(const Scene *scene);

/* "transpose(1, 2)", "[3, 2]" and "(1, 3)": never translated; on arena. */
const char *layout_operation(Arena *arena, const LayoutStep *step);
const char *layout_numbers(Arena *arena, const int *numbers, int count, const char *brackets);
/* "1 · 3 + 2 · 1 = 5" of a number that there is, and "address = i₀ · 3 + i₁ · 1"; on arena. */
const char *layout_address_sum(Arena *arena, const LayoutStep *step, int number);
const char *layout_address_rule(Arena *arena, const LayoutStep *step);
/* What the step did to memory, translated. */
const char *layout_memory_words(const LayoutStep *step);

/* scene/views/layout_boxes.c: the tensor, and its memory. The scene is fitted. */
void layout_tensor_draw(const Scene *scene, const LayoutShown *shown, Box box);
/* The largest height that it has at a step, in a box. */
float layout_tensor_height(const Scene *scene, const LayoutShown *shown, Box box);
/* How far from the left there is nothing beside its first row, at both ends of the way. */
float layout_tensor_left(const Scene *scene, const LayoutShown *shown, Box box);
static const float LAYOUT_MEMORY_SIDE = 84; /* of a box of memory, design points, at most */
/* The height that memory takes of a box, in points, with boxes of that side at most. */
float layout_memory_height(const Scene *scene, const LayoutShown *shown, Box box, float side_most);
void layout_memory_draw(const Scene *scene, const LayoutShown *shown, Box box);

/* scene/views/layout_strides.c: how far on the next column and row are, above cells and left of
** them, as far as box has room. The tensor has one or two axes. */
void layout_strides_draw(const Scene *scene, const Strided *tensor, Box cells, Box box);

/* Its panel: scene/views/memory_layout_panel.c. */
void memory_layout_inspect(Panel *panel);

#endif
