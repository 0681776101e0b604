/* scene/views/memory_layout_panel.c -- the inspector of the memory layout: the operation, and where
** the followed number lies. */
#include "scene/views/memory_layout.h"

#include "base/i18n.h"
#include "scene/inspector/panel_sections.h"

/* "1 · 3 + 2 · 1 = 5" of a number that there is. */
static void add_address(Panel *panel, const LayoutStep *step, int number) {
  Arena *arena = panel_arena(panel);
  const Strided *tensor = &step->tensor;
  int index[STRIDED_AXES_MOST];
  strided_index(tensor, step->element[number - 1], index);
  panel_add_what_why(
      panel,
      panel_words(panel, _("The number %d of this tensor lies at address %d of the memory."),
                  number, step->address[number - 1]),
      str_from(_("Each index is multiplied by the stride of its axis, and these products are added "
                 "up.")));
  panel_add_worked(panel,
                   str_from(str_format(arena, _("the number %d at %s has the address"), number,
                                       layout_numbers(arena, index, tensor->axes, "[]"))),
                   str_from(layout_address_sum(arena, step, number)), RANK_BODY);
}

static void add_steps(Panel *panel, const LayoutShown *shown) {
  Arena *arena = panel_arena(panel);
  panel_add_note(panel, str_from(_("all operations, with shape and strides")), RANK_STEPS);
  for (int i = 0; i < shown->layout.step_count; i++) {
    const LayoutStep *step = &shown->layout.steps[i];
    const Strided *tensor = &step->tensor;
    panel_add_fact(panel,
                   panel_words(panel, "%d  %s", i + 1,
                               layout_numbers(arena, tensor->shape, tensor->axes, "[]")),
                   str_from(layout_numbers(arena, tensor->stride, tensor->axes, "()")),
                   i == shown->told ? RANK_BODY : RANK_STEPS);
  }
}

void memory_layout_inspect(Panel *panel) {
  const LayoutShown *shown = layout_shown(panel->scene);
  if (!shown) return;
  const LayoutStep *step = &shown->layout.steps[shown->told];
  int number = panel->scene->view->layout_number;
  panel_add_title(panel,
                  (PanelTitle){.kicker = _("Shape, strides, memory"),
                               .subject = str_from(layout_operation(panel_arena(panel), step)),
                               .subject_color = panel->pen->theme->ink});
  panel_add_note(panel, str_from(layout_memory_words(step)), RANK_BODY);
  if (number > 0 && number <= shown->layout.number_count) add_address(panel, step, number);
  else
    panel_add_worked(panel, str_from(_("the address of an element")),
                     STR("i₀ · stride₀ + i₁ · stride₁ …"), RANK_BODY);
  add_steps(panel, shown);
  panel_add_words(panel);
}
