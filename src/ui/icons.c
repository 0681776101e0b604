/* ui/icons.c -- icons as curves and filled shapes on a grid of 24 × 24, sharp at any scale. */
#include <math.h>

#include "ui/widgets.h"

static const float GRID = 24, STROKE = 2;
static const float ARC = 0.5523f; /* control distance of a quarter circle of radius 1 */

/* The grid's place on the picture. Everything below is in units of the grid; only this knows
** points. */
typedef struct Canvas {
  const Ui *ui;
  float x, y, unit;
  Color color;
} Canvas;

static Point at(const Canvas *canvas, float x, float y) {
  return (Point){canvas->x + x * canvas->unit, canvas->y + y * canvas->unit};
}

static void line(const Canvas *canvas, float x0, float y0, float x1, float y1) {
  draw_line(canvas->ui->list, at(canvas, x0, y0), at(canvas, x1, y1), STROKE * canvas->unit,
            canvas->color);
}

static void bar(const Canvas *canvas, Box box, float corner) {
  Point corner_at = at(canvas, box.x, box.y);
  Box place = {corner_at.x, corner_at.y, box.w * canvas->unit, box.h * canvas->unit};
  draw_box(canvas->ui->list,
           (DrawBox){.box = place, .corner = corner * canvas->unit, .fill = canvas->color});
}

static void frame(const Canvas *canvas, Box box, float corner) {
  Point corner_at = at(canvas, box.x, box.y);
  Box place = {corner_at.x, corner_at.y, box.w * canvas->unit, box.h * canvas->unit};
  draw_box(canvas->ui->list, (DrawBox){.box = place,
                                       .corner = corner * canvas->unit,
                                       .stroke = canvas->color,
                                       .stroke_width = STROKE * canvas->unit});
}

/* A triangle with straight sides. */
static void triangle(const Canvas *canvas, Point a, Point b, Point c) {
  Point corners[] = {at(canvas, a.x, a.y), at(canvas, b.x, b.y), at(canvas, c.x, c.y)};
  Point path[10] = {corners[0]};
  for (int side = 0; side < 3; side++) {
    Point from = corners[side], to = corners[(side + 1) % 3];
    path[side * 3 + 1] = from;
    path[side * 3 + 2] = to;
    path[side * 3 + 3] = to;
  }
  draw_ribbon(canvas->ui->list, path, 10, canvas->color);
}

static void sun(const Canvas *canvas) {
  frame(canvas, (Box){7.5f, 7.5f, 9, 9}, 4.5f);
  for (int ray = 0; ray < 8; ray++) {
    double turn = ray * 3.14159265358979 / 4;
    float x = (float)cos(turn), y = (float)sin(turn);
    line(canvas, 12 + x * 7.6f, 12 + y * 7.6f, 12 + x * 10.4f, 12 + y * 10.4f);
  }
}

/* A crescent: the outer circle's far side, and back along a flatter arc. */
static void moon(const Canvas *canvas) {
  Point path[] = {at(canvas, 13, 3),  at(canvas, 7.5f, 2.5f),   at(canvas, 3, 6.8f),
                  at(canvas, 3, 12),  at(canvas, 3, 17),        at(canvas, 7, 21),
                  at(canvas, 12, 21), at(canvas, 16.5f, 21),    at(canvas, 20.5f, 17.6f),
                  at(canvas, 21, 13), at(canvas, 15.5f, 16.5f), at(canvas, 8.5f, 10.5f),
                  at(canvas, 13, 3)};
  draw_ribbon(canvas->ui->list, path, 13, canvas->color);
}

/* An arrow that turns back; mirrored for redo. */
static void turn_back(const Canvas *canvas, bool mirrored) {
  float sign = mirrored ? -1 : 1;
  Point path[] = {at(canvas, 12 - sign * 7, 9),
                  at(canvas, 12 - sign * 3, 9),
                  at(canvas, 12 + sign * 1, 9),
                  at(canvas, 12 + sign * 2.5f, 9),
                  at(canvas, 12 + sign * (2.5f + 5.5f * ARC * 1.6f), 9),
                  at(canvas, 12 + sign * (2.5f + 5.5f * ARC * 1.6f), 19),
                  at(canvas, 12 + sign * 2.5f, 19)};
  draw_curve(canvas->ui->list, path, 7, STROKE * canvas->unit, canvas->color);
  line(canvas, 12 + sign * 2.7f, 19, 12 - sign * 3, 19);
  line(canvas, 12 - sign * 8, 9, 12 - sign * 3.5f, 4.5f);
  line(canvas, 12 - sign * 8, 9, 12 - sign * 3.5f, 13.5f);
}

