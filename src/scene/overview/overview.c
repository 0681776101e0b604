/* scene/overview/overview.c -- the whole path of one head in one picture.
**
**          K ─────╮│││                    a ribbon of each word flows into its rows of Q, K and V;
**   layers      ││││                      each query flows into its row, each key bends down into
**   words Q ──── scores → scaled → weights     its column; the matrices are in a row, without
**          V ═════════════════════ output      Masked if it hides nothing; the ribbons of V end
**                                              in the output, as wide as their weights.
**
** plan.c computes the places, river.c draws the ribbons.
*/
#include "base/i18n.h"
#include "scene/heads/heads.h"
#include "scene/overview/parts.h"
#include "scene/stages/stage.h"
#include "scene/stages/stage_view.h"

static void empty_words(const Scene *scene, Box box) {
  TextStyle style = {FACE_MEDIUM, 24, scene->pen.theme->muted, ALIGN_MIDDLE};
  pen_text_in(&scene->pen, style, box, str_from(_("Type a sentence")));
}

/* From back to front: ribbons, flows, words, matrices, then what lies over them. */
void overview_draw(const Scene *given, Box box) {
  if (trace_token_count(given->trace) == 0) {
    empty_words(given, box);
    return;
  }
  OverviewPlan plan = overview_plan(given, box);
  Scene scene = *given;
  scene.pen.text_scale = plan.scale;
  OverviewRoad road = overview_road(&scene);

  overview_layers(&scene, &plan, &road);
  overview_token_ribbons(&scene, &plan, &road);
  overview_value_ribbons(&scene, &plan, &road);
  overview_stem(&scene, &plan);
  overview_flows(&scene, &plan, &road);
  overview_tokens(&scene, &plan, &road);
  overview_vectors(&scene, &plan, plan.k, overview_keys(&scene),
                   trace_keys_are_mixtures(scene.trace) ? "K′" : "K");
  overview_vectors(&scene, &plan, plan.q, TRACE_Q, "Q");
  overview_vectors(&scene, &plan, plan.v, trace_values(scene.trace), stage_values_symbol(&scene));
  overview_row_names(&scene, &plan, &road);
  overview_pairs(&scene, &plan);
  overview_vectors(&scene, &plan, plan.output, TRACE_OUTPUT, _("Output"));
  overview_result(&scene, &plan, road.query);
  overview_focus(&scene, &plan, &road);
  overview_share_names(&scene, &plan, &road);
  if (scene.interactive) head_strip_draw(&scene, plan.strip);
}

Box overview_matrix_box(const Scene *scene, Box box, StageId stage) {
  if (trace_token_count(scene->trace) == 0) return box;
  OverviewPlan plan = overview_plan(scene, box);
  TracePart part = stage_views[stage]->overview_part;
  for (int i = 0; i < plan.pair_count; i++)
    if (plan.pair_parts[i] == part) return plan.pairs[i];
  if (plan.folded.h > 0 && part == plan.folded_part) return plan.folded;
  if (part == TRACE_Q) return plan.q;
  return part == TRACE_OUTPUT ? plan.output : plan.tokens;
}
