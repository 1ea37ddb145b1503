/* Tests the interface as C sees it. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "obverse.h"

#define CHECK(holds)                                                            \
    do {                                                                        \
        if (!(holds)) {                                                         \
            fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #holds,     \
                    obverse_error());                                           \
            exit(1);                                                            \
        }                                                                       \
    } while (0)

#define FAILS(call, status, text)                           \
    do {                                                    \
        CHECK((call) == (status));                          \
        CHECK(strstr(obverse_error(), (text)) != NULL);     \
    } while (0)

/* The structures are as the library has them. */
typedef char position_size[sizeof(obverse_position) == 24 ? 1 : -1];
typedef char limits_size[sizeof(obverse_limits) == 24 ? 1 : -1];
typedef char report_size[sizeof(obverse_report) == 104 ? 1 : -1];

static const char START[] = "---------------------------OX------XO--------------------------- X";

static void rules(void)
{
    obverse_position position, after;
    char text[OBVERSE_TEXT_SIZE];
    uint64_t moves;
    int32_t turn;
    double value;

    CHECK(obverse_start(&position) == OBVERSE_OK);
    CHECK(strcmp(obverse_error(), "") == 0);
    CHECK(position.to_move == OBVERSE_BLACK);
    CHECK(obverse_to_text(&position, text, sizeof text) == OBVERSE_OK);
    CHECK(strcmp(text, START) == 0);
    CHECK(obverse_from_text(text, &after) == OBVERSE_OK);
    CHECK(memcmp(&position.own, &after.own, 2 * sizeof(uint64_t)) == 0);
    CHECK(obverse_legal_moves(&position, &moves) == OBVERSE_OK);
    CHECK(moves == (UINT64_C(1) << 19 | UINT64_C(1) << 26 | UINT64_C(1) << 37 | UINT64_C(1) << 44));
    CHECK(obverse_turn(&position, &turn) == OBVERSE_OK && turn == 0);
    CHECK(obverse_play(&position, 37, &position) == OBVERSE_OK);
    CHECK(position.to_move == OBVERSE_WHITE);
    CHECK(obverse_evaluate(&position, &value) == OBVERSE_OK && value > -20 && value < 20);

    /* Black must pass, then white plays h8, and the game is over. */
    memset(text, 'O', 30);
    memset(text + 30, 'X', 33);
    strcpy(text + 63, "- X");
    CHECK(obverse_from_text(text, &position) == OBVERSE_OK);
    CHECK(obverse_turn(&position, &turn) == OBVERSE_OK && turn == 1);
    CHECK(obverse_play(&position, OBVERSE_PASS, &position) == OBVERSE_OK);
    CHECK(obverse_play(&position, 63, &position) == OBVERSE_OK);
    CHECK(obverse_turn(&position, &turn) == OBVERSE_OK && turn == 2);
    CHECK(obverse_evaluate(&position, &value) == OBVERSE_OK && value == -12);
}

