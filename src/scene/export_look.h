/* scene/export_look.h -- settings of exported files: which picture, which formats, which size,
** which background.
**
** Part of the View, so that window, scripts and command line set it by the same commands. Zero is
** the sensible default of every field but what.
**
** Units   mm and points as named; 1 mm = 72/25.4 pt. A PNG of scale s has s pixels per point. A
**         width is a length on paper: unless the scale is given, its PNG has 300 pixels per inch,
**         and unless the font size is given, labels have 8 points.
** Memory  None: names are constants.
** Errors  An unknown name gives false; an enum out of range is a bug (assert).
*/
#ifndef SCENE_EXPORT_LOOK_H
#define SCENE_EXPORT_LOOK_H

#include "base/str.h"
#include "trace/stages.h"

/* Pictures first, then numbers: CSV and NPY hold one matrix per file, JSON as many as asked for. In
** the order of menus and of the command's help. */
typedef enum ExportFormat {
  EXPORT_PNG,
  EXPORT_SVG,
  EXPORT_PDF,
  EXPORT_CSV,
  EXPORT_NPY,
  EXPORT_JSON,
  EXPORT_FORMAT_COUNT
} ExportFormat;

/* The pictures that can be exported, in the order of the command's help. */
typedef enum ExportView {
  /* The matrix of a stage, with axis titles and a colour bar. */
  EXPORT_HEATMAP,
  /* That of every head of the layer, side by side. */
  EXPORT_HEADS,
  /* The stage as in the middle of the screen. */
  EXPORT_STAGE,
  /* The whole path of one head. */
  EXPORT_OVERVIEW,
  /* Its weights as curves between tokens. */
  EXPORT_ARCS,
  /* The sentence in the colours of one row of weights. */
  EXPORT_SENTENCE,
  EXPORT_GRID, /* layers × heads */
  /* Kept keys and values at one step. */
  EXPORT_CACHE,
  /* What attention costs against the number of tokens; needs no sentence. */
  EXPORT_COST,
  /* Right words against the length of a sentence; needs no sentence of the session. */
  EXPORT_LENGTH,
  /* The experiments beside attention; they need no sentence. */
  EXPORT_SATURATION,
  EXPORT_LOOKUP,
  EXPORT_LAYOUT,
  /* All heads of a layer, or of all layers up to it, in one matrix; the answer after each layer. */
  EXPORT_AVERAGE,
  EXPORT_ROLLOUT,
  EXPORT_ANSWERS,
  /* A layer of the model, drawn; needs no sentence. */
  EXPORT_BLOCK,
  /* What is laid over beside exact attention, and the difference. */
  EXPORT_COMPARE,
  /* The error of an approximation against the number of mixtures or features. */
  EXPORT_CURVE,
  /* The path of one sentence for a wall: scene/paper/poster.h. */
  EXPORT_POSTER,
  /* One head to be worked out by hand, and the same worked out: scene/paper/sheet_pages.h. */
  EXPORT_SHEET,
  EXPORT_SOLUTION,
  /* A page for browsers, with every stage, layer and head: export/page.h. */
  EXPORT_PAGE,
  /* The window with its widgets. */
  EXPORT_SCREEN,
  /* Whichever of these is in the middle of the screen now. */
  EXPORT_SHOWN,
  EXPORT_VIEW_COUNT
} ExportView;

/* Where the caption is written. */
typedef enum ExportCaption {
  CAPTION_NONE,
  CAPTION_BELOW, /* under the picture */
  CAPTION_FILE,  /* as text in a file beside it */
  EXPORT_CAPTION_COUNT
} ExportCaption;

/* Light as paper, dark for slides, or the window's theme. */
typedef enum ExportTheme {
  EXPORT_LIGHT,
  EXPORT_DARK,
  EXPORT_AS_WINDOW,
  EXPORT_THEME_COUNT
} ExportTheme;

/* The letters of a figure: Inter, or on request a serif face or a mathematical one. */
typedef enum ExportFace { EXPORT_SANS, EXPORT_SERIF, EXPORT_MATH, EXPORT_FACE_COUNT } ExportFace;

