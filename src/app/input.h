/* app/input.h -- turns pointer, keys and text into commands of the session.
**
**   move, press, release, wheel   →  the hit under the pointer  →  its command
**   key name ("→", "Ctrl-Z")      →  the command table, or an edit command while the sentence has
**                                    the keyboard
**   text, composition             →  edit insert "…", edit compose "…" CARET
**
** Independent of the window system, so that tests can call it. Points are those of the list.
**
** Press   A hit that can be dragged acts on press; any other acts on release over the same place.
**         The second press of a double click sends the command of a double click; the third selects
**         the whole sentence. A press outside the sentence first ends its editing.
** Drag    A slider follows the pointer everywhere; a grid sends a command for each further cell,
**         words for each further place.
** Memory  Keeps copies of what it needs of a hit, because lists are rebuilt while a button is down.
**         input_free frees them.
** Errors  Without memory for a command the event does nothing.
*/
#ifndef APP_INPUT_H
#define APP_INPUT_H

#include "app/bending.h"
#include "app/file_queue.h"
#include "app/focus.h"
#include "scene/hit.h"
#include "session/session.h"

enum { INPUT_TIP_MS = 500 };

/* A command that is kept until another replaces it. */
typedef struct HeldCommand {
  Arena *arena;     /* NULL: nothing was kept yet */
  const char *text; /* NULL: none */
} HeldCommand;

/* All zero but for the session is the state before any event; input_free ends it. */
typedef struct InputState {
  Session *session;
  const DrawList *list; /* on show now; set by the function that draws */
  Point at;             /* of the pointer */
  bool inside;          /* the pointer is over the window */
  bool pressed, dragging;
  DrawHit slider; /* the slider that is held; its click is slider_click */
  HeldCommand slider_click, pressed_click;
  HeldCommand first_twice;      /* the double-click command of the hit that the first press met */
  HeldCommand hovered, dragged; /* the last ones sent */
  Arena *scratch;               /* holds the commands that one event sends */
  float wheel_rest;             /* part of a notch not sent yet, from a fine wheel */
  double still_ms;              /* since when the pointer rests */
  Point still_at;
  bool tip_closed;      /* closed by a key or a press, until the pointer moves */
  bool acted;           /* a key or a click came in since the start */
  Bending bending;      /* a number that is dragged */
  Focus focus;          /* which control has the keyboard focus */
  bool points_by_focus; /* what that control points at is on show */
  FileQueue file_queue;
} InputState;

/* Frees the copies, not the session. */
void input_free(InputState *input);

/* now_ms is the time of os_now_ms: if the pointer rests from now on, its tip is
** due INPUT_TIP_MS later. */
void input_move(InputState *input, Point at, double now_ms);
void input_leave(InputState *input);
/* clicks: 1 the first press at a place, 2 the second soon after it, and so on. */
void input_press(InputState *input, Point at, int clicks);
void input_release(InputState *input, Point at);
/* Turning up is positive. Parts of a notch add up until there is a whole one. */
void input_wheel(InputState *input, float notches);
/* Scrolls what lies under the pointer by that many notches to the right and down. Where the content
** cannot scroll sideways, right scrolls down. */
void input_scroll(const InputState *input, float right, float down);

/* Moves the focus to the next (+1) or previous (−1) control; 0: removes it. Moves through the
** menu's items instead where a menu is open, and where there is no control at all. */
void input_focus(InputState *input, int by);
/* The right button, or a press with Shift: false, and nothing happens, where that has no meaning of
** its own. A caret stays where it is. */
bool input_aside(InputState *input, Point at);
/* A press with Ctrl: chooses the cell there and begins to bend its number; false where none is. */
bool input_bend(InputState *input, Point at);
/* The middle button pastes the selection of any window (X11's primary
** selection) into the sentence. */
void input_middle(InputState *input, Point at);

/* key is a name of the command table; while editing also "Backspace",
** "Ctrl-Shift-←" and the like. */
void input_key(InputState *input, const char *key);
/* Typed text as UTF-8. A key that prints is reported both as a key and as text, and only one of
** them is used. Ignored where nothing takes text. */
void input_text(InputState *input, const char *text);
/* The unfinished text of the input method; "" ends it. caret counts characters from its start. */
void input_compose(const InputState *input, const char *text, int caret_characters);
/* Makes a dropped text the sentence. */
void input_drop(InputState *input, Str text);
/* Opens a dropped file or folder (session/open_path.h). The files of one drop, which begins and
** ends, open one after another. */
void input_drop_begin(InputState *input);
void input_drop_end(InputState *input);
void input_drop_file(InputState *input, const char *path);

/* What is seen of the button, head or choice that a click would press. w = 0: nothing, or
** something that shows the pointer itself (a cell, a slider, text). */
Box input_hovered(const InputState *input);

CursorId input_cursor(const InputState *input);
/* The tip to show beside the pointer; NULL when there is none or it is not due yet. *due_ms is the
** time when it will be, or negative. */
const char *input_tip(const InputState *input, double now_ms, double *due_ms);

#endif
