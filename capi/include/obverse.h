/* Obverse, an Othello engine, as a library for C and C++.
 *
 * Moves are numbers from 0 (a1), 1 (b1) to 63 (h8), and 64 is a pass. A set of squares is a number
 * of 64 bits, in which bit 0 is a1. Values are discs for the side to move.
 *
 * Functions that return int32_t return OBVERSE_OK or what was wrong; obverse_error() then says it
 * in words. They write results only if they succeed. Functions without an engine can be called from
 * several threads at once.
 */
#ifndef OBVERSE_H
#define OBVERSE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    OBVERSE_OK = 0,
    OBVERSE_NULL = -1,    /* a pointer is null */
    OBVERSE_INVALID = -2, /* an argument is wrong */
    OBVERSE_ILLEGAL = -3, /* a move is not legal */
    OBVERSE_BUSY = -4,    /* the engine is searching */
    OBVERSE_FAILED = -5   /* a bug */
};

enum { OBVERSE_BLACK = 0, OBVERSE_WHITE = 1 };

enum { OBVERSE_PASS = 64 };

/* The bytes of a position as text, with the null byte at its end. */
enum { OBVERSE_TEXT_SIZE = 67 };

/* The discs on the board and whose turn it is. */
typedef struct obverse_position {
    uint64_t own;      /* the discs of the side to move */
    uint64_t opponent; /* the discs of the other side */
    int32_t to_move;   /* OBVERSE_BLACK or OBVERSE_WHITE */
} obverse_position;

/* The version, such as "0.2.0". */
const char *obverse_version(void);

/* Why the last call on this thread failed, or "". It is valid until the next call on this thread. */
const char *obverse_error(void);

/* The start of a game. */
int32_t obverse_start(obverse_position *position);

/* Reads 64 squares from a1 to h8 and the side to move, as in OBF files: X is black, O is white, and
 * - is empty. */
int32_t obverse_from_text(const char *text, obverse_position *position);

/* Writes the same into a buffer of at least OBVERSE_TEXT_SIZE bytes. */
int32_t obverse_to_text(const obverse_position *position, char *buffer, size_t size);

/* The squares that the side to move can play; none if it must pass or the game is over. */
int32_t obverse_legal_moves(const obverse_position *position, uint64_t *moves);

/* 0 if the side to move has a move, 1 if it must pass, 2 if the game is over. */
int32_t obverse_turn(const obverse_position *position, int32_t *turn);

/* The position after a move. Both pointers may be the same. */
int32_t obverse_play(const obverse_position *position, int32_t move, obverse_position *after);

/* What the engine expects without looking ahead, or the result if the game is over. */
int32_t obverse_evaluate(const obverse_position *position, double *discs);

/* The exact value of a position: the result with best play, in which the winner gets the empty
 * squares. 0 threads are as many as there are cores. It cannot be stopped, unlike
 * obverse_engine_search with depth 60. The number of threads is 0 to 1024. */
int32_t obverse_solve(const obverse_position *position, uint32_t threads, int32_t *discs);

/* The exact values of so many positions, each solved by one of 0 to 1024 threads, as above. The
 * array of the values must not overlap the others. It cannot be stopped. */
int32_t obverse_solve_many(const uint64_t *own, const uint64_t *opponent, size_t count,
                           uint32_t threads, int8_t *discs);

/* The engine, which keeps its transposition table from one search to the next. */
typedef struct obverse_engine obverse_engine;

/* How far to search: to a level from 0 to 30 or, if it is -1, to a depth in plies or, if that is 0,
 * as far as the limits allow. A limit of 0 is none. The search ends at the first that it reaches.
 * Without level, depth and limits it is level 16, and a depth of 60 solves the position exactly.
 *
 * Start with OBVERSE_NO_LIMITS: a structure of zeros is level 0, the weakest. */
typedef struct obverse_limits {
    int32_t level;
    uint32_t depth;
    double seconds;
    uint64_t nodes;
} obverse_limits;

/* Neither level nor depth nor limits, to initialise or assign. The initialiser of a static variable
 * in C is {-1, 0, 0.0, 0} instead. */
#ifdef __cplusplus
#define OBVERSE_NO_LIMITS (obverse_limits{-1, 0, 0.0, 0})
#else
#define OBVERSE_NO_LIMITS ((obverse_limits){-1, 0, 0.0, 0})
#endif

/* What a search has found. */
typedef struct obverse_report {
    int32_t move;         /* the best move; -1 if the game is over */
    int32_t discs;        /* its value */
    int32_t exact;        /* 1 if that is proven to be the result with best play */
    uint32_t depth;       /* how many plies were searched */
    uint32_t selectivity; /* the confidence in percent that selective pruning has not changed it */
    uint32_t pv_length;   /* the number of moves in pv */
    uint64_t nodes;       /* how many positions were searched */
    double seconds;       /* how long it took */
    uint8_t pv[64];       /* the best move and the best replies */
} obverse_report;

/* A new engine, with as many threads as there are cores and a transposition table of 64 MB; null if
 * it fails. */
obverse_engine *obverse_engine_new(void);

/* Frees an engine that no thread is using. A null pointer is ignored. */
void obverse_engine_free(obverse_engine *engine);

/* Sets "threads", from 1 to 1024 or 0 for the number of cores, or "hash_mb", the size of the
 * transposition table in megabytes, from 1 to 1048576, for the next search. */
int32_t obverse_engine_set(obverse_engine *engine, const char *option, uint32_t value);

/* Searches for the best move. If limits is null, it is to level 16. */
int32_t obverse_engine_search(obverse_engine *engine, const obverse_position *position,
                              const obverse_limits *limits, obverse_report *report);

/* Stops the running search, which then reports the best move so far; for another thread. */
int32_t obverse_engine_stop(obverse_engine *engine);

/* Forgets what earlier searches found. */
int32_t obverse_engine_clear(obverse_engine *engine);

#ifdef __cplusplus
}
#endif

#endif
