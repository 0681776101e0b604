/* trace/trace_roles.c -- what the heads of a trace do, as their model was measured or says. */
#include "trace/trace.h"

#include "trace/trace_storage.h"

/* The labels of all heads, or NULL. Calls finish, which may wait for the thread that measures them;
** after the first time it returns at once. */
static const TraceRoles *finished_roles(const Trace *trace) {
  const TraceRoles *roles = trace->lent_roles;
  if (roles && roles->finish) roles->finish(roles->self);
  return roles;
}

/* Roles are measured for the model's own kind of attention only. */
static bool has_roles(const Trace *trace) {
  return kind_equal(&trace->names.true_kind, &trace->names.own_kind);
}

bool trace_roles_are_known(const Trace *trace) {
  const TraceRoles *roles = trace->lent_roles;
  return has_roles(trace) && roles && (roles->only_notes || finished_roles(trace)->labels);
}

Str trace_head_role(const Trace *trace, int layer, int head) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  int index = layer * trace->shape.head_count + head;
  if (!has_roles(trace)) return (Str){"", 0};
  if (!trace->lent_roles || trace->lent_roles->only_notes) return trace->roles[index];
  const TraceRoles *roles = finished_roles(trace);
  return roles->labels ? roles->labels[index] : trace->roles[index];
}

float trace_head_role_score(const Trace *trace, int layer, int head) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  if (!has_roles(trace) || !trace->lent_roles || trace->lent_roles->only_notes) return -1;
  const TraceRoles *roles = finished_roles(trace);
  return roles->scores ? roles->scores[layer * trace->shape.head_count + head] : -1;
}

int trace_role_text_count(const Trace *trace) {
  const TraceRoles *roles = has_roles(trace) ? finished_roles(trace) : NULL;
  return roles ? roles->text_count : 0;
}

int trace_head_scores(const Trace *trace, int layer, int head, const TraceRoleScore **scores) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  const TraceRoles *roles = has_roles(trace) ? finished_roles(trace) : NULL;
  *scores = NULL;
  if (!roles || !roles->all) return 0;
  *scores = roles->all + (layer * trace->shape.head_count + head) * roles->role_count;
  return roles->role_count;
}

/* word: lower case. Letters beyond ASCII are compared as they are. */
static bool is_word(Str text, const char *word) {
  for (size_t i = 0; i < text.bytes; i++) {
    char c = text.at[i];
    if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != word[i]) return false;
  }
  return word[text.bytes] == '\0';
}

/* The pronouns of the sentences that roles are measured over, in all their forms. */
static bool is_pronoun(Str text) {
  static const char *const pronouns[] = {"it", "he", "she", "they", "him",  "her", "them",
                                         "他", "她", "它",  "他们", "她们", "它们"};
  while (text.bytes > 0 && text.at[0] == ' ') text = (Str){text.at + 1, text.bytes - 1};
  for (size_t i = 0; i < sizeof pronouns / sizeof *pronouns; i++)
    if (is_word(text, pronouns[i])) return true;
  return false;
}

bool trace_is_pronoun(const Trace *trace, int index) {
  return is_pronoun(trace_token(trace, index)->text);
}

static bool has_need(const Trace *trace, TraceRoleNeed need) {
  for (int i = 0; i < trace_token_count(trace); i++) {
    const TraceToken *token = trace_token(trace, i);
    if (need == ROLE_NEEDS_PRONOUN && i > 0 && trace_is_pronoun(trace, i)) return true;
    if (need == ROLE_NEEDS_REPEAT && token->occurrences > 1) return true;
  }
  return need == ROLE_NEEDS_NOTHING;
}

TraceRoleNeed trace_head_role_lacks(const Trace *trace, int layer, int head) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  const TraceRoles *roles = has_roles(trace) ? finished_roles(trace) : NULL;
  if (!roles || roles->only_notes || !roles->needs) return ROLE_NEEDS_NOTHING;
  TraceRoleNeed need = roles->needs[layer * trace->shape.head_count + head];
  return has_need(trace, need) ? ROLE_NEEDS_NOTHING : need;
}

Str trace_head_role_note(Arena *arena, const Trace *trace, int layer, int head) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  const TraceRoles *roles = has_roles(trace) ? finished_roles(trace) : NULL;
  if (!roles || !roles->note) return (Str){"", 0};
  return roles->note(roles->note_self, arena, layer, head);
}
