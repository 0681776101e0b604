/* ui/icons.c -- icons as curves and filled shapes on a grid of 24 × 24, sharp at any scale. */
#include <math.h>

#include "base/number.h"
#include "ui/widgets.h"

static const float GRID = 24, STROKE = 2;
static const float ARC = 0.5523f; /* control distance of a quarter circle of radius 1 */

/* Maps the grid to the picture: all shapes below are in units of the grid. */
typedef struct Canvas {
  const Ui *ui;
  float x, y, unit;
  Color color;
} Canvas;

static Point grid_point(const Canvas *canvas, float x, float y) {
  return (Point){canvas->x + x * canvas->unit, canvas->y + y * canvas->unit};
}

static void draw_grid_line(const Canvas *canvas, float x0, float y0, float x1, float y1) {
  draw_line(canvas->ui->list, grid_point(canvas, x0, y0), grid_point(canvas, x1, y1),
            STROKE * canvas->unit, canvas->color);
}

static void draw_grid_bar(const Canvas *canvas, Box box, float corner) {
  Point corner_at = grid_point(canvas, box.x, box.y);
  Box place = {corner_at.x, corner_at.y, box.w * canvas->unit, box.h * canvas->unit};
  draw_box(canvas->ui->list,
           (DrawBox){.box = place, .corner = corner * canvas->unit, .fill = canvas->color});
}

static void draw_grid_frame(const Canvas *canvas, Box box, float corner) {
  Point corner_at = grid_point(canvas, box.x, box.y);
  Box place = {corner_at.x, corner_at.y, box.w * canvas->unit, box.h * canvas->unit};
  draw_box(canvas->ui->list, (DrawBox){.box = place,
                                       .corner = corner * canvas->unit,
                                       .stroke = canvas->color,
                                       .stroke_width = STROKE * canvas->unit});
}

/* A triangle as a ribbon of straight cubic pieces. */
static void draw_triangle(const Canvas *canvas, Point a, Point b, Point c) {
  Point corners[] = {grid_point(canvas, a.x, a.y), grid_point(canvas, b.x, b.y),
                     grid_point(canvas, c.x, c.y)};
  Point path[10] = {corners[0]};
  for (int side = 0; side < 3; side++) {
    Point from = corners[side], to = corners[(side + 1) % 3];
    path[side * 3 + 1] = from;
    path[side * 3 + 2] = to;
    path[side * 3 + 3] = to;
  }
  draw_ribbon(canvas->ui->list, path, 10, canvas->color);
}

static void draw_sun(const Canvas *canvas) {
  draw_grid_frame(canvas, (Box){7.5f, 7.5f, 9, 9}, 4.5f);
  for (int ray = 0; ray < 8; ray++) {
    double turn = ray * NUMBER_PI / 4;
    float x = (float)cos(turn), y = (float)sin(turn);
    draw_grid_line(canvas, 12 + x * 7.6f, 12 + y * 7.6f, 12 + x * 10.4f, 12 + y * 10.4f);
  }
}

/* A crescent: the far side of the outer circle, and back along a flatter arc. */
static void draw_moon(const Canvas *canvas) {
  Point path[] = {grid_point(canvas, 13, 3),        grid_point(canvas, 7.5f, 2.5f),
                  grid_point(canvas, 3, 6.8f),      grid_point(canvas, 3, 12),
                  grid_point(canvas, 3, 17),        grid_point(canvas, 7, 21),
                  grid_point(canvas, 12, 21),       grid_point(canvas, 16.5f, 21),
                  grid_point(canvas, 20.5f, 17.6f), grid_point(canvas, 21, 13),
                  grid_point(canvas, 15.5f, 16.5f), grid_point(canvas, 8.5f, 10.5f),
                  grid_point(canvas, 13, 3)};
  draw_ribbon(canvas->ui->list, path, 13, canvas->color);
}

/* An arrow that turns back; mirrored for redo. */
static void draw_undo_arrow(const Canvas *canvas, bool mirrored) {
  float draw_sign = mirrored ? -1 : 1;
  Point path[] = {grid_point(canvas, 12 - draw_sign * 7, 9),
                  grid_point(canvas, 12 - draw_sign * 3, 9),
                  grid_point(canvas, 12 + draw_sign * 1, 9),
                  grid_point(canvas, 12 + draw_sign * 2.5f, 9),
                  grid_point(canvas, 12 + draw_sign * (2.5f + 5.5f * ARC * 1.6f), 9),
                  grid_point(canvas, 12 + draw_sign * (2.5f + 5.5f * ARC * 1.6f), 19),
                  grid_point(canvas, 12 + draw_sign * 2.5f, 19)};
  draw_curve(canvas->ui->list, path, 7, STROKE * canvas->unit, canvas->color);
  draw_grid_line(canvas, 12 + draw_sign * 2.7f, 19, 12 - draw_sign * 3, 19);
  draw_grid_line(canvas, 12 - draw_sign * 8, 9, 12 - draw_sign * 3.5f, 4.5f);
  draw_grid_line(canvas, 12 - draw_sign * 8, 9, 12 - draw_sign * 3.5f, 13.5f);
}

