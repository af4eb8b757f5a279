// Whole games of Qwixx between players with a value network: what src/rowlock/bots/qwixx/net_kernel.py does, on a GPU.
//
// A warp plays a game. Its lanes first make the positions that a seat can reach, each lane its own; then they judge
// them together, each lane some units of the network. Compiled as C++ it is one lane, which is how the tests hold it
// against the simulator.
//
// PLAYERS, HIDDEN and WIDTH (the layers), BLOCK, PENALTIES_AT, SCORE_AT, DIFFERENCE (the facts, see
// features.py), LONGEST (turns that are kept) and ALONE (does everyone decide as if the others did nothing?) are
// given when it is compiled; and RIVAL_HIDDEN, RIVAL_WIDTH and RIVAL_ALONE, the same of the rivals.

#ifdef __CUDACC__
#define LANES 32
#define HERE __device__ __forceinline__
typedef unsigned short Weight;  // a half
#else
#define LANES 1
#define HERE static inline
typedef float Weight;
#endif

#include "judge.cuh"

enum { GUESS, PLAN, ANSWER, LOOK_AGAIN };
enum { NOT_ALLOWED, GOES_ON, OVER };

// How the decisions of a turn are made, beside the network: values are off by up to the seat's `stray`, as `noise` has it.
struct Manner {
    float stray[PLAYERS];
    Bits noise;
};

// What an option of a stage leads to, and for which seat it is. An option is a passive seat's number from 0 and its
// white decision, 5 * seat + decision; or the active seat's, 9 * white decision + coloured decision.
HERE int try_option(Game &game, const Rules &rules, int stage, int option, const signed char *choices, int planned,
                    bool idle, const int *dice, int *seat) {
    int white, choice, number = dice[0] + dice[1];
    *seat = 0;
    if (stage == PLAN) white = option / 9 - 1, choice = option % 9 - 1;
    else if (stage == LOOK_AGAIN) white = -1, choice = option - 1;
    else *seat = 1 + option / 5, white = option % 5 - 1, choice = planned;
    if (white >= 0 && rules.after[cross_of(game, rules, *seat, white, number)] < 0) return NOT_ALLOWED;
    bool over = false, fined = stage == PLAN ? white < 0 : idle;
    if (stage != LOOK_AGAIN) {
        signed char trial[PLAYERS];
        for (int other = 0; other < PLAYERS; other++) trial[other] = choices[other];
        trial[*seat] = white;
        over = white_action(game, rules, trial, number);
    }
    bool may = choice < 0 || (!over && may_colour(game, rules, choice, dice));
    if (!may && *seat == 0) return NOT_ALLOWED;
    return over || colour_action(game, rules, may ? choice : -1, dice, fined) ? OVER : GOES_ON;
}

// Fills in the value of every option of a stage, -1 where it is not allowed.
template <class Net>
HERE void judge_options(Room &room, const Net &net, const Rules &rules, int stage, const signed char *choices,
                        int planned, bool idle, const int *dice, int lane) {
    const int options = stage == PLAN ? OPTIONS : stage == LOOK_AGAIN ? 9 : 5 * (PLAYERS - 1);
    int waiting = 0;
    if (lane == 0) write_facts(room.game, 1 % PLAYERS, room.base);
    for (int from = 0; from < options; from += LANES) {
        int option = from + lane, seat = 0, led = NOT_ALLOWED;
        Game game;
        if (option < options) {
            game = room.game;
            led = try_option(game, rules, stage, option, choices, planned, idle, dice, &seat);
            if constexpr (Net::solved) room.values[option] = led ? points(net, game, seat, led == OVER) : -1;
            else room.values[option] = led == OVER ? shared_win(game, seat) : -1;
        }
        if constexpr (Net::solved) continue;
        int asking, place = waiting + place_among(led == GOES_ON, lane, &asking);
        if (led == GOES_ON) {
            write_facts(game, 1 % PLAYERS, room.facts[place]);
            room.asked[place] = option;
            room.seats[place] = seat;
        }
        waiting += asking;
    }
    together();
    if constexpr (!Net::solved)
        for (int from = 0; from < waiting; from += TOGETHER)
            judge(room, net, from, waiting - from < TOGETHER ? waiting - from : TOGETHER, lane);
}

// The first of the best options among some that follow each other.
HERE int best_option(const Room &room, int from, int to, const Manner &manner, int seat, int lane) {
    const float stray = manner.stray[seat];
    float most = -1;
    int best = to;
    for (int option = from + lane; option < to; option += LANES) {
        float value = room.values[option];
        if (stray > 0 && value >= 0) {
            Bits chance = manner.noise ^ (Bits)(option + 1) << 48;
            value += stray * ((draw(&chance) >> 40) * (1.0f / (1 << 23)) - 1);
        }
        if (value > most) most = value, best = option;
    }
    best_of(&most, &best);
    return best - from;
}