static void errors(void)
{
    obverse_engine *engine = obverse_engine_new();
    obverse_position position, broken = {1, 1, 0}, colour = {1, 2, 7};
    obverse_limits limits = OBVERSE_NO_LIMITS;
    obverse_report report;
    char text[OBVERSE_TEXT_SIZE];
    uint64_t own = 1, moves = 77;
    int8_t discs;
    double value;
    int32_t turn;

    CHECK(engine != NULL);
    CHECK(obverse_start(&position) == OBVERSE_OK);
    FAILS(obverse_start(NULL), OBVERSE_NULL, "position is a null pointer");
    FAILS(obverse_from_text(NULL, &position), OBVERSE_NULL, "text is a null");
    FAILS(obverse_from_text(START, NULL), OBVERSE_NULL, "position is a null");
    FAILS(obverse_from_text("X", &position), OBVERSE_INVALID, "character 2");
    FAILS(obverse_from_text("\xff", &position), OBVERSE_INVALID, "UTF-8");
    FAILS(obverse_to_text(NULL, text, sizeof text), OBVERSE_NULL, "position");
    FAILS(obverse_to_text(&position, NULL, sizeof text), OBVERSE_NULL, "buffer");
    FAILS(obverse_to_text(&position, text, sizeof text - 1), OBVERSE_INVALID, "expected 67 bytes");
    FAILS(obverse_legal_moves(&position, NULL), OBVERSE_NULL, "moves");
    FAILS(obverse_legal_moves(&broken, &moves), OBVERSE_INVALID, "same square");
    CHECK(moves == 77);
    FAILS(obverse_legal_moves(&colour, &moves), OBVERSE_INVALID, "to_move");
    FAILS(obverse_turn(NULL, &turn), OBVERSE_NULL, "position");
    FAILS(obverse_play(&position, 0, &position), OBVERSE_ILLEGAL, "0 is not a legal move");
    FAILS(obverse_play(&position, 64, &position), OBVERSE_ILLEGAL, "64 is not");
    FAILS(obverse_play(&position, 65, &position), OBVERSE_INVALID, "from 0 to 64");
    FAILS(obverse_play(&position, -1, &position), OBVERSE_INVALID, "got -1");
    FAILS(obverse_play(&position, 19, NULL), OBVERSE_NULL, "after");
    FAILS(obverse_evaluate(NULL, &value), OBVERSE_NULL, "position");
    FAILS(obverse_solve(NULL, 1, &turn), OBVERSE_NULL, "position");
    FAILS(obverse_solve(&position, 1, NULL), OBVERSE_NULL, "discs");
    FAILS(obverse_solve(&broken, 1, &turn), OBVERSE_INVALID, "same square");
    FAILS(obverse_solve_many(NULL, &own, 1, 1, &discs), OBVERSE_NULL, "own");
    FAILS(obverse_solve_many(&own, &own, 1, 1, &discs), OBVERSE_INVALID, "position 0");
    CHECK(obverse_solve_many(NULL, NULL, 0, 1, NULL) == OBVERSE_OK);
    FAILS(obverse_solve_many(&own, &own, SIZE_MAX, 1, &discs), OBVERSE_INVALID, "no memory has");
    FAILS(obverse_solve_many(&own, &own, SIZE_MAX / 16 + 1, 1, &discs), OBVERSE_INVALID,
          "no memory has");
    /* Solving the start of a game would take for ever. */
    FAILS(obverse_solve_many(&position.own, &position.opponent, 1, 1, NULL), OBVERSE_NULL, "discs");
    FAILS(obverse_solve_many(&position.own, &position.opponent, 1, 1025, &discs), OBVERSE_INVALID,
          "threads: expected 0 to 1024, got 1025");
    FAILS(obverse_solve(&position, 1025, &turn), OBVERSE_INVALID, "threads: expected 0 to 1024");
    FAILS(obverse_engine_set(engine, "threads", 1025), OBVERSE_INVALID,
          "threads: expected 0 to 1024, got 1025");
    CHECK(obverse_engine_set(engine, "threads", 0) == OBVERSE_OK);
    FAILS(obverse_engine_set(NULL, "threads", 1), OBVERSE_NULL, "engine");
    FAILS(obverse_engine_set(engine, NULL, 1), OBVERSE_NULL, "option");
    FAILS(obverse_engine_set(engine, "colour", 1), OBVERSE_INVALID, "\"colour\"");
    FAILS(obverse_engine_set(engine, "hash_mb", 0), OBVERSE_INVALID, "expected 1 to");
    FAILS(obverse_engine_search(NULL, &position, NULL, &report), OBVERSE_NULL, "engine");
    FAILS(obverse_engine_search(engine, NULL, NULL, &report), OBVERSE_NULL, "position");
    FAILS(obverse_engine_search(engine, &position, NULL, NULL), OBVERSE_NULL, "report");
    limits.level = 31;
    FAILS(obverse_engine_search(engine, &position, &limits, &report), OBVERSE_INVALID, "level");
    limits.level = -7;
    FAILS(obverse_engine_search(engine, &position, &limits, &report), OBVERSE_INVALID, "got -7");
    limits.level = 3;
    limits.depth = 3;
    FAILS(obverse_engine_search(engine, &position, &limits, &report), OBVERSE_INVALID, "both");
    limits.depth = 0;
    limits.seconds = -1;
    FAILS(obverse_engine_search(engine, &position, &limits, &report), OBVERSE_INVALID, "seconds");
    FAILS(obverse_engine_stop(NULL), OBVERSE_NULL, "engine");
    CHECK(obverse_engine_stop(engine) == OBVERSE_OK);
    FAILS(obverse_engine_clear(NULL), OBVERSE_NULL, "engine");
    CHECK(obverse_engine_clear(engine) == OBVERSE_OK);
    obverse_engine_free(NULL);
    obverse_engine_free(engine);
}

