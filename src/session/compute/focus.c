/* session/compute/focus.c -- keeps the selection at its word when the sentence changes.
**
** The edit is what remains of both sentences without their common beginning and end. Words before
** it keep their bytes, words behind it move by the difference in length; a word partly inside it is
** followed by its remaining part, and a word wholly inside it is gone.
*/
#include "session/compute/focus.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>

#include "session/session_internal.h"
#include "trace/workings/first_picture.h"

/* Bytes [first, old_end) became [first, new_end). */
typedef struct SentenceEdit {
  int first, old_end, new_end;
} SentenceEdit;

static SentenceEdit edit_between(Str old, Str new) {
  assert(old.bytes <= INT_MAX && new.bytes <= INT_MAX);
  size_t least = old.bytes < new.bytes ? old.bytes : new.bytes, first = 0, last = 0;
  while (first < least && old.at[first] == new.at[first]) first++;
  while (last < least - first && old.at[old.bytes - 1 - last] == new.at[new.bytes - 1 - last])
    last++;
  return (SentenceEdit){(int)first, (int)(old.bytes - last), (int)(new.bytes - last)};
}

/* The token that holds a byte, or −1. */
static int token_at(const Trace *trace, int byte) {
  for (int i = 0; i < trace_token_count(trace); i++) {
    const TraceToken *token = trace_token(trace, i);
    if (byte >= token->first_byte && byte < token->first_byte + token->bytes) return i;
  }
  return -1;
}

/* [CLS], [SEP] and the like have no bytes: they are counted from the nearer end. */
static int special_after(const Trace *before, const Trace *now, int index) {
  assert(index >= 0 && index < trace_token_count(before));
  int count = trace_token_count(now), old_count = trace_token_count(before);
  bool at_begin = true;
  for (int i = 0; i < index; i++) at_begin = at_begin && trace_token(before, i)->bytes == 0;
  int to = at_begin ? index : index + count - old_count;
  return to >= 0 && to < count && trace_token(now, to)->bytes == 0 ? to : -1;
}

static int word_after(const Trace *before, const Trace *now, SentenceEdit edit, int index) {
  if (index < 0 || index >= trace_token_count(before)) return -1;
  const TraceToken *token = trace_token(before, index);
  int first = token->first_byte, end = first + token->bytes, moved = edit.new_end - edit.old_end;
  if (token->bytes == 0) return special_after(before, now, index);
  if (end <= edit.first || first < edit.first) return token_at(now, first);
  if (first >= edit.old_end) return token_at(now, first + moved);
  return end <= edit.old_end ? -1 : token_at(now, end - 1 + moved);
}

static int winner(const Trace *trace, const View *view, int query) {
  int best = -1;
  bool is_long = trace_key_count(trace) > FIRST_PICTURE_KEYS_MOST;
  if (query < 0 || is_long || !trace_has_part(trace, TRACE_WEIGHTS)) return -1;
  MatView weights = trace_matrix(trace, TRACE_WEIGHTS, view->layer, view->head);
  for (int key = 0; key < weights.cols; key++)
    if (mat_get(weights, query, key) > (best < 0 ? 0 : mat_get(weights, query, best))) best = key;
  return best;
}

int focus_heaviest_key(const Session *session, int query) {
  return winner(session->trace, &session->view, query);
}

/* Where a token of a sentence that is shuffled, or put back in order, stands now. */
static int place_after(const Trace *before, const Trace *now, int index) {
  if (index < 0 || index >= trace_token_count(before)) return -1;
  int place = trace_place_in_order(before, index);
  for (int i = 0; i < trace_token_count(now); i++)
    if (trace_place_in_order(now, i) == place) return i;
  return -1;
}

/* Mixtures of keys and the keys of another sentence stay where they are. */
static bool keys_are_shuffled(const Trace *trace) {
  return !trace_keys_are_mixtures(trace) && !trace_has_key_words(trace);
}

static void follow_shuffled(Session *session, const Trace *before, const Trace *now) {
  View *view = &session->view;
  int rows, cols;
  if (!trace_in_order(before) && !trace_in_order(now)) return;
  view->query = place_after(before, now, view->query);
  view->lens_query = place_after(before, now, view->lens_query);
  if (!keys_are_shuffled(before) || !keys_are_shuffled(now)) return;
  if (session_cell_shape(session, &rows, &cols)) view->key = place_after(before, now, view->key);
  view->key_alone = place_after(before, now, view->key_alone);
  view->lens_key = place_after(before, now, view->lens_key);
}

