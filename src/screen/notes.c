/* screen/notes.c -- counter and time above, then the note of now, then the next one. */
#include "screen/notes.h"

#include <math.h>

#include "base/i18n.h"
#include "scene/pen.h"
#include "screen/screen.h"
#include "session/script.h"

/* Design sizes in a window of that size. */
static const float DESIGN_WIDTH = 960, DESIGN_HEIGHT = 600, MARGIN = 32;
static const float HEAD_SIZE = 22, HEAD_HEIGHT = 40, NOTE_SIZE = 28, NEXT_SIZE = 18,
                   LABEL_SIZE = 13;
static const float LINE = 1.3f, NEXT_SHARE = 0.32f;

bool notes_are_there(const Session *session, Arena *arena) {
  return session_note(session).bytes > 0 || session_next_note(session, arena).bytes > 0;
}

const char *notes_time(Arena *arena, double elapsed_ms) {
  long seconds = elapsed_ms > 0 ? (long)(elapsed_ms / 1000) : 0;
  if (seconds < 3600) return str_format(arena, "%ld:%02ld", seconds / 60, seconds % 60);
  return str_format(arena, "%ld:%02ld:%02ld", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

static void draw_note(const Pen *pen, Box box, const char *label, Str note, float size) {
  float scale = pen->text_scale, label_height = LABEL_SIZE * 1.8f * scale;
  TextStyle small = {FACE_SEMIBOLD, LABEL_SIZE, pen->theme->muted, ALIGN_START};
  TextStyle style = {FACE_REGULAR, size, pen->theme->ink, ALIGN_START};
  pen_text_in(pen, small, (Box){box.x, box.y, box.w, label_height}, str_from(label));
  Box words = {box.x, box.y + label_height, box.w, box.h - label_height};
  if (note.bytes == 0) note = str_from(_("no note"));
  pen_text_wrapped(pen, style, words, LINE, note);
}

void notes_build(const Session *session, const TextMetrics *metrics, double elapsed_ms,
                 DrawList *list) {
  const Theme *theme = theme_get(session_view(session)->theme);
  float scale = fminf(list->width_pt / DESIGN_WIDTH, list->height_pt / DESIGN_HEIGHT);
  Pen pen = {.list = list, .metrics = metrics, .theme = theme, .text_scale = fmaxf(scale, 0.4f)};
  float margin = MARGIN * pen.text_scale, height = list->height_pt, head = HEAD_HEIGHT;
  Box inside = {margin, margin, list->width_pt - 2 * margin, head * pen.text_scale};
  TextStyle strong = {FACE_SEMIBOLD, HEAD_SIZE, theme->ink, ALIGN_START};
  list->background = theme->paper;
  Box left = inside, right = inside;
  left.w = inside.w * 0.7f;
  right.x += left.w;
  right.w -= left.w;
  pen_text_in(&pen, strong, left, screen_counter(session, list->arena));
  strong.align = ALIGN_END;
  pen_text_in(&pen, strong, right, str_from(notes_time(list->arena, elapsed_ms)));
  float top = inside.y + inside.h + margin / 2, next = floorf(height * (1 - NEXT_SHARE));
  draw_note(&pen, (Box){margin, top, inside.w, next - top - margin / 2}, _("Now"),
            session_note(session), NOTE_SIZE);
  pen_rule(&pen, (Point){margin, next}, (Point){margin + inside.w, next});
  draw_note(&pen, (Box){margin, next + margin / 2, inside.w, height - next - margin}, _("Next"),
            session_next_note(session, list->arena), NEXT_SIZE);
}
