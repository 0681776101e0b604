/* scene/inspector/table_rows.h -- which rows of a table of the panel are shown. For table.c only.
**
**   few      items [0, shown) are shown, the rest is summed up in one line
**   opened   items [first, first + shown) are shown, by the scroll position of the panel
**
** Units   Heights in points.
** Memory  items is on the arena of the panel.
** Errors  count 0 without memory.
*/
#ifndef SCENE_INSPECTOR_TABLE_ROWS_H
#define SCENE_INSPECTOR_TABLE_ROWS_H

#include <stdbool.h>

#include "scene/inspector/panel_sections.h"

/* The height of a row, before the scale of the text. */
static const float TABLE_PITCH_LEAST = 18, TABLE_PITCH_MOST = 25;

typedef struct TableRows {
  int *items; /* few: the rest follows the rows shown */
  int first, shown, count;
  bool opened;
  int pinned; /* the place of the focused row, if it is not its own; −1: none */
  float pitch;
} TableRows;

/* Whether the person opened the table, so that it scrolls. */
bool table_is_opened(const Panel *panel, const PanelTable *table);
/* The rows that fit in height, which is that of the table without its heads. */
TableRows table_choose_rows(const Panel *panel, const PanelTable *table, float height);

#endif
