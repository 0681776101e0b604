/* scene/export_look.h -- what a file is to be: which picture, which formats, how large, on which
** ground.
**
** Part of the View, so that window, scripts and command line say it with the same commands and mean
** the same by it. The zero of every field but what is the sensible choice.
**
** Units   mm and points as named; 1 mm = 72/25.4 pt. A PNG of scale s has s pixels a point. A width
**         is a length on paper: unless the scale is given, a PNG of it has 300 pixels an inch, and
**         unless the font size is given, labels have 8 points.
** Memory  None: names are constants.
** Errors  A name that is none of them gives false; an enum out of its range is a bug (assert).
*/
#ifndef SCENE_EXPORT_LOOK_H
#define SCENE_EXPORT_LOOK_H

#include "base/str.h"
#include "trace/stages.h"

/* Pictures first, then numbers: CSV and NPY hold one matrix a file, JSON as many as asked for. The
** order is that of menus and of the command's help. */
typedef enum ExportFormat {
  EXPORT_PNG,
  EXPORT_SVG,
  EXPORT_PDF,
  EXPORT_CSV,
  EXPORT_NPY,
  EXPORT_JSON,
  EXPORT_FORMAT_COUNT
} ExportFormat;

/* Pictures an export can be of, in the order of the command's help. */
typedef enum ExportView {
  /* The result of a stage alone, with axis titles and a bar. */
  EXPORT_HEATMAP,
  /* That of every head of the layer, side by side. */
  EXPORT_HEADS,
  /* The stage as it stands in the middle of the screen. */
  EXPORT_STAGE,
  /* The whole path of one head. */
  EXPORT_OVERVIEW,
  /* Its weights as curves between tokens. */
  EXPORT_ARCS,
  /* The sentence in the colours of one row of them. */
  EXPORT_SENTENCE,
  EXPORT_GRID, /* layers × heads */
  /* The window with its widgets. */
  EXPORT_SCREEN,
  /* Whichever of these is in the middle of the screen now. */
  EXPORT_SHOWN,
  EXPORT_VIEW_COUNT
} ExportView;

/* What is said of a picture, and where. */
typedef enum ExportCaption {
  CAPTION_NONE,
  CAPTION_BELOW, /* under the picture */
  CAPTION_FILE,  /* as text in a file beside it */
  EXPORT_CAPTION_COUNT
} ExportCaption;

/* Paper is light; a figure for a dark slide, or the window's own colours, are choices. */
typedef enum ExportTheme {
  EXPORT_LIGHT,
  EXPORT_DARK,
  EXPORT_AS_WINDOW,
  EXPORT_THEME_COUNT
} ExportTheme;

/* What a file is to be; plain data. The zero of it, but for what, is what export_look_default
** gives. */
typedef struct ExportLook {
  ExportView what;
  /* Every stage, layer and head, instead of what. */
  bool everything;
  /* Bits 1 << ExportFormat; 0: by the ending of the file, else png. */
  unsigned formats;
  /* Pixels a point of a PNG, 1 … 4; 0: 1, or 300 pixels an inch of a width. */
  float scale;
  ExportCaption caption;
  bool transparent;
  float width_mm; /* 0: natural */
  /* Of labels; 0: as drawn, or 8 of a width. */
  float font_size_pt;
  ExportTheme theme;
} ExportLook;

/* The formats that are pictures; the others hold numbers. */
enum { EXPORT_PICTURES = 1 << EXPORT_PNG | 1 << EXPORT_SVG | 1 << EXPORT_PDF };

/* How large a picture is. All 0: no picture. In points for every format; pixels only of a PNG. */
typedef struct ExportSize {
  float width_pt, height_pt;
  int width_px, height_px; /* of a PNG, else 0 */
  float least_text_pt;     /* the smallest words in it; 0: none */
  bool lacks_numbers;      /* asked for in the cells, but no cell has room for one */
} ExportSize;

#define EXPORT_PRINT_SCALE (300 / 72.0f)
/* The size of labels on paper where nobody asks for another; the longest side of a PNG. */
enum { EXPORT_PRINT_FONT_PT = 8, EXPORT_PIXELS_MOST = 16384 };

/* The picture on show, as a PNG of one pixel a point, on light paper. The look a session begins
** with. */
ExportLook export_look_default(void);
/* By value, field by field. */
bool export_look_equal(const ExportLook *a, const ExportLook *b);

/* The names commands and options use; everything is not a view but "all". Constant and not
** translated: it is the ending of files, too. */
const char *export_format_name(ExportFormat format);
/* Exactly the name, in small letters; false leaves *format alone. */
bool export_format_find(Str name, ExportFormat *format);
const char *export_view_name(ExportView view);
const char *export_caption_name(ExportCaption caption);
const char *export_theme_name(ExportTheme theme);

/* Rounded to a hundredth of a point, so that 240 pt in mm and back are 240 pt. */
float export_points_of_mm(float mm);

#endif
