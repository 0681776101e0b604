/* core/rotary.c -- rotary positions (M-50) and their gradient (M-76). */
#include "core/rotary.h"

#include <assert.h>
#include <math.h>

RotaryPair rotary_pair(Rotary rotary, int width, int c) {
  assert(width > 0 && width % 2 == 0 && c >= 0 && c < width / 2);
  return rotary.is_interleaved ? (RotaryPair){2 * c, 2 * c + 1} : (RotaryPair){c, c + width / 2};
}

int rotary_pair_of(Rotary rotary, int width, int col) {
  assert(width > 0 && width % 2 == 0 && col >= 0 && col < width);
  return rotary.is_interleaved ? col / 2 : col % (width / 2);
}

double rotary_angle(Rotary rotary, int width, int c) {
  assert(rotary.base > 1 && c >= 0 && c < width / 2);
  return pow(rotary.base, -2.0 * c / width);
}

static RotaryTurn turn_at(double angle, int place) {
  double turn = angle * place;
  return (RotaryTurn){cos(turn), sin(turn)};
}

static void turn_pair(RotaryPair pair, RotaryTurn turn, const float *x, float *to) {
  double a = (double)x[pair.a], b = (double)x[pair.b];
  to[pair.a] = (float)(a * turn.along - b * turn.across);
  to[pair.b] = (float)(a * turn.across + b * turn.along);
}

/* Pair by pair, since the angle of a pair is the same in every row but for the place. */
void rotary_turn(Rotary rotary, MatView x, int first, Mat to) {
  assert(x.rows == to.rows && x.cols == to.cols && x.cols % 2 == 0 && first >= 0);
  for (int c = 0; c < x.cols / 2; c++) {
    RotaryPair pair = rotary_pair(rotary, x.cols, c);
    double angle = rotary_angle(rotary, x.cols, c);
    for (int row = 0; row < x.rows; row++)
      turn_pair(pair, turn_at(angle, first + row), mat_row(x, row), mat_row_of(to, row));
  }
}

void rotary_turns(Rotary rotary, int width, int count, RotaryTurn *turns) {
  assert(width > 0 && width % 2 == 0 && count >= 0);
  int pairs = width / 2;
  for (int c = 0; c < pairs; c++) {
    double angle = rotary_angle(rotary, width, c);
    for (int place = 0; place < count; place++) turns[place * pairs + c] = turn_at(angle, place);
  }
}

void rotary_turn_by(Rotary rotary, const RotaryTurn *turns, MatView x, Mat to) {
  assert(x.rows == to.rows && x.cols == to.cols && x.cols % 2 == 0);
  int pairs = x.cols / 2;
  for (int row = 0; row < x.rows; row++)
    for (int c = 0; c < pairs; c++)
      turn_pair(rotary_pair(rotary, x.cols, c), turns[row * pairs + c], mat_row(x, row),
                mat_row_of(to, row));
}

/* M-76: the sine has the other sign. */
void rotary_turn_backward(Rotary rotary, const RotaryTurn *turns, MatView dy, Mat dx) {
  assert(dy.rows == dx.rows && dy.cols == dx.cols && dy.cols % 2 == 0);
  int pairs = dy.cols / 2;
  for (int row = 0; row < dy.rows; row++)
    for (int c = 0; c < pairs; c++) {
      RotaryTurn turn = turns[row * pairs + c];
      turn_pair(rotary_pair(rotary, dy.cols, c), (RotaryTurn){turn.along, -turn.across},
                mat_row(dy, row), mat_row_of(dx, row));
    }
}