/* Three swatches, fanned like the cells of a heatmap. */
static void swatches(const Canvas *canvas) {
  frame(canvas, (Box){3.5f, 3.5f, 17, 17}, 3);
  bar(canvas, (Box){6.5f, 6.5f, 5, 5}, 1);
  bar(canvas, (Box){12.5f, 12.5f, 5, 5}, 1);
}

static void question_mark(const Canvas *canvas) {
  Point path[] = {at(canvas, 7.5f, 8.6f),  at(canvas, 7.5f, 2.6f),   at(canvas, 16.8f, 2.6f),
                  at(canvas, 16.8f, 8.4f), at(canvas, 16.8f, 11.8f), at(canvas, 12, 11.6f),
                  at(canvas, 12, 15.6f)};
  draw_curve(canvas->ui->list, path, 7, STROKE * canvas->unit, canvas->color);
  bar(canvas, (Box){10.6f, 18.2f, 2.8f, 2.8f}, 1.4f);
}

static void transport(const Canvas *canvas, IconId icon) {
  if (icon == ICON_PLAY) triangle(canvas, (Point){6.5f, 3}, (Point){21, 12}, (Point){6.5f, 21});
  if (icon == ICON_BACK) {
    bar(canvas, (Box){4, 4, 2.6f, 16}, 1);
    triangle(canvas, (Point){20, 4}, (Point){8, 12}, (Point){20, 20});
  }
  if (icon == ICON_FORWARD) {
    bar(canvas, (Box){17.4f, 4, 2.6f, 16}, 1);
    triangle(canvas, (Point){4, 4}, (Point){16, 12}, (Point){4, 20});
  }
  if (icon == ICON_PAUSE) {
    bar(canvas, (Box){5.5f, 3.5f, 4.5f, 17}, 1.2f);
    bar(canvas, (Box){14, 3.5f, 4.5f, 17}, 1.2f);
  }
}

static void sign(const Canvas *canvas, IconId icon) {
  if (icon == ICON_CHEVRON) {
    line(canvas, 4, 8, 12, 16);
    line(canvas, 12, 16, 20, 8);
  }
  if (icon == ICON_CHECK) {
    line(canvas, 4, 13, 9.5f, 18.5f);
    line(canvas, 9.5f, 18.5f, 20, 6);
  }
  if (icon == ICON_CLOSE) {
    line(canvas, 5.5f, 5.5f, 18.5f, 18.5f);
    line(canvas, 5.5f, 18.5f, 18.5f, 5.5f);
  }
  if (icon == ICON_MINUS || icon == ICON_PLUS) line(canvas, 5, 12, 19, 12);
  if (icon == ICON_PLUS) line(canvas, 12, 5, 12, 19);
  if (icon == ICON_COPY) {
    frame(canvas, (Box){8.5f, 8.5f, 12, 12}, 2);
    line(canvas, 4, 15, 4, 4);
    line(canvas, 3, 4, 15, 4);
  }
}

void ui_icon(const Ui *ui, IconId icon, Box box, Color color) {
  float side = fminf(box.w, box.h);
  Box square = box_centred(box, side, side);
  Canvas canvas = {ui, square.x, square.y, side / GRID, color};
  switch (icon) {
  case ICON_SUN:
    sun(&canvas);
    break;
  case ICON_MOON:
    moon(&canvas);
    break;
  case ICON_UNDO:
    turn_back(&canvas, false);
    break;
  case ICON_REDO:
    turn_back(&canvas, true);
    break;
  case ICON_PALETTE:
    swatches(&canvas);
    break;
  case ICON_HELP:
    question_mark(&canvas);
    break;
  case ICON_PLAY:
  case ICON_PAUSE:
  case ICON_BACK:
  case ICON_FORWARD:
    transport(&canvas, icon);
    break;
  case ICON_CHEVRON:
  case ICON_CHECK:
  case ICON_CLOSE:
  case ICON_MINUS:
  case ICON_PLUS:
  case ICON_COPY:
    sign(&canvas, icon);
    break;
  }
}