/* The words at the axes of a figure: "Query", or "query (asks)" as in the window. */
typedef enum ExportAxis { EXPORT_AXIS_PLAIN, EXPORT_AXIS_CLASSROOM, EXPORT_AXIS_COUNT } ExportAxis;

/* What a moving picture goes through, a picture for each step: all stages one by one, the rows or
** the cells of the stage on show, or those of all stages. */
typedef enum ExportMoves {
  MOVES_NOT, /* a still picture */
  MOVES_STAGES,
  MOVES_ROWS,
  MOVES_CELLS,
  MOVES_ALL_ROWS,
  MOVES_ALL_CELLS,
  EXPORT_MOVES_COUNT
} ExportMoves;

/* The file of a moving picture: see render/moving/moving.h. */
typedef enum ExportMovie {
  MOVIE_GIF,
  MOVIE_WEBP,
  MOVIE_MP4,
  MOVIE_PNGS, /* a folder of PNGs, with a list of how long each stays */
  EXPORT_MOVIE_COUNT
} ExportMovie;

/* How a moving picture moves. */
typedef struct ExportMoving {
  ExportMoves by;
  ExportMovie as;
  float pace_ms; /* how long a step stays; 0: EXPORT_PACE_MS */
  int times;     /* how often it plays; 0: for ever */
  bool motion;   /* what moves between two stages is seen to move */
} ExportMoving;

enum { EXPORT_PACE_MS = 600 };

enum { EXPORT_HEADS_MOST = 16, EXPORT_COLUMNS_MOST = 16, EXPORT_HEADS_BYTES = 160 };

/* A panel of a figure of heads, from 0; layer −1: that on show. */
typedef struct ExportHead {
  int layer, head;
} ExportHead;

/* The heads of a figure in their order, without repeats; count 0: all of the layer. Unused entries
** are 0. */
typedef struct ExportHeads {
  int count;
  ExportHead of[EXPORT_HEADS_MOST];
} ExportHeads;

/* What a figure for a paper shows besides its picture. */
typedef struct FigureLook {
  ExportHeads heads;
  int columns;   /* of a figure of heads; 0: by their number */
  bool letters;  /* (a), (b) … before the names of its panels */
  bool no_title; /* of the picture */
  ExportFace face;
  ExportAxis axis;
  float numbers_from; /* the least weight whose number is drawn, 0 … 1; 0: every weight */
} FigureLook;

/* Decimals of the numbers that an exercise sheet gives: one if nothing is said. */
typedef enum SheetRound {
  SHEET_TENTHS,
  SHEET_WHOLE,
  SHEET_HUNDREDTHS,
  SHEET_ROUND_COUNT
} SheetRound;

typedef enum SheetPaper { SHEET_A4, SHEET_LETTER, SHEET_PAPER_COUNT } SheetPaper;

/* The steps of a sheet, which are to be filled in or given. */
typedef enum SheetStep {
  SHEET_SCORES,
  SHEET_SCALED,
  SHEET_MASKED,
  SHEET_WEIGHTS,
  SHEET_OUTPUT,
  SHEET_STEP_COUNT
} SheetStep;

enum { SHEET_WORDS_BYTES = 80, SHEET_LAST_ROW = 24 };

/* An exercise sheet and its solution. */
typedef struct SheetLook {
  SheetRound round;
  SheetPaper paper;
  int columns;     /* of Q, K and V; 0: up to four */
  unsigned rows;   /* bits 1 << query; 0: all of a short sentence, else the one on show */
  unsigned blanks; /* bits 1 << SheetStep that are to be filled in; 0: all */
} SheetLook;

