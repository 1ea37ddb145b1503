/* Prints the best move and the exact value of a position:
 *
 *   best_move "--OOOOO-XOOOOOOOXXXXXOOOXXOXXOOOXXXOXXXXXXXXXXX--XXXXX---X-XXX-- O"
 */
#include <stdio.h>

#include "obverse.h"

static int fail(void)
{
    fprintf(stderr, "%s\n", obverse_error());
    return 1;
}

int main(int count, char **arguments)
{
    obverse_position position;
    obverse_limits limits = OBVERSE_NO_LIMITS;
    obverse_report report;
    obverse_engine *engine;
    int status = 0;

    if (count > 1 ? obverse_from_text(arguments[1], &position) : obverse_start(&position))
        return fail();
    engine = obverse_engine_new();
    if (engine == NULL)
        return fail();
    /* From the start it would take years. */
    limits.depth = count > 1 ? 60 : 12;
    if (obverse_engine_search(engine, &position, &limits, &report))
        status = fail();
    else if (report.move < 0)
        printf("the game is over: %+d\n", (int)report.discs);
    else if (report.move == OBVERSE_PASS)
        printf("pass %+d\n", (int)report.discs);
    else
        printf("%c%d %+d%s\n", (char)('a' + report.move % 8), (int)(report.move / 8 + 1),
               (int)report.discs, report.exact ? " exact" : "");
    obverse_engine_free(engine);
    return status;
}
