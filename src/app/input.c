/* app/input.c -- what the events of pointer (input_pointer.c) and keyboard (input_keys.c) share:
** they end in a command of the session, so a script can do the same and undo can undo it. Nothing
** here keeps a state of the picture.
*/
#include "app/input_internal.h"

#include <assert.h>
#include <string.h>

enum { HELD_BYTES = 256 }; /* the first block of an arena: most commands are short */

void input_send(const InputState *input, const char *command) {
  Session *session = input->session;
  if (!command || !command[0]) return;
  unsigned long told = session_told_count(session);
  bool done = session_do(session, command, NULL);
  bool points = strncmp(command, "hover ", 6) == 0;
  if (done && !points && session_told_count(session) == told) session_forget_message(session);
}

void input_send_quoted(const InputState *input, const char *name, Str text, const char *rest) {
  Arena *arena = arena_make(text.bytes * 2 + 256);
  if (!arena) return;
  StrBuf line = strbuf_make(arena);
  strbuf_format(&line, "%s ", name);
  strbuf_add_json(&line, text);
  strbuf_format(&line, "%s", rest);
  if (!line.failed) session_do_text(input->session, strbuf_str(&line), NULL);
  arena_free(arena);
}

/* ---- kept commands ---- */

const char *input_held_text(const HeldCommand *command) {
  return command->text ? command->text : "";
}

void input_hold(HeldCommand *command, const char *text) {
  assert(text && text != command->text); /* the old text is freed before the copy is made */
  command->text = NULL;
  if (command->arena) arena_reset(command->arena);
  else if (text[0]) command->arena = arena_make(HELD_BYTES);
  if (command->arena && text[0]) command->text = str_copy(command->arena, str_from(text));
}

void input_free(InputState *input) {
  HeldCommand *all[] = {&input->slider_click, &input->pressed_click, &input->first_twice,
                        &input->hovered, &input->dragged};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    arena_free(all[i]->arena);
    *all[i] = (HeldCommand){0};
  }
  arena_free(input->scratch);
  input->scratch = NULL;
  file_queue_free(&input->file_queue);
}

void input_begin_event(InputState *input) {
  if (input->scratch) arena_reset(input->scratch);
  else input->scratch = arena_make(0);
}

const char *input_command_of_hit(const InputState *input, const DrawHit *hit, HitAction action) {
  return hit && input->scratch ? hit_command(hit, action, input->at, 0, input->scratch) : "";
}

const DrawHit *input_hit(const InputState *input) {
  return input->list && input->inside ? hit_at(input->list, input->at) : NULL;
}

/* ---- files and text that are dropped ---- */

void input_drop_begin(InputState *input) { file_queue_drop_begin(&input->file_queue); }

void input_drop_end(InputState *input) { file_queue_drop_end(&input->file_queue); }

void input_drop_file(InputState *input, const char *path) {
  input->acted = true;
  file_queue_drop(&input->file_queue, input->session, path);
}

void input_drop(InputState *input, Str text) {
  input->acted = true;
  input_send_quoted(input, "sentence", str_trim(text), "");
}
