/* font/shape.c -- shapes a line of text into glyphs with positions, at size 1.
**
** Characters are gathered into grapheme clusters, each cluster finds its face, neighbours of one
** face, script and direction form a piece, pieces are put in visual order and shaped by HarfBuzz.
*/
#include "font/faces.h"

#include <string.h>
#include <utf8proc.h>

#include "base/str.h"

typedef struct Piece {
  int first_char, char_count, face;
  uint8_t level;
  hb_script_t script;
} Piece;

enum { REPLACEMENT = 0xFFFD, IGNORED = 0x200C };

/* Control characters become their symbols (U+2400 …), noncharacters U+FFFD. */
static uint32_t shown_code(uint32_t code) {
  if (code < 0x20) return 0x2400 + code;
  if (code == 0x7F) return 0x2421;
  bool is_nobody = (code >= 0xFDD0 && code <= 0xFDEF) || (code & 0xFFFE) == 0xFFFE;
  if (is_nobody || (code >= 0x80 && code < 0xA0)) return REPLACEMENT;
  return code == 0x2028 || code == 0x2029 ? 0x2424 : code;
}

/* chars has room for one character per byte; a bad byte becomes U+FFFD. */
static int decode(Str text, LineChar *chars) {
  int count = 0;
  for (size_t at = 0, bytes; at < text.bytes; at += bytes) {
    uint32_t code = REPLACEMENT;
    bytes = str_decode(text, at, &code);
    if (bytes == 0) bytes = 1;
    chars[count++] =
        (LineChar){.code = shown_code(code), .first_byte = (int)at, .bytes = (uint8_t)bytes};
  }
  return count;
}

static void mark_clusters(LineChar *chars, int count) {
  utf8proc_int32_t state = 0;
  for (int i = 0; i < count; i++)
    chars[i].starts_cluster =
        i == 0 || utf8proc_grapheme_break_stateful((utf8proc_int32_t)chars[i - 1].code,
                                                   (utf8proc_int32_t)chars[i].code, &state);
}

/* Joiners and direction marks have no shape of their own; HarfBuzz leaves them out. */
static bool needs_glyph(uint32_t code) {
  const utf8proc_property_t *property = utf8proc_get_property((utf8proc_int32_t)code);
  return !property->ignorable && property->category != UTF8PROC_CATEGORY_CF;
}

/* Does the face have the whole cluster? A letter and its mark may be one glyph, even without a
** glyph for the mark. */
static bool has_cluster(Fonts *fonts, int face, const LineChar *chars, int count) {
  hb_codepoint_t whole;
  if (face == NO_FACE) return false;
  if (count == 2 &&
      hb_unicode_compose(hb_unicode_funcs_get_default(), chars[0].code, chars[1].code, &whole) &&
      face_has(fonts, face, whole))
    return true;
  for (int i = 0; i < count; i++)
    if (needs_glyph(chars[i].code) && !face_has(fonts, face, chars[i].code)) return false;
  return true;
}

/* The face that has the whole cluster, else one that has its first character. */
static int cluster_face(Fonts *fonts, FaceId id, const LineChar *chars, int count) {
  for (int place = 0; place < CHAIN_FACES; place++) {
    int face = face_at(fonts, id, place);
    if (has_cluster(fonts, face, chars, count)) return face;
  }
  int face = face_for_code(fonts, chars[0].code);
  if (face != NO_FACE) return face;
  if (count > 1) return cluster_face(fonts, id, chars, 1);
  return NO_FACE;
}

static int face_of_replacement(Fonts *fonts, FaceId id) {
  for (int place = 0; place < CHAIN_FACES; place++) {
    int face = face_at(fonts, id, place);
    if (face != NO_FACE && face_has(fonts, face, REPLACEMENT)) return face;
  }
  int face = face_for_code(fonts, REPLACEMENT);
  return face == NO_FACE ? face_at(fonts, id, 0) : face;
}

/* A cluster no face has is shown as one U+FFFD. */
static int replace_cluster(Fonts *fonts, FaceId id, LineChar *chars, int count) {
  faces_note_missing(fonts, chars[0].code);
  chars[0].code = REPLACEMENT;
  for (int i = 1; i < count; i++) chars[i].code = IGNORED;
  return face_of_replacement(fonts, id);
}

static hb_script_t own_script(const LineChar *c) {
  hb_script_t script = hb_unicode_script(hb_unicode_funcs_get_default(), c->code);
  bool is_shared =
      script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN;
  return is_shared ? HB_SCRIPT_INVALID : script;
}

/* Digits and signs before the first letter get its script, so that a piece does not break there. */
static hb_script_t first_script(const LineChar *chars, int count) {
  for (int i = 0; i < count; i++) {
    hb_script_t script = own_script(&chars[i]);
    if (script != HB_SCRIPT_INVALID) return script;
  }
  return HB_SCRIPT_LATIN;
}

/* True for most labels: they need neither clusters nor directions, and every face has their
** characters. */
static bool is_plain_ascii(Str text) {
  for (size_t i = 0; i < text.bytes; i++)
    if (text.at[i] < 0x20 || text.at[i] > 0x7E) return false;
  return true;
}