// What some seats, given as bits, decide as if the others did nothing; returns the active seat's coloured plan.
template <class Net>
HERE int decide_alone(Room &room, const Net &net, const Rules &rules, int seats, const int *dice,
                      const Manner &manner, signed char *choices, int lane) {
    signed char nobody[PLAYERS];
    for (int seat = 0; seat < PLAYERS; seat++) nobody[seat] = -1;
    if (seats >> 1) {
        judge_options(room, net, rules, GUESS, nobody, -1, false, dice, lane);
        for (int seat = 1; seat < PLAYERS; seat++)
            if (seats >> seat & 1) choices[seat] = best_option(room, 5 * (seat - 1), 5 * seat, manner, seat, lane) - 1;
        together();
    }
    if (!(seats & 1)) return -1;
    judge_options(room, net, rules, PLAN, nobody, -1, false, dice, lane);
    int plan = best_option(room, 0, OPTIONS, manner, 0, lane);
    together();
    choices[0] = plan / 9 - 1;
    return plan % 9 - 1;
}


// What some seats decide if each expects that the others decide alone, as in `expected`; returns the coloured decision
// that the active seat will make if it is right about that.
template <class Net>
HERE int decide_with_care(Room &room, const Net &net, const Rules &rules, int seats, const int *dice,
                          const Manner &manner, signed char *expected, signed char *choices, int lane) {
    const int planned = decide_alone(room, net, rules, seats >> 1 ? ~0 : ~1, dice, {}, expected, lane);
    if (seats >> 1) {
        judge_options(room, net, rules, ANSWER, expected, planned, expected[0] < 0, dice, lane);
        for (int seat = 1; seat < PLAYERS; seat++)
            if (seats >> seat & 1) choices[seat] = best_option(room, 5 * (seat - 1), 5 * seat, manner, seat, lane) - 1;
        together();
    }
    if (!(seats & 1)) return -1;
    bool quiet = seats >> 1 && manner.stray[0] == 0;  // then the plan stands
    for (int seat = 1; seat < PLAYERS; seat++) quiet &= expected[seat] < 0;
    if (quiet) {
        choices[0] = expected[0];
        return planned;
    }
    judge_options(room, net, rules, PLAN, expected, -1, false, dice, lane);
    int plan = best_option(room, 0, OPTIONS, manner, 0, lane);
    together();
    choices[0] = plan / 9 - 1;
    return plan % 9 - 1;
}

template <class Net>
HERE int decide_colour(Room &room, const Net &net, const Rules &rules, bool idle, const int *dice,
                       const Manner &manner, int lane) {
    signed char nobody[PLAYERS] = {};
    judge_options(room, net, rules, LOOK_AGAIN, nobody, -1, idle, dice, lane);
    int choice = best_option(room, 0, 9, manner, 0, lane) - 1;
    together();
    return choice;
}

// Who sits at the table: the learner, and rivals in some seats, given as bits. They are networks, or solved sheets.
struct Company {
    Learner net;
    Rival rival;
    Sheet sheet;
    int rivals;
    bool sheets;
};

// One turn; seat 0 is active. Is the game over?
HERE bool play_turn(Room &room, const Company &company, const Rules &rules, const int *dice, const Manner &manner,
                    int lane) {
    const Learner &net = company.net;
    const int rivals = company.rivals;
    signed char expected[PLAYERS], choices[PLAYERS];
    const int own = ((1 << PLAYERS) - 1) & ~rivals;
    int choice = -1;
    if (own && ALONE) decide_alone(room, net, rules, own, dice, manner, choices, lane);
    else if (own) choice = decide_with_care(room, net, rules, own, dice, manner, expected, choices, lane);
    if (rivals && company.sheets) decide_alone(room, company.sheet, rules, rivals, dice, {}, choices, lane);
    else if (rivals && RIVAL_ALONE) decide_alone(room, company.rival, rules, rivals, dice, {}, choices, lane);
    else if (rivals) {
        signed char theirs[PLAYERS];
        decide_with_care(room, company.rival, rules, rivals, dice, {}, theirs, choices, lane);
    }
    bool over = false, idle = choices[0] < 0, right = own & 1 && !ALONE && manner.stray[0] == 0;
    for (int seat = 1; seat < PLAYERS; seat++) right = right && choices[seat] == expected[seat];
    if (lane == 0) over = white_action(room.game, rules, choices, dice[0] + dice[1]);
    together();
    if (of_first_lane(over)) return true;
    if (rivals & 1 && company.sheets) choice = decide_colour(room, company.sheet, rules, idle, dice, {}, lane);
    else if (rivals & 1) choice = decide_colour(room, company.rival, rules, idle, dice, {}, lane);
    else if (!right) choice = decide_colour(room, net, rules, idle, dice, manner, lane);
    if (lane == 0) over = colour_action(room.game, rules, choice, dice, idle);
    together();
    return of_first_lane(over);
}

