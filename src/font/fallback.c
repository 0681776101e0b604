/* font/fallback.c -- chooses the font file for each character.
**
** Each FaceId has a chain of families, which are looked up in fontconfig one by one, when a
** character needs the next. After the chain comes any font that fontconfig has for the code point.
** The locale has no influence, so that the same text always gets the same faces.
*/
#include "font/faces.h"

#include <errno.h>
#include <hb-ot.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/os.h"
#include "base/i18n.h"

typedef struct ChainPlan {
  const char *families[CHAIN_FACES];
  const char *generic; /* if the first family is missing */
  int weight, fallback_weight;
} ChainPlan;

#define SANS {"Inter", "DejaVu Sans", NULL, "Noto Sans CJK SC"}, "DejaVu Sans"
#define MONO                                                                                       \
  {"JetBrains Mono", "DejaVu Sans Mono", "DejaVu Sans", "Noto Sans CJK SC"}, "DejaVu Sans Mono"

#define SERIF {"STIX", "DejaVu Serif", "DejaVu Sans", "Noto Sans CJK SC"}, "DejaVu Serif"
/* Symbols come from STIX: those of Latin Modern Math, such as its root, hang below the line until a
** formula is set with them. */
#define MATH {"LM Roman 10", "STIX", "DejaVu Serif", "Noto Sans CJK SC"}, "DejaVu Serif"

static const ChainPlan PLANS[FACE_COUNT] = {
    [FACE_REGULAR] = {SANS, 400, 400},  [FACE_MEDIUM] = {SANS, 500, 400},
    [FACE_SEMIBOLD] = {SANS, 600, 700}, [FACE_BOLD] = {SANS, 700, 700},
    [FACE_MONO] = {MONO, 400, 400},     [FACE_MONO_BOLD] = {MONO, 700, 700},
    [FACE_SERIF] = {SERIF, 400, 400},   [FACE_SERIF_BOLD] = {SERIF, 700, 700},
    [FACE_MATH] = {MATH, 400, 400},     [FACE_MATH_BOLD] = {MATH, 700, 700},
};

/* Faces of figures are missed only where one asks for them: fonts_lacks. */
static bool is_of_figures(FaceId id) { return id >= FACE_SERIF; }
static bool is_mono(FaceId id) { return id == FACE_MONO || id == FACE_MONO_BOLD; }

/* No variable fonts: SDL2_ttf and a PDF can use a file of one weight by its path alone. The
** language is English, so that the locale does not choose among the faces of a family. */
static FcPattern *start_pattern(Fonts *fonts, const char *family, int weight) {
  FcPattern *pattern = os_has_room(FONTCONFIG_ROOM_BYTES) ? FcPatternCreate() : NULL;
  if (pattern && FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family) &&
      FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(weight)) &&
      FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN) &&
      FcPatternAddInteger(pattern, FC_WIDTH, FC_WIDTH_NORMAL) &&
      FcPatternAddBool(pattern, FC_SCALABLE, FcTrue) &&
      FcPatternAddBool(pattern, FC_VARIABLE, FcFalse) &&
      FcPatternAddString(pattern, FC_LANG, (const FcChar8 *)"en"))
    return pattern;
  if (pattern) FcPatternDestroy(pattern);
  fonts->failure_count++;
  return NULL;
}

/* fontconfig always finds a font. Colour and bitmap fonts are rejected: they cannot be drawn as
** outlines. */
static FcPattern *match(Fonts *fonts, FcPattern *pattern) {
  FcResult result = FcResultMatch;
  bool ready = FcConfigSubstitute(fonts->config, pattern, FcMatchPattern);
  if (ready) FcDefaultSubstitute(pattern);
  FcPattern *found = ready ? FcFontMatch(fonts->config, pattern, &result) : NULL;
  FcPatternDestroy(pattern);
  if (!ready || result == FcResultOutOfMemory) fonts->failure_count++;
  FcBool scalable = FcFalse, color = FcFalse;
  if (found && (FcPatternGetBool(found, FC_SCALABLE, 0, &scalable) != FcResultMatch || !scalable ||
                (FcPatternGetBool(found, FC_COLOR, 0, &color) == FcResultMatch && color))) {
    FcPatternDestroy(found);
    return NULL;
  }
  return found;
}

/* Is it the family asked for? For a missing family fontconfig returns another one. */
static bool is_family(const FcPattern *found, const char *family) {
  FcChar8 *name;
  for (int i = 0; FcPatternGetString(found, FC_FAMILY, i, &name) == FcResultMatch; i++)
    if (strcasecmp((const char *)name, family) == 0) return true;
  return false;
}

static int known_face(const Fonts *fonts, const char *path, int index) {
  for (int i = 0; i < fonts->face_count; i++)
    if (fonts->faces[i].file.index == index && strcmp(fonts->faces[i].file.path, path) == 0)
      return i;
  return NO_FACE;
}

