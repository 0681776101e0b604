/* session/commands/character.c -- adds tokens until their bytes are whole characters. */
#include "session/commands/character.h"

#include <assert.h>

#include "model/checkpoint/facts.h"
#include "session/session_internal.h"

Character *character_make(const Session *session, Status *status) {
  const Trace *trace = session->trace;
  int count = trace_token_count(trace);
  Arena *arena = arena_make(0);
  Character *character = arena ? arena_take(arena, 1, sizeof *character) : NULL;
  int *ids =
      character ? arena_take(arena, (size_t)count + CHARACTER_TOKENS_MOST, sizeof *ids) : NULL;
  if (!ids) {
    arena_free(arena);
    status_no_memory(status);
    return NULL;
  }
  for (int i = 0; i < count; i++) ids[i] = trace_token_id(trace, i);
  *character = (Character){.arena = arena,
                           .serial = trace_serial(trace),
                           .ids = ids,
                           .id_count = count,
                           .text = strbuf_make(arena)};
  strbuf_add(&character->text, trace_sentence(trace));
  return character;
}

void character_free(Character *character) {
  if (character) arena_free(character->arena);
}

/* A byte 10xxxxxx continues a character; the first byte before that is not one tells how many
** bytes the character has. */
static size_t begun_bytes(Str text) {
  for (size_t back = 1; back <= 3 && back <= text.bytes; back++) {
    unsigned char byte = (unsigned char)text.at[text.bytes - back];
    size_t whole = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    if ((byte & 0xC0) != 0x80) return whole > back ? back : 0;
  }
  return 0;
}

Str character_begun(Str text) {
  size_t bytes = begun_bytes(text);
  return (Str){text.at + text.bytes - bytes, bytes};
}

/* The word of the sentence that an unknown word's id stands for. */
static Str unknown_word(const Trace *trace, int id) {
  for (int i = 0; i < trace_token_count(trace); i++) {
    const TraceToken *token = trace_token(trace, i);
    if (token->id == id && token->read_as.bytes > 0) return token->text;
  }
  return (Str){"", 0};
}

Str character_following(const Session *session, Arena *arena, Str end, int id) {
  Str text = model_following_text(session->model, arena, end, id);
  Str word = text.bytes > 0 ? (Str){"", 0} : unknown_word(session->trace, id);
  bool begins = end.bytes == 0 || end.at[end.bytes - 1] == ' ';
  if (word.bytes == 0) return text;
  const char *spaced = begins ? NULL : str_format(arena, " %.*s", (int)word.bytes, word.at);
  return spaced ? str_from(spaced) : word;
}

bool character_add(const Session *session, Character *character) {
  assert(session->model && character->next.id >= 0);
  int id = character->next.id;
  if (character->added_count == CHARACTER_TOKENS_MOST) return false;
  Str so_far = strbuf_str(&character->text);
  Str text = character_following(session, session->scratch, so_far, id);
  strbuf_add(&character->text, text);
  character->ids[character->id_count++] = id;
  character->added_count++;
  return text.bytes > 0 &&
         (character_is_whole(character) || character->id_count < model_token_limit(session->model));
}

bool character_is_whole(const Character *character) {
  return begun_bytes(strbuf_str(&character->text)) == 0;
}

/* The rows of all earlier tokens come from the trace on show, so each further token costs one row
** of a wide causal model. */
bool character_run(Session *session, Character *character, const Trace **trace, Status *status) {
  assert(character->added_count > 0 || character->id_count > 0);
  const IdsRun run = {character->ids, character->id_count, character->arena};
  return compute_run_ids(session, &run, trace, &character->runs, status);
}