// One of six numbers from 0 that is not yet used, as bits.
HERE int draw_unused(int *used, Bits *chance) {
    int left = 6;
    for (int number = 0; number < 6; number++) left -= *used >> number & 1;
    int skip = (int)(((draw(chance) >> 32) * left) >> 32), number = 0;
    while (*used >> number & 1 || skip-- > 0) number++;
    *used |= 1 << number;
    return number;
}

// Rolls to look at, in groups of six: in a group every coloured die shows every face once, and the pairs of white dice,
// ordered by their sums, come from every sixth. Six groups have all pairs.
HERE void draw_rolls(Room &room, int looks, Bits chance, int lane) {
    for (int task = lane; task < 10; task += LANES) {
        Bits own = chance + ((Bits)task << 56);
        int used = 0;
        for (int look = task % 6; task < 6 && look < looks; look += 6) {
            int pair = 6 * task + draw_unused(&used, &own), sum = 2;
            for (int ways = 1; pair >= ways; ways += sum <= 7 ? 1 : -1) pair -= ways, sum++;
            room.rolls[look][0] = (sum > 7 ? sum - 6 : 1) + pair;
            room.rolls[look][1] = sum - room.rolls[look][0];
        }
        for (int look = 0; task >= 6 && look < looks; look++) {
            if (look % 6 == 0) used = 0;
            room.rolls[look][task - 4] = 1 + draw_unused(&used, &own);
        }
    }
    together();
}

// The sum of everybody's chances after this turn, over the rolls to look at; the game stays as it is.
HERE void look_ahead(Room &room, const Company &company, const Rules &rules, int looks, int lane) {
    const Game before = room.game;
    for (int seat = lane; seat < PLAYERS; seat += LANES) room.hopes[seat] = 0;
    together();
    int ends = 0;
    for (int look = 0; look < looks; look++) {
        int dice[6];
        for (int die = 0; die < 6; die++) dice[die] = room.rolls[look][die];
        bool over = play_turn(room, company, rules, dice, {}, lane);
        if (lane == 0) {
            if (over)
                for (int seat = 0; seat < PLAYERS; seat++) room.hopes[seat] += shared_win(room.game, seat);
            else {
                write_facts(room.game, 1 % PLAYERS, room.facts[OPTIONS + ends]);
                room.seats[OPTIONS + ends] = EVERYBODY;
            }
            room.game = before;
        }
        together();
        ends += !over;
        if (ends == TOGETHER || (ends && look == looks - 1)) {
            if (lane == 0) write_facts(room.game, 1 % PLAYERS, room.base);
            together();
            judge(room, company.net, OPTIONS, ends, lane);
            ends = 0;
        }
    }
}


HERE float share(Bits *chance) { return (draw(chance) >> 40) * (1.0f / (1 << 24)); }

// One game: the facts before each roll, and what is to hope for, the seat that rolls first; and the final scores, the
// seat that began first.
HERE int play_game(Room &room, Company company, const Rules &rules, Bits seed, Bits number, int looks, float stray,
                   Fact *log, float *hopes, short *scores, int lane) {
    Bits chance = seed;
    chance = draw(&chance) ^ (number * 0xD1342543DE82EF95ull);
    Bits aside = ~chance;
    stray *= share(&aside);
    Manner manner = {};
    for (int seat = 0; seat < PLAYERS; seat++) manner.stray[seat] = stray * share(&aside);
    if (lane == 0) room.game = {};
    together();
    int turn = 0;
    for (bool over = false; !over; turn++) {
        if (lane == 0 && turn < LONGEST) write_facts(room.game, 0, log + turn * FACTS);
        if (looks && turn < LONGEST) {
            draw_rolls(room, looks, draw(&aside), lane);
            look_ahead(room, company, rules, looks, lane);
            if (lane == 0)
                for (int seat = 0; seat < PLAYERS; seat++) hopes[turn * PLAYERS + seat] = room.hopes[seat] / looks;
        }
        manner.noise = draw(&aside);
        int roll = (int)(((draw(&chance) >> 16) * 46656) >> 48), dice[6];
        for (int die = 0; die < 6; die++, roll /= 6) dice[die] = 1 + roll % 6;
        over = play_turn(room, company, rules, dice, manner, lane);
        company.rivals = (company.rivals >> 1) | (company.rivals & 1) << (PLAYERS - 1);
        const float first = manner.stray[0];
        for (int seat = 1; seat < PLAYERS; seat++) manner.stray[seat - 1] = manner.stray[seat];
        manner.stray[PLAYERS - 1] = first;
        // The next seat becomes seat 0; at the end, the one that began.
        if (lane == 0) room.game = seen_from(room.game, over ? (PLAYERS - turn % PLAYERS) % PLAYERS : 1);
        together();
    }
    for (int seat = lane; seat < PLAYERS; seat += LANES) scores[seat] = room.game.scores[seat];
    together();
    return turn;
}

