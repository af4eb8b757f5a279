// The game of Qwixx for play.cu: sheets, dice and what decisions do. See kernel.py for the same in Python.

#pragma once

#define CODES 57
#define CLOSED 56
#define PLACES 11

typedef unsigned long long Bits;

struct Game {
    signed char rows[PLAYERS][4];
    unsigned char penalties[PLAYERS];
    short scores[PLAYERS];
};

struct Rules {
    signed char after[CODES * PLACES];
    unsigned char gain[CODES * PLACES];
};

HERE Bits draw(Bits *chance) {
    Bits bits = *chance += 0x9E3779B97F4A7C15ull;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ull;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBull;
    return bits ^ (bits >> 31);
}

HERE int place_of(int row, int number) { return row < 2 ? number - 2 : 12 - number; }

HERE int cross_of(const Game &game, const Rules &rules, int seat, int row, int number) {
    return game.rows[seat][row] * PLACES + place_of(row, number);
}

HERE int close_rows(Game &game) {
    int closed = 0;
    for (int row = 0; row < 4; row++) {
        bool locked = false;
        for (int seat = 0; seat < PLAYERS; seat++) locked |= game.rows[seat][row] == CLOSED;
        if (locked)
            for (int seat = 0; seat < PLAYERS; seat++) game.rows[seat][row] = CLOSED;
        closed += locked;
    }
    return closed;
}

HERE bool take(Game &game, const Rules &rules, int seat, int row, int number) {
    int at = cross_of(game, rules, seat, row, number);
    game.scores[seat] += rules.gain[at];
    game.rows[seat][row] = rules.after[at];
    return rules.after[at] == CLOSED;
}

HERE bool white_action(Game &game, const Rules &rules, const signed char *choices, int number) {
    bool locked = false;
    for (int seat = 0; seat < PLAYERS; seat++)
        if (choices[seat] >= 0) locked |= take(game, rules, seat, choices[seat], number);
    return locked && close_rows(game) >= 2;
}

HERE bool colour_action(Game &game, const Rules &rules, int choice, const int *dice, bool idle) {
    if (choice >= 0)
        return take(game, rules, 0, choice >> 1, dice[choice & 1] + dice[2 + (choice >> 1)]) && close_rows(game) >= 2;
    if (idle) {
        game.scores[0] -= 5;
        game.penalties[0] += 1;
    }
    return idle && game.penalties[0] >= 4;
}

HERE bool may_colour(const Game &game, const Rules &rules, int choice, const int *dice) {
    if ((choice & 1) && dice[0] == dice[1]) return false;
    int row = choice >> 1;
    return rules.after[cross_of(game, rules, 0, row, dice[choice & 1] + dice[2 + row])] >= 0;
}

HERE float shared_win(const Game &game, int seat) {
    int winners = 0;
    for (int other = 0; other < PLAYERS; other++) {
        if (game.scores[other] > game.scores[seat]) return 0;
        winners += game.scores[other] == game.scores[seat];
    }
    return 1.0f / winners;
}

// The same game, seats counted from another one.
HERE Game seen_from(const Game &game, int first) {
    Game turned;
    for (int seat = 0; seat < PLAYERS; seat++) {
        int who = (first + seat) % PLAYERS;
        for (int row = 0; row < 4; row++) turned.rows[seat][row] = game.rows[who][row];
        turned.penalties[seat] = game.penalties[who];
        turned.scores[seat] = game.scores[who];
    }
    return turned;
}