/* Adds the match's file as a face, unless it is there already, and destroys the match. Several
** FaceIds and characters may share a file. */
static int add_face(Fonts *fonts, FcPattern *found, int weight) {
  FcChar8 *path = NULL, *family = NULL;
  int index = 0, face = NO_FACE;
  FcPatternGetInteger(found, FC_INDEX, 0, &index);
  if (FcPatternGetString(found, FC_FAMILY, 0, &family) == FcResultMatch &&
      FcPatternGetString(found, FC_FILE, 0, &path) == FcResultMatch)
    face = known_face(fonts, (const char *)path, index);
  if (path && face == NO_FACE && fonts->face_count < FACES_MOST) {
    FaceFile file = {.path = str_copy(fonts->arena, str_from((const char *)path)),
                     .family = str_copy(fonts->arena, str_from((const char *)family)),
                     .index = index,
                     .weight = weight};
    if (file.path && file.family) {
      face = fonts->face_count++;
      fonts->faces[face] = (Face){.file = file};
    } else fonts->failure_count++;
  }
  FcPatternDestroy(found);
  return face;
}

static int find_family(Fonts *fonts, const char *family, int weight) {
  FcPattern *pattern = start_pattern(fonts, family, weight);
  FcPattern *found = pattern ? match(fonts, pattern) : NULL;
  if (found && is_family(found, family)) return add_face(fonts, found, weight);
  if (found) FcPatternDestroy(found);
  return NO_FACE;
}

/* Any font that can be drawn, if the generic family is missing too. */
static int find_any(Fonts *fonts, int weight) {
  FcPattern *pattern = start_pattern(fonts, "sans-serif", weight);
  FcPattern *found = pattern ? match(fonts, pattern) : NULL;
  return found ? add_face(fonts, found, weight) : NO_FACE;
}

/* Each choice is opened, because a broken file counts as missing. */
static int find_first_choice(Fonts *fonts, FaceId id) {
  const ChainPlan *plan = &PLANS[id];
  long failures = fonts->failure_count;
  int face = find_family(fonts, plan->families[0], plan->weight);
  if (face != NO_FACE && face_open(fonts, face)) {
    fonts->faces[face].plain = true;
    return face;
  }
  if (fonts->failure_count > failures) return NO_FACE; /* it may well be there */
  fonts->lacks[id] = true;
  if (is_mono(id)) fonts->mono_missing = true;
  else if (!is_of_figures(id)) fonts->inter_missing = true;
  face = find_family(fonts, plan->generic, plan->fallback_weight);
  if (face != NO_FACE && face_open(fonts, face)) return face;
  face = find_any(fonts, plan->fallback_weight);
  return face != NO_FACE && face_open(fonts, face) ? face : NO_FACE;
}

/* Also looks up the families before this place, in the order of the chain. */
int face_at(Fonts *fonts, FaceId id, int place) {
  Chain *chain = &fonts->chains[id];
  for (; chain->asked <= place; chain->asked++) {
    const char *family = PLANS[id].families[chain->asked];
    int face = NO_FACE;
    long failures = fonts->failure_count;
    if (chain->asked == 0) face = find_first_choice(fonts, id);
    else if (family) face = find_family(fonts, family, PLANS[id].fallback_weight);
    if (fonts->failure_count > failures) return NO_FACE;
    chain->faces[chain->asked] = face;
  }
  return chain->faces[place];
}

static int search_code(Fonts *fonts, uint32_t code) {
  FcPattern *pattern = start_pattern(fonts, "sans-serif", 400);
  FcCharSet *wanted = pattern ? FcCharSetCreate() : NULL, *has = NULL;
  bool ready =
      wanted && FcCharSetAddChar(wanted, code) && FcPatternAddCharSet(pattern, FC_CHARSET, wanted);
  if (wanted) FcCharSetDestroy(wanted);
  if (!ready) {
    if (pattern) FcPatternDestroy(pattern);
    fonts->failure_count++;
    return NO_FACE;
  }
  FcPattern *found = match(fonts, pattern);
  if (!found) return NO_FACE;
  if (FcPatternGetCharSet(found, FC_CHARSET, 0, &has) == FcResultMatch &&
      FcCharSetHasChar(has, code))
    return add_face(fonts, found, 400);
  FcPatternDestroy(found);
  return NO_FACE;
}

/* A direct-mapped cache of 512 slots by a multiplicative hash: a line of rare characters looks up
** the same ones again and again. */
int face_for_code(Fonts *fonts, uint32_t code) {
  CodeSlot *slot = &fonts->codes[(code * 2654435761u) >> 23];
  if (slot->used && slot->code == code) return slot->face;
  long failures = fonts->failure_count;
  int face = search_code(fonts, code);
  if (face != NO_FACE && !face_has(fonts, face, code)) face = NO_FACE;
  if (fonts->failure_count > failures) return NO_FACE;
  *slot = (CodeSlot){code, face, true};
  return face;
}

