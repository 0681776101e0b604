/* lesson/script.c -- a lesson as the script that its pages are made by. */
#include "lesson/lesson.h"

static void go_to_line(StrBuf *text, int *line, int to) {
  for (; *line < to; ++*line) strbuf_add_char(text, '\n');
}

static void add_commands(StrBuf *text, int *line, const LessonCommand *command) {
  for (; command; command = command->next) {
    go_to_line(text, line, command->place.line);
    strbuf_format(text, "%s ", command->text);
  }
}

/* The note and the wait stand on the line of the next page's title, or behind the last command. */
Str lesson_script(Arena *arena, const Lesson *lesson) {
  StrBuf text = strbuf_make(arena);
  int line = 1;
  add_commands(&text, &line, lesson->commands);
  for (int i = 0; i < lesson->page_count; i++) {
    const LessonPage *page = &lesson->pages[i];
    go_to_line(&text, &line, page->place.line);
    strbuf_add(&text, STR("note "));
    strbuf_add_json(&text, page->note.bytes > 0 ? page->note : page->title);
    add_commands(&text, &line, page->commands);
    int next = i + 1 < lesson->page_count ? lesson->pages[i + 1].place.line : line + 1;
    go_to_line(&text, &line, next);
    if (i + 1 < lesson->page_count) strbuf_add(&text, STR("wait 4000; "));
  }
  return text.failed ? (Str){0} : strbuf_str(&text);
}