/* Swatches in a frame, like the cells of a heatmap. */
static void draw_swatches(const Canvas *canvas) {
  draw_grid_frame(canvas, (Box){3.5f, 3.5f, 17, 17}, 3);
  draw_grid_bar(canvas, (Box){6.5f, 6.5f, 5, 5}, 1);
  draw_grid_bar(canvas, (Box){12.5f, 12.5f, 5, 5}, 1);
}

static void draw_question_mark(const Canvas *canvas) {
  Point path[] = {grid_point(canvas, 7.5f, 8.6f),   grid_point(canvas, 7.5f, 2.6f),
                  grid_point(canvas, 16.8f, 2.6f),  grid_point(canvas, 16.8f, 8.4f),
                  grid_point(canvas, 16.8f, 11.8f), grid_point(canvas, 12, 11.6f),
                  grid_point(canvas, 12, 15.6f)};
  draw_curve(canvas->ui->list, path, 7, STROKE * canvas->unit, canvas->color);
  draw_grid_bar(canvas, (Box){10.6f, 18.2f, 2.8f, 2.8f}, 1.4f);
}

static void draw_transport(const Canvas *canvas, IconId icon) {
  if (icon == ICON_PLAY)
    draw_triangle(canvas, (Point){6.5f, 3}, (Point){21, 12}, (Point){6.5f, 21});
  if (icon == ICON_BACK) {
    draw_grid_bar(canvas, (Box){4, 4, 2.6f, 16}, 1);
    draw_triangle(canvas, (Point){20, 4}, (Point){8, 12}, (Point){20, 20});
  }
  if (icon == ICON_FORWARD) {
    draw_grid_bar(canvas, (Box){17.4f, 4, 2.6f, 16}, 1);
    draw_triangle(canvas, (Point){4, 4}, (Point){16, 12}, (Point){4, 20});
  }
  if (icon == ICON_PAUSE) {
    draw_grid_bar(canvas, (Box){5.5f, 3.5f, 4.5f, 17}, 1.2f);
    draw_grid_bar(canvas, (Box){14, 3.5f, 4.5f, 17}, 1.2f);
  }
}

static void draw_sign(const Canvas *canvas, IconId icon) {
  if (icon == ICON_CHEVRON) {
    draw_grid_line(canvas, 4, 8, 12, 16);
    draw_grid_line(canvas, 12, 16, 20, 8);
  }
  if (icon == ICON_CHECK) {
    draw_grid_line(canvas, 4, 13, 9.5f, 18.5f);
    draw_grid_line(canvas, 9.5f, 18.5f, 20, 6);
  }
  if (icon == ICON_CLOSE) {
    draw_grid_line(canvas, 5.5f, 5.5f, 18.5f, 18.5f);
    draw_grid_line(canvas, 5.5f, 18.5f, 18.5f, 5.5f);
  }
  if (icon == ICON_MINUS || icon == ICON_PLUS) draw_grid_line(canvas, 5, 12, 19, 12);
  if (icon == ICON_PLUS) draw_grid_line(canvas, 12, 5, 12, 19);
  if (icon == ICON_COPY) {
    draw_grid_frame(canvas, (Box){8.5f, 8.5f, 12, 12}, 2);
    draw_grid_line(canvas, 4, 15, 4, 4);
    draw_grid_line(canvas, 3, 4, 15, 4);
  }
}

void ui_icon(const Ui *ui, IconId icon, Box box, Color color) {
  float side = fminf(box.w, box.h);
  Box square = box_centred(box, side, side);
  Canvas canvas = {ui, square.x, square.y, side / GRID, color};
  switch (icon) {
  case ICON_SUN:
    draw_sun(&canvas);
    break;
  case ICON_MOON:
    draw_moon(&canvas);
    break;
  case ICON_UNDO:
    draw_undo_arrow(&canvas, false);
    break;
  case ICON_REDO:
    draw_undo_arrow(&canvas, true);
    break;
  case ICON_PALETTE:
    draw_swatches(&canvas);
    break;
  case ICON_HELP:
    draw_question_mark(&canvas);
    break;
  case ICON_PLAY:
  case ICON_PAUSE:
  case ICON_BACK:
  case ICON_FORWARD:
    draw_transport(&canvas, icon);
    break;
  case ICON_CHEVRON:
  case ICON_CHECK:
  case ICON_CLOSE:
  case ICON_MINUS:
  case ICON_PLUS:
  case ICON_COPY:
    draw_sign(&canvas, icon);
    break;
  }
}