/* The settings; plain data. export_look_default gives zero, except for what. */
typedef struct ExportLook {
  ExportView what;
  /* Every stage, layer and head, instead of what. */
  bool everything;
  /* Bits 1 << ExportFormat; 0: from the ending of the file, else png. */
  unsigned formats;
  /* Pixels per point of a PNG, 1 … 4; 0: 1, or 300 pixels per inch of a width. */
  float scale;
  ExportCaption caption;
  bool transparent;
  float width_mm; /* 0: natural */
  /* Of every word; 0: as drawn, or 8 with a width. */
  float font_size_pt;
  ExportTheme theme;
  /* A figure of costs has times measured now, and so other bytes each time. */
  bool times;
  FigureLook figure;
  SheetLook sheet;
  ExportMoving moving;
} ExportLook;

/* The formats that are pictures; the others hold numbers. */
enum { EXPORT_PICTURES = 1 << EXPORT_PNG | 1 << EXPORT_SVG | 1 << EXPORT_PDF };

/* The size of a picture. All 0: no picture. In points for every format; pixels only for a PNG. */
typedef struct ExportSize {
  float width_pt, height_pt;
  int width_px, height_px; /* of a PNG, else 0 */
  float least_text_pt;     /* the smallest text in it; 0: none */
  char least_words[40];    /* what is written so, or the beginning of it */
  int picture_count;       /* of a moving picture its steps; else 0 */
  float length_s;          /* how long it plays */
  bool lacks_numbers;      /* numbers in cells were asked for, but no cell has room for one */
} ExportSize;

#define EXPORT_PRINT_SCALE (300 / 72.0f)
/* The size of labels on paper by default; the longest side of a PNG. */
enum { EXPORT_PRINT_FONT_PT = 8, EXPORT_PIXELS_MOST = 16384 };

/* The picture on show, as a PNG of one pixel per point, on light paper: the initial settings. */
ExportLook export_look_default(void);
/* By value, field by field. */
bool export_look_equal(const ExportLook *a, const ExportLook *b);

/* The names in commands and options; everything is called "all". Constant and not translated;
** formats are also the endings of files. */
const char *export_format_name(ExportFormat format);
/* The format of the settings, or the first of several; where none is set, pdf of exercise sheets
** and png of all else. */
ExportFormat export_look_format(const ExportLook *look);
/* Finds exactly this name, in lower case; false leaves *format unchanged. */
bool export_format_find(Str name, ExportFormat *format);
const char *export_view_name(ExportView view);
const char *export_caption_name(ExportCaption caption);
const char *export_theme_name(ExportTheme theme);
const char *export_face_name(ExportFace face);
const char *export_axis_name(ExportAxis axis);
const char *export_moves_name(ExportMoves moves);
/* Its ending as well; of a folder of PNGs "png". */
const char *export_movie_name(ExportMovie movie);
/* By the ending of a file, in any case: .gif, .webp or .mp4; false leaves *movie unchanged. */
bool export_movie_of(Str path, ExportMovie *movie);

const char *sheet_round_name(SheetRound round);
int sheet_decimals(SheetRound round);
const char *sheet_paper_name(SheetPaper paper);
const char *sheet_step_name(SheetStep step);
/* The size of a page in points. */
void sheet_paper_size(SheetPaper paper, float *width_pt, float *height_pt);

/* "auto", "2,5" or "2-5,7", rows from 1 to SHEET_LAST_ROW, each once. False leaves *rows
** unchanged. */
bool sheet_rows_read(Str words, unsigned *rows);
void sheet_rows_write(unsigned rows, char words[SHEET_WORDS_BYTES]);
/* "all", or names of steps with commas between. */
bool sheet_blanks_read(Str words, unsigned *blanks);
void sheet_blanks_write(unsigned blanks, char words[SHEET_WORDS_BYTES]);

/* Reads "1,2,4" or "1.2,2.1" (layer.head), counted from 1, or "all". False leaves *heads
** unchanged: no such list, a repeat, or more than EXPORT_HEADS_MOST. */
bool export_heads_read(Str words, ExportHeads *heads);
/* The same words again. */
void export_heads_write(const ExportHeads *heads, char words[EXPORT_HEADS_BYTES]);

/* Rounded to a hundredth of a point, so that 240 pt in mm and back are 240 pt. */
float export_points_of_mm(float mm);

#endif