// The arrays of a network, one after the other.
#define ARRAYS(net) const Weight *net##_first, const float *net##_bias, const Weight *net##_second, \
    const float *net##_second_bias, const float *net##_third, const float *net##_third_bias
#define GIVEN const float *settled, const short *pairs, const signed char *after, const unsigned char *gain, \
    Bits seed, int games, const unsigned char *rivals, int looks, float stray
#define SHEETS 128  // among the bits of the rivals: they are solved sheets
#define MADE Fact *log, float *hopes, short *turns, short *scores

#ifdef __CUDACC__
template <class Net>
struct Small {
    float bias[Net::hidden], second_bias[Net::width], third[PLAYERS * Net::width], third_bias[PLAYERS];
    alignas(16) Weight second[Net::width * (Net::hidden + PAD)];
};

struct Known {
    Small<Learner> learner;
    Small<Rival> rival;
    Rules rules;
};

// A block has as many warps as there is room for, and registers.
constexpr int FITTING = (227 * 1024 - sizeof(Known) - 16) / sizeof(Room);
constexpr int WARPS = FITTING < 24 ? FITTING : 24;

struct Block {
    Room rooms[WARPS];
    Known known;
};

template <class T>
HERE void copy(T *to, const T *from, int count, int width = 1, int pad = 0) {
    for (int at = threadIdx.x; at < count; at += blockDim.x) to[at + at / width * pad] = from[at];
}

// A network whose small arrays are near.
template <class Net>
HERE Net near(Small<Net> &small, ARRAYS(net)) {
    copy(small.bias, net_bias, Net::hidden);
    copy(small.second, net_second, Net::width * Net::hidden, Net::hidden, PAD);
    copy(small.second_bias, net_second_bias, Net::width);
    copy(small.third, net_third, PLAYERS * Net::width);
    copy(small.third_bias, net_third_bias, PLAYERS);
    return {net_first, small.bias, small.second, small.second_bias, small.third, small.third_bias};
}

extern "C" __global__ void __launch_bounds__(32 * WARPS, 1) play(ARRAYS(own), ARRAYS(rival), GIVEN, int *taken, MADE) {
    extern __shared__ __align__(16) char memory[];
    Block &block = *(Block *)memory;
    Learner net = near(block.known.learner, own_first, own_bias, own_second, own_second_bias, own_third,
                       own_third_bias);
    Rival rival = near(block.known.rival, rival_first, rival_bias, rival_second, rival_second_bias, rival_third,
                       rival_third_bias);
    copy(block.known.rules.after, after, CODES * PLACES);
    copy(block.known.rules.gain, gain, CODES * PLACES);
    __syncthreads();
    int lane = threadIdx.x % 32;
    for (;;) {
        int game = lane == 0 ? atomicAdd(taken, 1) : 0;
        game = __shfl_sync(~0u, game, 0);
        if (game >= games) break;
        Company company = {net, rival, {settled, pairs}, rivals[game] & ~SHEETS, (rivals[game] & SHEETS) != 0};
        int turn = play_game(block.rooms[threadIdx.x / 32], company, block.known.rules, seed, game, looks, stray,
                             log + (long long)game * LONGEST * FACTS, hopes + (long long)game * LONGEST * PLAYERS,
                             scores + game * PLAYERS, lane);
        if (lane == 0) turns[game] = turn;
    }
}
extern "C" __global__ void size(int *told) { told[0] = sizeof(Block), told[1] = WARPS; }
#else
extern "C" void play(ARRAYS(own), ARRAYS(rival), GIVEN, MADE) {
    static Room room;
    Rules rules;
    for (int at = 0; at < CODES * PLACES; at++) rules.after[at] = after[at], rules.gain[at] = gain[at];
    Learner net = {own_first, own_bias, own_second, own_second_bias, own_third, own_third_bias};
    Rival rival = {rival_first, rival_bias, rival_second, rival_second_bias, rival_third, rival_third_bias};
    for (int game = 0; game < games; game++) {
        Company company = {net, rival, {settled, pairs}, rivals[game] & ~SHEETS, (rivals[game] & SHEETS) != 0};
        turns[game] = play_game(room, company, rules, seed, game, looks, stray,
                                log + (long long)game * LONGEST * FACTS, hopes + (long long)game * LONGEST * PLAYERS,
                                scores + game * PLAYERS, 0);
    }
}
#endif
