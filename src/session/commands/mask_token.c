/* session/commands/mask_token.c -- the command hide, which replaces a token by the mask word. */
#include <assert.h>

#include "base/i18n.h"
#include "model/checkpoint/facts.h"
#include "session/session_internal.h"

static bool check_hide(const CommandContext *context, const TraceToken *token, Str mask) {
  Str name = trace_model_name(context->session->trace);
  if (context->session->pending.is_on)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("the sentence before is still being run"));
  if (mask.bytes == 0)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("%.*s fills no gaps; take a model that does, such as reader or BERT"),
                       (int)name.bytes, name.at);
  return token->bytes > 0 ||
         status_fail(context->status, STATUS_COULD_NOT, _("%.*s stands for no word to hide"),
                     (int)token->label.bytes, token->label.at);
}

/* Sets the sentence on show with mask in the place of a token. */
static bool set_masked_sentence(const CommandContext *context, const TraceToken *token, Str mask) {
  assert(token->bytes > 0 && mask.bytes > 0);
  Session *session = context->session;
  Str sentence = trace_sentence(session->trace);
  Inputs next = *session_now(session);
  size_t first = (size_t)token->first_byte, end = first + (size_t)token->bytes;
  StrBuf text = strbuf_make(session->scratch);
  strbuf_add(&text, (Str){sentence.at, first});
  strbuf_add(&text, mask);
  strbuf_add(&text, (Str){sentence.at + end, sentence.bytes - end});
  if (text.failed) return status_no_memory(context->status);
  return session_take_sentence(session, strbuf_str(&text), &next.streams[0], context->status) &&
         undo_change(session, &next, CHANGE_ALONE, context->status);
}

/* The token of the selected row, or the one with the number given. */
static bool read_token(const CommandContext *context, int *index) {
  int count = trace_token_count(context->session->trace);
  if (!command_has(context, 1)) return false;
  if (!command_is(context, 1, "chosen"))
    return line_index(command_text(context, 1),
                      _("there is no token “%.*s”; the numbers go from 1 to %d"), count, index,
                      context->status);
  *index = context->session->view.query;
  return (*index >= 0 && *index < count) ||
         status_fail(context->status, STATUS_COULD_NOT,
                     _("choose the token to hide: click it, or press ↓"));
}

bool do_hide(const CommandContext *context) {
  Session *session = context->session;
  View *view = &session->view;
  Str mask = session->model ? model_mask_text(session->model) : (Str){"", 0};
  int index;
  if (!read_token(context, &index)) return false;
  const TraceToken *token = trace_token(session->trace, index);
  if (!check_hide(context, token, mask) || !set_masked_sentence(context, token, mask)) return false;
  StageId answer = stage_of_part(TRACE_PROBABILITIES);
  if (trace_has_stage(session->trace, answer)) {
    view->kind = VIEW_STAGE;
    steps_go(session, answer);
  }
  view->query = index;
  view->key = -1;
  view->locked = true;
  session_fit_view(session);
  if (session->pending.is_on) undo_go_to_when_made(session, view);
  return true;
}