static void searches(void)
{
    obverse_engine *engine = obverse_engine_new();
    obverse_position position;
    obverse_limits limits = OBVERSE_NO_LIMITS;
    obverse_report report;
    uint64_t own[2], opponent[2];
    int8_t discs[2];
    int32_t value;

    CHECK(engine != NULL && obverse_engine_set(engine, "threads", 1) == OBVERSE_OK);
    CHECK(obverse_engine_set(engine, "hash_mb", 16) == OBVERSE_OK);
    CHECK(obverse_start(&position) == OBVERSE_OK);
    limits.depth = 8;
    CHECK(obverse_engine_search(engine, &position, &limits, &report) == OBVERSE_OK);
    CHECK(report.depth == 8 && report.exact == 0 && report.nodes > 0);
    CHECK(report.pv_length > 0 && report.pv[0] == report.move);
    limits.depth = 0;
    limits.seconds = 0.1;
    CHECK(obverse_engine_search(engine, &position, &limits, &report) == OBVERSE_OK);
    CHECK(report.seconds < 5 && report.depth > 4);
    limits = OBVERSE_NO_LIMITS;
    limits.seconds = 1e-12;
    CHECK(obverse_engine_search(engine, &position, &limits, &report) == OBVERSE_OK);
    CHECK(report.seconds < 1 && report.move >= 0);
    limits.seconds = 0;
    limits.nodes = 1000;
    CHECK(obverse_engine_search(engine, &position, &limits, &report) == OBVERSE_OK);
    CHECK(report.nodes < 10000);

    CHECK(obverse_from_text("--OOOOO-XOOOOOOOXXXXXOOOXXOXXOOOXXXOXXXXXXXXXXX--XXXXX---X-XXX-- O",
                            &position) == OBVERSE_OK);
    limits.nodes = 0;
    limits.depth = 60;
    CHECK(obverse_engine_search(engine, &position, &limits, &report) == OBVERSE_OK);
    CHECK(report.exact == 1);
    CHECK(obverse_solve(&position, 0, &value) == OBVERSE_OK && value == report.discs);
    own[0] = position.own;
    opponent[0] = position.opponent;
    CHECK(obverse_play(&position, report.move, &position) == OBVERSE_OK);
    own[1] = position.own;
    opponent[1] = position.opponent;
    CHECK(obverse_solve_many(own, opponent, 2, 2, discs) == OBVERSE_OK);
    CHECK(discs[0] == report.discs && discs[1] == -report.discs);
    obverse_engine_free(engine);
}

static void *stop_soon(void *engine)
{
    struct timespec time = {0, 200000000};
    obverse_position position;
    obverse_report report;

    nanosleep(&time, NULL);
    CHECK(obverse_start(&position) == OBVERSE_OK);
    FAILS(obverse_engine_search(engine, &position, NULL, &report), OBVERSE_BUSY, "searching");
    FAILS(obverse_engine_clear(engine), OBVERSE_BUSY, "searching");
    CHECK(obverse_engine_stop(engine) == OBVERSE_OK);
    return NULL;
}

static void stops(void)
{
    obverse_engine *engine = obverse_engine_new();
    obverse_position position;
    obverse_limits limits = OBVERSE_NO_LIMITS;
    obverse_report report;
    pthread_t thread;

    CHECK(engine != NULL && obverse_start(&position) == OBVERSE_OK);
    limits.depth = 60;
    CHECK(pthread_create(&thread, NULL, stop_soon, engine) == 0);
    CHECK(obverse_engine_search(engine, &position, &limits, &report) == OBVERSE_OK);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(report.exact == 0 && report.move >= 0 && report.seconds < 10);
    obverse_engine_free(engine);
}

int main(void)
{
    rules();
    errors();
    searches();
    stops();
    printf("obverse %s: the interface for C works\n", obverse_version());
    return 0;
}