/* The minus of the mono face is drawn as short as a hyphen. Its en dash has the same height and
** advance, and the width of a digit. */
static uint32_t drawn_code(const Face *face, uint32_t code) {
  enum { MINUS = 0x2212, EN_DASH = 0x2013 };
  return face->plain && code == MINUS ? EN_DASH : code;
}

/* The glyphs of some characters of one face, script and direction, in font units, in the Fonts'
** buffer until the next call; NULL when memory is out. Clusters are bytes of the line, so that a
** glyph leads back to what was typed. */
static hb_buffer_t *shape_codes(const Fonts *fonts, const Face *face, const LineChar *chars,
                                int count, const hb_segment_properties_t *properties) {
  static const hb_feature_t as_typed[] = {
      {HB_TAG('c', 'a', 'l', 't'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
      {HB_TAG('l', 'i', 'g', 'a'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END}};
  hb_buffer_t *buffer = fonts->buffer;
  hb_buffer_clear_contents(buffer);
  hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE);
  hb_buffer_set_segment_properties(buffer, properties);
  for (int i = 0; i < count; i++)
    hb_buffer_add(buffer, drawn_code(face, chars[i].code), (unsigned)chars[i].first_byte);
  bool shaped =
      hb_shape_full(face->shaper, buffer, face->plain ? as_typed : NULL, face->plain ? 2 : 0, NULL);
  return shaped && hb_buffer_allocation_successful(buffer) ? buffer : NULL;
}

/* U+1F3FB … U+1F3FF, which colour the emoji before them. */
static bool is_skin_tone(uint32_t code) { return code >= 0x1F3FB && code <= 0x1F3FF; }

/* Whether the face draws an emoji and its skin tone as one glyph. */
static bool joins_tone(Fonts *fonts, int face, const LineChar *pair) {
  hb_segment_properties_t properties = {.direction = HB_DIRECTION_LTR, .script = HB_SCRIPT_COMMON};
  const Face *open = face_open(fonts, face);
  const hb_buffer_t *buffer = open ? shape_codes(fonts, open, pair, 2, &properties) : NULL;
  return buffer && hb_buffer_get_length(buffer) == 1;
}

/* A tone that stands apart would be a grey block, which says nothing without colours: the emoji is
** shown alone. */
static void leave_out_tones(Fonts *fonts, int face, LineChar *chars, int count) {
  for (int i = 1; i < count; i++)
    if (is_skin_tone(chars[i].code) && !joins_tone(fonts, face, chars + i - 1))
      chars[i].code = IGNORED;
}

/* Cuts the line into pieces, in logical order; there is room for one per character. */
static int cut_pieces(Fonts *fonts, FaceId id, LineChar *chars, int count, Piece *pieces) {
  int piece_count = 0;
  hb_script_t script = first_script(chars, count);
  for (int i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && !chars[end].starts_cluster;) end++;
    hb_script_t own = own_script(&chars[i]);
    if (own != HB_SCRIPT_INVALID) script = own;
    int face = cluster_face(fonts, id, chars + i, end - i);
    if (face == NO_FACE) face = replace_cluster(fonts, id, chars + i, end - i);
    leave_out_tones(fonts, face, chars + i, end - i);
    Piece *last = piece_count ? &pieces[piece_count - 1] : NULL;
    if (last && last->face == face && last->level == chars[i].level && last->script == script)
      last->char_count += end - i;
    else pieces[piece_count++] = (Piece){i, end - i, face, chars[i].level, script};
  }
  return piece_count;
}

static void reverse(Piece *pieces, int count) {
  for (int i = 0, j = count - 1; i < j; i++, j--) {
    Piece keep = pieces[i];
    pieces[i] = pieces[j];
    pieces[j] = keep;
  }
}

/* Rule L2: from the highest level down, every run of at least that level is reversed. */
static void put_in_visual_order(Piece *pieces, int count) {
  int highest = 0;
  for (int i = 0; i < count; i++)
    if (pieces[i].level > highest) highest = pieces[i].level;
  for (int level = highest; level > 0; level--)
    for (int i = 0, end; i<count; i = end> i ? end : i + 1) {
      for (end = i; end < count && pieces[end].level >= level;) end++;
      reverse(pieces + i, end - i);
    }
}

/* A glyph's cluster ends where the next one begins, in the order of the text. */
static void measure_clusters(Glyph *glyphs, int count, bool right_to_left, int end_byte) {
  int next = end_byte, current = -1;
  for (int k = 0; k < count; k++) {
    Glyph *glyph = &glyphs[right_to_left ? k : count - 1 - k];
    if (current >= 0 && glyph->first_byte != current) next = current;
    current = glyph->first_byte;
    glyph->bytes = next - current;
  }
}

/* The pen position is a double, since rounding would add up over a thousand glyphs. */
static bool shape_piece(Fonts *fonts, Arena *arena, const LineChar *chars, const Piece *piece,
                        GlyphRun *run) {
  const Face *face = face_open(fonts, piece->face);
  bool right_to_left = piece->level % 2 == 1;
  hb_segment_properties_t properties = {
      .direction = right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR, .script = piece->script};
  const LineChar *first = chars + piece->first_char, *last = first + piece->char_count - 1;
  hb_buffer_t *buffer =
      face ? shape_codes(fonts, face, first, piece->char_count, &properties) : NULL;
  if (!buffer) return false;
  unsigned count;
  const hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &count);
  const hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(buffer, &count);
  Glyph *glyphs = arena_take(arena, count, sizeof *glyphs);
  if (!glyphs) return false;
  double unit = 1 / (double)face->units_per_em, pen = run->x_pt;
  for (unsigned i = 0; i < count; i++) {
    glyphs[i] = (Glyph){.index = infos[i].codepoint,
                        .x_pt = (float)(pen + positions[i].x_offset * unit),
                        .y_pt = (float)(-positions[i].y_offset * unit),
                        .advance_pt = (float)(positions[i].x_advance * unit),
                        .first_byte = (int)infos[i].cluster};
    pen += positions[i].x_advance * unit;
  }
  *run = (GlyphRun){.face = piece->face,
                    .right_to_left = right_to_left,
                    .glyphs = glyphs,
                    .glyph_count = (int)count,
                    .first_byte = first->first_byte,
                    .bytes = last->first_byte + last->bytes - first->first_byte,
                    .x_pt = run->x_pt,
                    .width_pt = (float)(pen - run->x_pt),
                    .size_pt = 1,
                    .script = (unsigned)piece->script};
  measure_clusters(glyphs, (int)count, right_to_left, run->first_byte + run->bytes);
  return true;
}