/* HarfBuzz returns its empty objects when memory is out, and does not say why a file cannot be
** opened. */
static hb_font_t *open_shaper(Fonts *fonts, const FaceFile *at, bool *broken) {
  errno = 0;
  hb_blob_t *blob = hb_blob_create_from_file_or_fail(at->path);
  bool failed = !blob && errno == ENOMEM;
  hb_face_t *file = blob ? hb_face_create(blob, (unsigned)at->index & 0xFFFF) : hb_face_get_empty();
  hb_blob_destroy(blob);
  failed |= blob && file == hb_face_get_empty();
  *broken = !failed && hb_face_get_glyph_count(file) == 0;
  hb_font_t *shaper = failed || *broken ? NULL : hb_font_create(file);
  hb_face_destroy(file);
  failed |= shaper == hb_font_get_empty();
  fonts->failure_count += failed;
  return failed ? NULL : shaper;
}

/* The upper half of an index is the named instance of a variable font, as fontconfig writes it. */
Face *face_open(Fonts *fonts, int face) {
  Face *it = &fonts->faces[face];
  if (it->shaper) return it;
  if (it->broken) return NULL;
  it->shaper = open_shaper(fonts, &it->file, &it->broken);
  if (!it->shaper) return NULL;
  it->units_per_em = (float)hb_face_get_upem(hb_font_get_face(it->shaper));
  unsigned instance = (unsigned)it->file.index >> 16; /* of a variable font, from 1 */
  if (instance > 0) hb_font_set_var_named_instance(it->shaper, instance - 1);
  return it;
}

bool face_has(Fonts *fonts, int face, uint32_t code) {
  hb_codepoint_t glyph;
  const Face *it = face_open(fonts, face);
  return it && hb_font_get_nominal_glyph(it->shaper, code, &glyph) && glyph != 0;
}

FT_Face face_freetype(Fonts *fonts, int face) {
  FaceFile *file = &fonts->faces[face].file;
  if (file->freetype_face) return file->freetype_face;
  FT_Face opened = NULL;
  FT_Error error = fonts->freetype ? 0 : FT_Init_FreeType(&fonts->freetype);
  if (error == 0) error = FT_New_Face(fonts->freetype, file->path, file->index, &opened);
  if (FT_ERROR_BASE(error) == FT_Err_Out_Of_Memory) fonts->failure_count++;
  if (error != 0) return NULL;
  file->freetype_face = opened;
  return opened;
}

/* Releases what a backend attached first: it may use the face. */
void faces_close(Fonts *fonts) {
  for (int i = 0; i < fonts->face_count; i++) {
    Face *face = &fonts->faces[i];
    if (face->attached && face->release) face->release(face->attached);
    if (face->shaper) hb_font_destroy(face->shaper);
    if (face->file.freetype_face) FT_Done_Face(face->file.freetype_face);
  }
  if (fonts->freetype) FT_Done_FreeType(fonts->freetype);
}

__attribute__((format(printf, 2, 3))) static void add_notice(Fonts *fonts, const char *format,
                                                             ...) {
  size_t used = strlen(fonts->notice);
  if (used > 0 && used + 1 < sizeof fonts->notice) memcpy(fonts->notice + used++, " ", 2);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(fonts->notice + used, sizeof fonts->notice - used, format, arguments);
  va_end(arguments);
}

/* One sentence for each thing that is missing. */
static void write_notice(Fonts *fonts) {
  int sans = fonts->chains[FACE_REGULAR].faces[0], mono = fonts->chains[FACE_MONO].faces[0];
  fonts->notice[0] = 0;
  if (fonts->inter_missing)
    add_notice(fonts,
               _("The font Inter is missing, %s stands in: install the package fonts-inter."),
               fonts->faces[sans].file.family);
  if (fonts->mono_missing)
    add_notice(fonts,
               _("The font JetBrains Mono is missing, %s stands in: install the package "
                 "fonts-jetbrains-mono."),
               fonts->faces[mono].file.family);
  if (fonts->han_missing)
    add_notice(fonts, _("No font has Chinese, Japanese or Korean characters: install the package "
                        "fonts-noto-cjk."));
}

bool fonts_lacks(const Fonts *fonts, FaceId face) {
  return !font_face_of(fonts, face) || fonts->lacks[face];
}

void faces_note_missing(Fonts *fonts, uint32_t code) {
  hb_script_t script = hb_unicode_script(hb_unicode_funcs_get_default(), code);
  bool is_han = script == HB_SCRIPT_HAN || script == HB_SCRIPT_HIRAGANA ||
                script == HB_SCRIPT_KATAKANA || script == HB_SCRIPT_HANGUL;
  if (!is_han || fonts->han_missing) return;
  fonts->han_missing = true;
  write_notice(fonts);
}

bool faces_find(Fonts *fonts, Status *status) {
  int sans = face_at(fonts, FACE_REGULAR, 0), mono = face_at(fonts, FACE_MONO, 0);
  if (fonts->failure_count > 0) return status_no_memory(status);
  if (sans == NO_FACE || mono == NO_FACE)
    return status_fail(status, STATUS_COULD_NOT,
                       _("No font was found to write with: install the packages fonts-inter, "
                         "fonts-jetbrains-mono and fonts-dejavu-core."));
  write_notice(fonts);
  return true;
}
