/* export/measured.c -- see measured.h. */
#include "export/measured.h"

bool measured_fits(const Measured *measured, const Session *session, FigureKind figure) {
  const Experiments *asked = &session_view(session)->experiments;
  if (figure == FIGURE_LENGTH) return measured->has_lengths && measured->length == asked->length;
  if (figure == FIGURE_SATURATION)
    return measured->has_saturation && saturation_is_of(&measured->saturation, asked);
  return true;
}

bool measured_follow(Measured *measured, const Session *session, FigureKind figure,
                     Status *status) {
  const Experiments *asked = &session_view(session)->experiments;
  if (measured_fits(measured, session, figure)) return true;
  measured_free(measured);
  measured->arena = arena_make(0);
  if (!measured->arena) return status_no_memory(status);
  measured->has_lengths = figure == FIGURE_LENGTH;
  measured->length = asked->length;
  if (measured->has_lengths)
    session_make_lengths(measured->arena, asked->length, &measured->lengths);
  else measured->has_saturation = saturation_make(measured->arena, asked, &measured->saturation);
  return measured_fits(measured, session, figure) || status_no_memory(status);
}

void measured_lend(const Measured *measured, FilePainter *painter) {
  painter->lengths = measured->has_lengths ? &measured->lengths : NULL;
  painter->saturation = measured->has_saturation ? &measured->saturation : NULL;
}

void measured_free(Measured *measured) {
  arena_free(measured->arena);
  *measured = (Measured){0};
}
