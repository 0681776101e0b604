/* scene/captions_focus.c -- the selected cell as one line of text, for the
** clipboard and screen readers. */
#include "base/i18n.h"
#include "scene/stages/stage_view.h"

/* A cell that the steps have not reached: its number is not told. col −1: the row is not full. */
static const char *question_line(const Scene *scene, int row, int col) {
  Str name = scene_label(scene, row);
  if (col < 0)
    return str_format(scene->pen.list->arena, _("token %.*s: not all of its row is reached yet"),
                      (int)name.bytes, name.at);
  Str other = stage_info(scene->view->stage)->by_pair ? scene_key_label(scene, col) : (Str){"", 0};
  if (other.bytes > 0)
    return str_format(scene->pen.list->arena, _("query %.*s, key %.*s: not reached yet"),
                      (int)name.bytes, name.at, (int)other.bytes, other.at);
  if (stage_info(scene->view->stage)->by_word)
    return str_format(scene->pen.list->arena, _("token %.*s, word %d: not reached yet"),
                      (int)name.bytes, name.at, col + 1);
  return str_format(scene->pen.list->arena, _("token %.*s, column %d: not reached yet"),
                    (int)name.bytes, name.at, col + 1);
}

/* Numbers that the steps have not reached are not told. */
Str captions_focus_line(const Scene *scene) {
  int query, key, rows, cols;
  view_focus(scene->view, &query, &key);
  if (trace_token_count(scene->trace) == 0) return (Str){"", 0};
  bool is_overview = scene->view->kind == VIEW_OVERVIEW;
  StageId stage = is_overview ? stage_of_part(TRACE_WEIGHTS) : scene->view->stage;
  trace_stage_shape(scene->trace, stage, &rows, &cols);
  if (query < 0 || query >= rows) return (Str){"", 0};
  bool by_pair = stage_info(stage)->by_pair, by_word = stage_info(stage)->by_word;
  if (key >= cols || key < 0) key = -1;
  bool is_row = key < 0 && (by_pair || by_word);
  if (is_row && !scene_has_reached(scene, query, by_pair ? -1 : 0))
    return str_from(question_line(scene, query, -1));
  if (key >= 0 && !scene_has_reached(scene, query, key))
    return str_from(question_line(scene, query, key));
  bool has_line = (is_row && cols > 0) || key >= 0;
  if (has_line && stage_views[stage]->focus_line)
    return str_from(stage_views[stage]->focus_line(scene, query, key));
  Str name = scene_label(scene, query);
  return str_from(str_format(scene->pen.list->arena, _("token %.*s, %d of %d"), (int)name.bytes,
                             name.at, query + 1, trace_token_count(scene->trace)));
}
