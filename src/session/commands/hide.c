/* session/commands/hide.c -- the command hide: a gap in place of a token, which the model fills. */
#include "base/words.h"
#include "model/checkpoint/facts.h"
#include "session/state.h"

static bool check_hide(const CommandCall *call, const TraceToken *token, Str mask) {
  Str name = trace_model_name(call->session->trace);
  if (call->session->pending.is_on)
    return status_fail(call->status, STATUS_COULD_NOT, _("the sentence before is still being run"));
  if (mask.bytes == 0)
    return status_fail(call->status, STATUS_COULD_NOT,
                       _("%.*s fills no gaps; take a model that does, such as reader or BERT"),
                       (int)name.bytes, name.at);
  return token->bytes > 0 ||
         status_fail(call->status, STATUS_COULD_NOT, _("%.*s stands for no word to hide"),
                     (int)token->label.bytes, token->label.at);
}

/* The sentence on show with mask in the place of a token. */
static bool take_masked(const CommandCall *call, const TraceToken *token, Str mask) {
  Session *session = call->session;
  Str sentence = trace_sentence(session->trace);
  Inputs next = *session_now(session);
  size_t first = (size_t)token->first_byte, end = first + (size_t)token->bytes;
  StrBuf text = strbuf_make(session->scratch);
  strbuf_add(&text, (Str){sentence.at, first});
  strbuf_add(&text, mask);
  strbuf_add(&text, (Str){sentence.at + end, sentence.bytes - end});
  if (text.failed) return status_no_memory(call->status);
  return session_take_sentence(session, strbuf_str(&text), &next.sentence, call->status) &&
         history_change(session, &next, CHANGE_ALONE, call->status);
}

/* The token of the chosen row, or the one whose number is said. */
static bool take_token(const CommandCall *call, int *index) {
  int count = trace_token_count(call->session->trace);
  if (!call_has(call, 1)) return false;
  if (!call_is(call, 1, "chosen"))
    return line_index(call_text(call, 1),
                      _("there is no token “%.*s”; the numbers go from 1 to %d"), count, index,
                      call->status);
  *index = call->session->view.query;
  return (*index >= 0 && *index < count) ||
         status_fail(call->status, STATUS_COULD_NOT,
                     _("choose the token to hide: click it, or press ↓"));
}

bool do_hide(const CommandCall *call) {
  Session *session = call->session;
  View *view = &session->view;
  Str mask = session->model ? model_mask_text(session->model) : (Str){"", 0};
  int index;
  if (!take_token(call, &index)) return false;
  const TraceToken *token = trace_token(session->trace, index);
  if (!check_hide(call, token, mask) || !take_masked(call, token, mask)) return false;
  if (trace_has_stage(session->trace, STAGE_LOGITS)) {
    view->kind = VIEW_STAGE;
    steps_go(session, STAGE_LOGITS);
  }
  view->query = index;
  view->key = -1;
  view->locked = true;
  session_fit_view(session);
  if (session->pending.is_on) history_go_to_when_made(session, view);
  return true;
}
