/* ui/widgets.h -- the basic widgets of every panel. For ui/ only.
**
** Sizes are design points (× text scale by ui_pt); boxes are points as drawn. Every widget draws
** first and adds its hit last, so that the hit of shortened text never covers it.
** A widget keeps no state: the caller passes what is chosen, open or focused, and a click sends a
** command.
**
** Memory  Words made here are on the list's arena.
** Errors  Without memory the list remembers it and words are "".
*/
#ifndef UI_WIDGETS_H
#define UI_WIDGETS_H

#include "scene/controls.h"
#include "ui/ui.h"

/* What every panel gets; theme and list are the pen's own. A value on the stack of one frame;
** panels that shrink make a copy with a pen of their own. */
typedef struct Ui {
  const UiInputs *inputs;
  const View *view;
  const ScreenLayout *layout;
  const Pen *pen;
  const Theme *theme;
  DrawList *list;
} Ui;

/* Collects what the panels share; allocates nothing and cannot fail. */
Ui ui_make(const UiInputs *inputs, const View *view, const ScreenLayout *layout, const Pen *pen);
/* A design size in points as drawn, that is, times the text scale of the pen. */
float ui_pt(const Ui *ui, float design_pt);

/* Adds a hit with a command for session_do; command NULL only shows the tip, tip NULL shows none.
** Both texts must outlive the list. */
void ui_hit(const Ui *ui, Box box, CursorId cursor, const char *tip, const char *command);
/* printf onto the list's arena, cut at 511 bytes. Never NULL. */
const char *ui_format(const Ui *ui, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The text on the list's arena, with a 0 behind it. Never NULL. */
const char *ui_str(const Ui *ui, Str text);

/* Whether the open lesson hides the controls of that command. */
bool ui_is_locked(const Ui *ui, const char *command);

/* The command that opens a menu, or closes it when open. */
const char *ui_menu_command(const Ui *ui, MenuId menu, const char *name);

/* A style from its four parts; size is a design size, which the pen scales. */
TextStyle ui_style(FaceId face, float size, Color color, Align align);

/* Draws text with its capitals centred on middle_y. Shortens nothing: the caller
** has measured the text. */
void ui_text_at(const Ui *ui, TextStyle style, float x, float middle_y, Str text);

/* DARK is the main action, CHOSEN the present choice; OFF is drawn pale and answers nothing. */
typedef enum ButtonLook { BUTTON_PLAIN, BUTTON_DARK, BUTTON_CHOSEN, BUTTON_OFF } ButtonLook;
/* command and tip as in ui_hit. */
typedef struct Button {
  Str label;
  const char *command, *tip;
  ButtonLook look;
  /* It has the keyboard focus: Enter does what a click does. */
  bool focused;
} Button;
/* Words too long for the box end in “…” and are shown whole on hover. */
void ui_button(const Ui *ui, Box box, Button button);

/* The width at which the words are whole, in points as drawn, padding included. */
float ui_button_width(const Ui *ui, Str label);

/* A value with a small label above it and a chevron, which opens a menu. menus.c draws the menu. */
typedef struct DropDown {
  Str label, value;
  Str whole; /* the tip's, where the value is a short form of it; empty: it is none */
  const char *command;
  bool open;
} DropDown;
/* The value is shortened if the box is narrower than its width; the tip has it whole. */
void ui_drop_down(const Ui *ui, Box box, DropDown drop);
/* The wider of label and value, with room for the chevron. */
float ui_drop_down_width(const Ui *ui, Str label, Str value);
/* The least width at which nothing is cut: the value is written as small as it gets. */
float ui_drop_down_least(const Ui *ui, Str label, Str value);

/* Joined buttons of which one is chosen. The command is sent even if the
** piece is chosen already. */
typedef struct Segment {
  Str label;
  const char *command, *tip; /* tip may be NULL */
  bool chosen, focused;      /* focused: it has the keyboard focus */
  bool is_idle;              /* pale: it changes nothing as things are now */
} Segment;
/* The pieces share the box in proportion to their words. Every piece answers,
** also the chosen one. */
void ui_segments(const Ui *ui, Box box, const Segment *segments, int count);
/* The width at which every word is whole, chosen or not. */
float ui_segments_width(const Ui *ui, const Segment *segments, int count);

/* Track and knob at fraction 0 … 1 along the box; the caller adds the hits. */
void ui_slider(const Ui *ui, Box box, float fraction);

/* − value + in box, whose height is the side of the two buttons. A button without a command is pale
** and answers nothing. value_size: design points. */
void ui_stepper(const Ui *ui, Box box, const UiNumber *number, float value_size);

bool ui_menu_hangs(const Ui *ui); /* the open menu hangs below a button of the bar */
/* What it hangs below: the button or, in the presenter view, which has none, the strip. */
Box ui_menu_anchor(const Ui *ui, Box button);
/* The height that a dialog may have below the bar of the sentence. */
float ui_dialog_room(const Ui *ui);
/* In the middle of the window, or below the formula, else below the bar, where it would reach into
** them. One that is higher than the room below lies over the bar. */
Box ui_dialog_place(const Ui *ui, float width, float height);
/* An opaque panel with a soft shadow, over all that was drawn before: nothing under it answers.
** The words of a bar that it covers in part are covered whole; no shadow falls on a bar that it
** hangs from. wheel: the command for a wheel over it, or NULL. */
void ui_dialog(const Ui *ui, Box box, const char *wheel);
/* A row of what scrolls within the area is drawn whole or not at all; only one that is higher than
** the area is cut. */
bool ui_row_is_shown(float y, float height, Box area);
/* `beside` what scrolls, which is `whole` high and begins `scroll` above its place: a thumb as long
** as the part that is seen. */
void ui_scroll_thumb(const Ui *ui, Box beside, float whole, float scroll);
/* The head of a dialog: its title, small words at the right (or empty), and the close button. */
void ui_dialog_title(const Ui *ui, Box head, Str title, Str aside);
/* The close button of a dialog, UI_CLOSE_SIDE design points wide and high. */
enum { UI_CLOSE_SIDE = 28 };
void ui_close_button(const Ui *ui, Box box);
/* The background of the list row that has the keyboard focus. */
void ui_focused_row(const Ui *ui, Box box);
/* A disc. radius in points as drawn; stroke with a = 0 draws no outline. */
void ui_circle(const Ui *ui, Point centre, float radius, Color fill, Color stroke, float width);
/* The ring of the keyboard focus. corner is that of the box; the ring lies two
** design points outside it. */
void ui_focus_ring(const Ui *ui, Box box, float corner);

/* icons.c draws each, with lines and filled shapes on a grid of 24 × 24. */
typedef enum IconId {
  ICON_PLAY,
  ICON_PAUSE,
  /* One step back and forward, of the steps and of the timeline. */
  ICON_BACK,
  ICON_FORWARD,
  /* The theme that a click leads to: the sun in the dark theme, the moon in the light one. */
  ICON_SUN,
  ICON_MOON,
  ICON_CHEVRON,
  ICON_UNDO,
  ICON_REDO,
  ICON_PALETTE,
  ICON_CHECK,
  ICON_CLOSE,
  ICON_MINUS,
  ICON_PLUS,
  ICON_COPY,
  ICON_HELP
} IconId;

/* Drawn from curves into the largest square of the box. */
void ui_icon(const Ui *ui, IconId icon, Box box, Color color);
/* An icon with a command; off: it is pale and only shows its tip. */
typedef struct IconButton {
  IconId icon;
  const char *command, *tip;
  bool off, chosen;
} IconButton;
/* Its hit is the whole box; the icon is 18 design points wide in its middle. */
void ui_icon_button(const Ui *ui, Box box, IconButton button);

#endif