static GlyphLine shape_pieces(Fonts *fonts, Arena *arena, const LineChar *chars,
                              const Piece *pieces, int count) {
  GlyphLine line = {0};
  GlyphRun *runs = arena_take(arena, (size_t)count, sizeof *runs);
  if (!runs) return line;
  for (int i = 0; i < count; i++) {
    runs[i].x_pt = line.width_pt;
    if (!shape_piece(fonts, arena, chars, &pieces[i], &runs[i])) return (GlyphLine){0};
    line.width_pt += runs[i].width_pt;
  }
  line.runs = runs;
  line.run_count = count;
  return line;
}

/* More than a gigabyte of text is refused: positions are ints. */
GlyphLine shape_line(Fonts *fonts, Arena *arena, FaceId id, Str text) {
  if (text.bytes > (size_t)1 << 30) return (GlyphLine){0};
  arena_reset(fonts->scratch);
  LineChar *chars = arena_take(fonts->scratch, text.bytes, sizeof *chars);
  if (!chars) return (GlyphLine){0};
  int count = decode(text, chars);
  if (is_plain_ascii(text)) {
    Piece whole = {0, count, face_at(fonts, id, 0), 0, HB_SCRIPT_LATIN};
    return shape_pieces(fonts, arena, chars, &whole, count > 0);
  }
  Piece *pieces = arena_take(fonts->scratch, (size_t)count, sizeof *pieces);
  if (!pieces) return (GlyphLine){0};
  mark_clusters(chars, count);
  bool right_to_left = bidi_resolve(chars, count);
  int piece_count = cut_pieces(fonts, id, chars, count, pieces);
  put_in_visual_order(pieces, piece_count);
  GlyphLine line = shape_pieces(fonts, arena, chars, pieces, piece_count);
  line.right_to_left = right_to_left;
  return line;
}

/* Embeddings, overrides and isolates of a given direction, which could make a line read in another
** order. The isolates that stand around a token in a sentence stay (i18n_isolated). */
static bool steers_direction(uint32_t code) {
  return (code >= 0x202A && code <= 0x202E) || code == 0x2066 || code == 0x2067;
}

static void add_code(StrBuf *buf, uint32_t code) {
  utf8proc_uint8_t bytes[4];
  utf8proc_ssize_t count = utf8proc_encode_char((utf8proc_int32_t)code, bytes);
  strbuf_add(buf, (Str){(const char *)bytes, (size_t)count});
}

/* Copies only if something must change; nearly every text is returned unchanged. */
Str font_clean_text(Arena *arena, Str text) {
  StrBuf buf = strbuf_make(arena);
  size_t kept = 0; /* everything before was copied */
  for (size_t at = 0, bytes; at < text.bytes; at += bytes) {
    uint32_t code = REPLACEMENT;
    bytes = str_decode(text, at, &code);
    bool is_good = bytes > 0 && shown_code(code) == code && !steers_direction(code);
    if (bytes == 0) bytes = 1;
    if (is_good) continue;
    strbuf_add(&buf, (Str){text.at + kept, at - kept});
    if (!steers_direction(code)) add_code(&buf, shown_code(code));
    kept = at + bytes;
  }
  if (kept == 0) return text;
  strbuf_add(&buf, (Str){text.at + kept, text.bytes - kept});
  return buf.failed ? (Str){0} : strbuf_str(&buf);
}
