/* ui/ui.h -- the widgets around the scene: top bar, rail, menus, dialogs, messages.
**
** Widgets append to the same draw list as the scene and put commands behind their hit regions. They
** know neither SDL nor the trace: everything they show is handed to them in UiInputs.
** Units  points.   Memory: on the list's arena.
*/
#ifndef UI_UI_H
#define UI_UI_H

#include "scene/layout.h"
#include "scene/pen.h"
#include "scene/view.h"

typedef struct UiToken {
  Str text;
  int first_byte, bytes; /* in the sentence */
} UiToken;

typedef struct UiSentence {
  Str text; /* cleaned UTF-8 */
  const UiToken *tokens;
  int token_count, cut_count, bad_byte_count;
  int query_token, key_token; /* tinted; −1 none */
  bool editing, caret_visible;
  size_t caret, anchor;
  Str composition;
  int composition_caret;
} UiSentence;

typedef struct UiStage {
  Str rail, symbol, name; /* label, formula part, command name */
} UiStage;

typedef struct UiChoice {
  Str label, note; /* note: smaller words beside or under it */
  Str command;
  bool chosen;
} UiChoice;

typedef struct UiKey {
  Str key, help;
} UiKey;

typedef struct UiInputs {
  UiSentence sentence;
  Str model_name, mask_words; /* "self · causal" */
  const UiStage *stages;
  int stage_count;
  float stage_fraction; /* how much of the stage's cells are shown, 0…1 */
  const UiChoice *menu; /* of the open menu */
  int menu_count;
  const UiKey *keys; /* for the help page */
  int key_count;
  Str message;    /* a sentence at the bottom of the centre, or empty */
  Str focus_line; /* the focused cell as text */
  Str version;
  bool can_undo, can_redo;
  bool first_start; /* "→ begins" */
} UiInputs;

void ui_build(const UiInputs *inputs, const View *view, const ScreenLayout *layout, const Pen *pen);

/* Where the caret stands, for the input method's window; w = 0 when there is none. */
Box ui_caret_box(const UiInputs *inputs, const View *view, const ScreenLayout *layout,
                 const Pen *pen);

#endif
