/* app/input.h -- from pointer, keys and text to commands of the session.
**
**   move, press, release, wheel   →  the hit under the pointer  →  its command
**   key name ("→", "Ctrl-Z")      →  the command table, or an edit command while the sentence has
**                                    the keyboard
**   text, composition             →  edit insert "…", edit compose "…" CARET
**
** Knows no window system, so that a test can be its hands. Points are the list's.
** Press   A hit that can be dragged acts at once; any other acts on release over the same place,
**         and the second press of a double click acts as twice; the third selects the whole
**         sentence. A press outside the sentence first ends its editing.
** Drag    A slider follows the pointer wherever it goes; a grid sends each further cell, words each
**         further place.
** Memory  Holds copies of what it needs of a hit, of any length: lists come and go while a button
**         is down. input_free gives them back.
** Errors  Without memory for a command the event does nothing.
*/
#ifndef APP_INPUT_H
#define APP_INPUT_H

#include "app/focus.h"
#include "scene/hit.h"
#include "session/session.h"

enum { INPUT_TIP_MS = 500 };

/* A command kept until another takes its place. */
typedef struct HeldCommand {
  Arena *arena;     /* NULL: nothing was held yet */
  const char *text; /* NULL: none */
} HeldCommand;

/* All zero but for the session is a hand that has touched nothing; input_free ends it. */
typedef struct InputState {
  Session *session;
  const DrawList *list; /* on show now; set by whoever draws */
  Point at;             /* of the pointer */
  bool inside;          /* the pointer is over the window */
  bool pressed, dragging;
  DrawHit slider; /* pressed; its click is slider_click */
  HeldCommand slider_click, pressed_click;
  HeldCommand first_twice;      /* what a second click would have done at the first */
  HeldCommand hovered, dragged; /* the last ones sent */
  Arena *scratch;               /* of the commands that one event sends */
  float wheel_rest;             /* of a notch, from a fine wheel */
  double still_ms;              /* since when the pointer rests */
  Point still_at;
  bool tip_closed; /* by a key or a press, until the pointer moves */
  bool acted;      /* a key or a click came in */
  Focus focus;     /* of the keyboard */
} InputState;

/* The session stays. */
void input_free(InputState *input);

/* now_ms on the clock of os_now_ms: from here the pointer rests, and a tip comes due. */
void input_move(InputState *input, Point at, double now_ms);
void input_leave(InputState *input);
/* clicks: 1 the first press at a place, 2 the second soon after it, and so on. */
void input_press(InputState *input, Point at, int clicks);
void input_release(InputState *input, Point at);
/* Up counts above 0. Parts of a notch add up until there is a whole one. */
void input_wheel(InputState *input, float notches);
/* What lies under the pointer scrolls that far to the right and down; to the right goes down where
** nothing lies aside. */
void input_scroll(const InputState *input, float right, float down);

/* To the next control or the one before; 0: off them. Where a menu is open, and where there is no
** control at all, through the menus. */
void input_focus(InputState *input, int by);
/* The middle button: what is selected in some window comes into the sentence where it is
** pressed. */
void input_middle(InputState *input, Point at);

/* key as in the command table, or with more names while editing: "Backspace", "Ctrl-Shift-←". */
void input_key(InputState *input, const char *key);
/* What was typed, as UTF-8: a key that prints comes both as a key and as text, and only one of them
** means something. Dropped where nothing takes text. */
void input_text(InputState *input, const char *text);
/* What the input method has not finished yet; "" ends it. caret in characters from its start. */
void input_compose(const InputState *input, const char *text, int caret_characters);
/* What was dropped on the window becomes the sentence. */
void input_drop(InputState *input, Str text);
/* A saved state or a script is opened; false: the file is neither. */
bool input_drop_script(InputState *input, const char *path);
/* A folder or a file of numbers is opened as a model; of a file in a model's folder, the folder. */
void input_drop_model(InputState *input, const char *path);

/* What a click would press: the button, head or choice under the pointer. w = 0: nothing, or
** something that shows the pointer itself (a cell, a slider, text). */
Box input_hovered(const InputState *input);

CursorId input_cursor(const InputState *input);
/* The words to show by the pointer, NULL when none or not yet; *due_ms is when they will be, or
** negative. */
const char *input_tip(const InputState *input, double now_ms, double *due_ms);

#endif
