/* scene/apart.c -- labels along a line, kept apart. */
#include "scene/apart.h"

#include <assert.h>
#include <math.h>

static void push_on(Apart *labels, int count, float gap, float from) {
  for (int i = 0; i < count; i++) {
    labels[i].at = fmaxf(labels[i].at, from);
    from = labels[i].at + labels[i].size + gap;
  }
}

static void push_back(Apart *labels, int count, float gap, float to) {
  for (int i = count - 1; i >= 0; i--) {
    labels[i].at = fminf(labels[i].at, to - labels[i].size);
    to = labels[i].at - gap;
  }
}

void apart_place(Apart *labels, int count, float gap, float from, float to) {
  assert(count >= 0 && count <= APART_MOST && gap >= 0);
  Apart back[APART_MOST];
  for (int i = 0; i < count; i++) back[i] = labels[i];
  push_back(back, count, gap, to);
  push_on(back, count, gap, from);
  push_on(labels, count, gap, from);
  push_back(labels, count, gap, to);
  push_on(labels, count, gap, from);
  for (int i = 0; i < count; i++) labels[i].at = (labels[i].at + back[i].at) / 2;
}
