/* An independent solver: random positions with the values of their moves, as lines of OBF.
 *
 *   solver COUNT SEED FEWEST MOST
 *
 * It shares nothing with Obverse: the board is an array of squares with a border, a move walks
 * along each direction, and the search is plain alpha-beta for each move on its own, with neither
 * tables nor cutoffs of other kinds. The positions come from random games; each has between FEWEST
 * and MOST empty squares, all numbers equally often.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Rows of ten, so that a step over an edge meets the border. */
enum { EMPTY, BLACK, WHITE, BORDER, SQUARES = 100, MOST_FLIPS = 20 };

static const int directions[8] = {-11, -10, -9, -1, 1, 9, 10, 11};

static char board[SQUARES];

static int other(int color) { return BLACK + WHITE - color; }

static int square(int index) { return 11 + index / 8 * 10 + index % 8; }

/* What a move of this color to an empty square flips. */
static int flips(int color, int to, int *flipped) {
  int count = 0;
  for (int i = 0; i < 8; i++) {
    int step = directions[i], at = to + step, begun = count;
    while (board[at] == other(color)) {
      flipped[count++] = at;
      at += step;
    }
    if (board[at] != color)
      count = begun;
  }
  return count;
}

static void play(int color, int to, const int *flipped, int count) {
  board[to] = color;
  for (int i = 0; i < count; i++)
    board[flipped[i]] = color;
}

static void take_back(int color, int to, const int *flipped, int count) {
  board[to] = EMPTY;
  for (int i = 0; i < count; i++)
    board[flipped[i]] = other(color);
}

static int can_move(int color) {
  int flipped[MOST_FLIPS];
  for (int i = 0; i < 64; i++)
    if (board[square(i)] == EMPTY && flips(color, square(i), flipped) > 0)
      return 1;
  return 0;
}

/* The result of a finished game for this color: empty squares go to the winner. */
static int result(int color) {
  int lead = 0, empty = 0;
  for (int i = 0; i < 64; i++) {
    int disc = board[square(i)];
    empty += disc == EMPTY;
    lead += (disc == color) - (disc == other(color));
  }
  return lead + (lead > 0 ? empty : lead < 0 ? -empty : 0);
}

/* The squares in the order in which moves are searched: the corners first. */
static int order[64];

static void set_order(void) {
  static const int corners[4] = {0, 7, 56, 63};
  int next = 4;
  for (int i = 0; i < 64; i++) {
    int corner = 0;
    while (corner < 4 && corners[corner] != i)
      corner++;
    order[corner < 4 ? corner : next++] = square(i);
  }
}

static int search(int color, int alpha, int beta, int has_passed) {
  int flipped[MOST_FLIPS], best = -65;
  for (int i = 0; i < 64; i++) {
    int to = order[i];
    int count = board[to] == EMPTY ? flips(color, to, flipped) : 0;
    if (count == 0)
      continue;
    play(color, to, flipped, count);
    int value = -search(other(color), -beta, -alpha, 0);
    take_back(color, to, flipped, count);
    if (value > best)
      best = value;
    if (best > alpha)
      alpha = best;
    if (alpha >= beta)
      return best;
  }
  if (best >= -64)
    return best;
  return has_passed ? result(color) : -search(other(color), -beta, -alpha, 1);
}

/* The random numbers of SplitMix64. */
static uint64_t state;

static uint64_t random_below(uint64_t limit) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (z ^ z >> 31) % limit;
}

/* Plays a random game up to this many empty squares. Returns the side to move, or EMPTY if the
 * game ends before. */
static int random_position(int empty) {
  for (int i = 0; i < SQUARES; i++)
    board[i] = BORDER;
  for (int i = 0; i < 64; i++)
    board[square(i)] = EMPTY;
  board[square(27)] = board[square(36)] = WHITE;
  board[square(28)] = board[square(35)] = BLACK;
  int color = BLACK;
  for (int left = 60; left > empty; left--) {
    if (!can_move(color))
      color = other(color);
    int flipped[MOST_FLIPS], moves[64], count = 0;
    for (int i = 0; i < 64; i++)
      if (board[square(i)] == EMPTY && flips(color, square(i), flipped) > 0)
        moves[count++] = square(i);
    if (count == 0)
      return EMPTY;
    int to = moves[random_below(count)];
    play(color, to, flipped, flips(color, to, flipped));
    color = other(color);
  }
  return can_move(BLACK) || can_move(WHITE) ? color : EMPTY;
}

static void print_position(int color) {
  for (int i = 0; i < 64; i++)
    putchar("-XO"[(int)board[square(i)]]);
  printf(" %c;", "-XO"[color]);
  int flipped[MOST_FLIPS];
  if (!can_move(color))
    printf(" pass:%+d;", -search(other(color), -64, 64, 1));
  for (int i = 0; i < 64; i++) {
    int to = square(i);
    int count = board[to] == EMPTY ? flips(color, to, flipped) : 0;
    if (count == 0)
      continue;
    play(color, to, flipped, count);
    printf(" %c%c:%+d;", 'A' + i % 8, '1' + i / 8, -search(other(color), -64, 64, 0));
    take_back(color, to, flipped, count);
  }
  putchar('\n');
}

int main(int argc, char **argv) {
  if (argc != 5) {
    fprintf(stderr, "usage: solver COUNT SEED FEWEST MOST\n");
    return 2;
  }
  int count = atoi(argv[1]), fewest = atoi(argv[3]), most = atoi(argv[4]);
  set_order();
  state = strtoull(argv[2], NULL, 10);
  for (int done = 0; done < count;) {
    int color = random_position(fewest + done % (most - fewest + 1));
    if (color != EMPTY) {
      print_position(color);
      done++;
    }
  }
  return 0;
}