/* A cell without its query is dropped; without its key it becomes the row. The cell of the key
** that wins its row goes to the one that wins it now: with wide in the place of tired that is
** another. */
void focus_follow_words(Session *session, const Trace *before, const Trace *now) {
  View *view = &session->view;
  int rows, cols;
  Str old = trace_sentence(before), new = trace_sentence(now);
  if (trace_half(before) != trace_half(now)) return;
  if (str_equal(old, new)) {
    follow_shuffled(session, before, now);
    return;
  }
  SentenceEdit edit = edit_between(old, new);
  bool pairs = session_cell_shape(session, &rows, &cols);
  bool wins = pairs && view->key >= 0 && view->key == winner(before, view, view->query);
  view->query = word_after(before, now, edit, view->query);
  if (pairs) view->key = word_after(before, now, edit, view->key);
  if (wins && view->key >= 0) view->key = winner(now, view, view->query);
  if (view->query < 0) view->key = -1;
  view->key_alone = word_after(before, now, edit, view->key_alone);
  view->lens_query = word_after(before, now, edit, view->lens_query);
  view->lens_key = word_after(before, now, edit, view->lens_key);
  if (view->lens_query < 0 || view->lens_key < 0) view->lens_query = view->lens_key = -1;
}

bool session_first_row(const Session *session, int *query, int *key) {
  FirstPicture first;
  const View *view = &session->view;
  bool is_half = trace_half(session->trace) != HALF_NONE;
  bool is_found = is_half
                      ? first_picture_find_in_head(session->trace, view->layer, view->head, &first)
                      : first_picture_find(session->trace, &first);
  if (!is_found) return false;
  *query = first.query;
  *key = first.key;
  return true;
}

static bool choose_row(Session *session, int query, int key, Status *status) {
  char commands[64];
  snprintf(commands, sizeof commands, "cell %d %d; cell unlock", query + 1, key + 1);
  return session_do(session, commands, status);
}

bool session_choose_first_row(Session *session, Status *status) {
  int query, key;
  if (!session_first_row(session, &query, &key)) return true;
  return choose_row(session, query, key, status);
}

bool session_choose_row_of_head(Session *session, Status *status) {
  FirstPicture telling;
  const View *view = &session->view;
  char command[32];
  if (first_picture_find_in_head(session->trace, view->layer, view->head, &telling))
    return choose_row(session, telling.query, telling.key, status);
  if (view->query < 0) return true;
  snprintf(command, sizeof command, "cell %d row", view->query + 1);
  return session_do(session, command, status);
}

void focus_begin_at_first_place(Session *session) {
  View *view = &session->view;
  FirstPicture first;
  view->layer = view->head = 0;
  if (session->trace && first_picture_find(session->trace, &first)) {
    view->layer = first.layer;
    view->head = first.head;
  } else if (session->model && !session_is_recording(session))
    model_first_place(session->model, &view->layer, &view->head);
}

/* Whether another place was chosen while the model was being opened. */
static bool has_moved(const View *now, const View *then) {
  return now->layer != then->layer || now->head != then->head || now->query != then->query ||
         now->key != then->key || now->filled != then->filled;
}

void focus_enter_model(Session *session) {
  View *view = &session->view, first = view_default();
  const Pending *pending = &session->pending;
  view->stage = steps_nearest_shown(session, view->stage);
  if (session_is_recording(session)) view->mask_editor = false;
  if (pending->is_on && (pending->goes_to_place || has_moved(view, &pending->seen))) return;
  focus_begin_at_first_place(session);
  view->solo = false;
  view->query = view->key = view->key_alone = -1;
  view->hover_query = view->hover_key = view->hover_key_alone = view->hover_head = -1;
  view->locked = view->playing = false;
  view->mask_editor = view->mask_editor && pending->is_on && !pending->seen.mask_editor;
  view->filled = -1;
  view->zoom = first.zoom;
  view->scroll_x = view->scroll_y = view->grid_scroll = view->panel_scroll = 0;
  view->panel_page = 1;
  view->lens_query = view->lens_key = -1;
}
