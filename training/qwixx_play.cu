// Whole games of Qwixx between players with one value network: what src/rowlock/bots/qwixx_net_kernel.py does, on a GPU.
//
// A warp plays a game. Its lanes first make the positions that a seat can reach, each lane its own; then they judge
// them together, each lane some units of the network. Compiled as C++ it is one lane, which is how the tests hold it
// against the simulator.
//
// PLAYERS, HIDDEN and WIDTH (the layers), BLOCK, PENALTIES_AT, SCORE_AT, DIFFERENCE (the facts, see
// qwixx_features.py), LONGEST (turns that are kept) and WARPS (in a block) are given when it is compiled.

#ifdef __CUDACC__
#define LANES 32
#define HERE __device__ __forceinline__
typedef unsigned short Weight;  // a half
#else
#define LANES 1
#define HERE static inline
typedef float Weight;
#endif

#define CODES 57
#define CLOSED 56
#define PLACES 11
#define FACTS (6 * PLAYERS)
#define OPTIONS 45                 // a white decision or none, with a coloured one or none
#define TOGETHER 8                 // positions judged at a time
#define UNIT(k) (((k) / 4) * 4 * LANES + lane * 4 + (k) % 4)

typedef unsigned long long Bits;
typedef unsigned short Fact;

template <int H, int W>
struct Weights {
    static const int hidden = H, width = W;
    static const int units = H / LANES;  // of the first layer, in a lane
    static const int outs = W / LANES;   // of the second
    const Weight *first;                 // [PLAYERS * BLOCK][H]
    const float *bias;                   // [H]
    const Weight *second;                // [H][W]
    const float *second_bias;
    const float *third;                  // [PLAYERS][W]
    const float *third_bias;
};
typedef Weights<HIDDEN, WIDTH> Learner;
typedef Weights<128, 64> Rival;
#define MOST_HIDDEN (HIDDEN > 128 ? HIDDEN : 128)

struct Game {
    signed char rows[PLAYERS][4];
    unsigned char penalties[PLAYERS];
    short scores[PLAYERS];
};

struct alignas(16) Four {
    float of[4];
};

// What the lanes of a warp share.
struct Room {
    Four units[TOGETHER][MOST_HIDDEN / 4];
    Fact facts[OPTIONS][FACTS];
    float values[OPTIONS];
    signed char asked[OPTIONS];  // which option a position belongs to
    signed char seats[OPTIONS];  // and for which seat it is judged
    Game game;
};

struct Rules {
    signed char after[CODES * PLACES];
    unsigned char gain[CODES * PLACES];
};

#ifdef __CUDACC__
HERE void together() { __syncwarp(); }
HERE float in_all(float x) {
    for (int away = 16; away; away /= 2) x += __shfl_xor_sync(~0u, x, away);
    return x;
}
HERE int place_among(bool mine, int lane, int *all) {
    unsigned who = __ballot_sync(~0u, mine);
    *all = __popc(who);
    return __popc(who & ((1u << lane) - 1));
}
HERE void best_of(float *value, int *option) {
    for (int away = 16; away; away /= 2) {
        float other = __shfl_xor_sync(~0u, *value, away);
        int its = __shfl_xor_sync(~0u, *option, away);
        if (other > *value || (other == *value && its < *option)) { *value = other; *option = its; }
    }
}
HERE float2 floats(unsigned halves) {
    float2 both;
    asm("{.reg .f16 a, b; mov.b32 {a, b}, %2; cvt.f32.f16 %0, a; cvt.f32.f16 %1, b;}"
        : "=f"(both.x), "=f"(both.y) : "r"(halves));
    return both;
}
HERE float one_float(Weight half) {
    float one;
    asm("cvt.f32.f16 %0, %1;" : "=f"(one) : "h"(half));
    return one;
}
HERE unsigned sum_of_halves(unsigned a, unsigned b) {
    unsigned sum;
    asm("add.f16x2 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b));
    return sum;
}
HERE float power(float x) { return __expf(x); }
HERE bool of_first_lane(bool x) { return __shfl_sync(~0u, x, 0); }
#else
#include <cmath>
HERE void together() {}
HERE float in_all(float x) { return x; }
HERE int place_among(bool mine, int, int *all) { *all = mine; return 0; }
HERE void best_of(float *, int *) {}
HERE float one_float(Weight weight) { return weight; }
HERE float power(float x) { return expf(x); }
HERE bool of_first_lane(bool x) { return x; }
#endif

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

// The facts before the roll of seat `first`.
HERE void write_facts(const Game &game, int first, Fact *facts) {
    for (int slot = 0; slot < PLAYERS; slot++) {
        int who = (first + slot) % PLAYERS, best = -1000;
        for (int other = 0; other < PLAYERS; other++)
            if (other != who && game.scores[other] > best) best = game.scores[other];
        int lead = game.scores[who] - best;
        lead = lead > DIFFERENCE ? DIFFERENCE : lead < -DIFFERENCE ? -DIFFERENCE : lead;
        for (int row = 0; row < 4; row++) facts[row] = slot * BLOCK + row * CODES + game.rows[who][row];
        facts[4] = slot * BLOCK + PENALTIES_AT + game.penalties[who];
        facts[5] = slot * BLOCK + SCORE_AT + DIFFERENCE + lead;
        facts += 6;
    }
}

template <class Net>
HERE void first_layer(const Net &net, const Fact *facts, int lane, float *sums) {
    for (int k = 0; k < Net::units; k++) sums[k] = net.bias[UNIT(k)];
#ifdef __CUDACC__
    #pragma unroll 2
    for (int fact = 0; fact < FACTS; fact += 2) {
        const uint2 *one = (const uint2 *)(net.first + facts[fact] * Net::hidden) + lane;
        const uint2 *two = (const uint2 *)(net.first + facts[fact + 1] * Net::hidden) + lane;
        #pragma unroll
        for (int k = 0; k < Net::units / 4; k++) {
            uint2 a = __ldg(one + k * LANES), b = __ldg(two + k * LANES);
            float2 low = floats(sum_of_halves(a.x, b.x)), high = floats(sum_of_halves(a.y, b.y));
            sums[4 * k] += low.x;
            sums[4 * k + 1] += low.y;
            sums[4 * k + 2] += high.x;
            sums[4 * k + 3] += high.y;
        }
    }
#else
    for (int fact = 0; fact < FACTS; fact++)
        for (int k = 0; k < Net::units; k++) sums[k] += net.first[facts[fact] * Net::hidden + k];
#endif
}

// Judges up to `MANY` positions from `from` on: the chance of the seat that each is judged for.
template <int MANY, class Net>
HERE void judge(Room &room, const Net &net, int from, int count, int lane) {
    for (int p = 0; p < MANY; p++) {
        float sums[Net::units];
        first_layer(net, room.facts[from + (p < count ? p : 0)], lane, sums);
        #pragma unroll
        for (int k = 0; k < Net::units; k += 4) {
            Four four;
            for (int i = 0; i < 4; i++) four.of[i] = sums[k + i] > 0 ? sums[k + i] : 0;
            room.units[p][UNIT(k) / 4] = four;
        }
    }
    together();
    float out[Net::outs][MANY];
    for (int j = 0; j < Net::outs; j++)
        for (int p = 0; p < MANY; p++) out[j][p] = net.second_bias[j * LANES + lane];
    #pragma unroll 2
    for (int h = 0; h < Net::hidden; h += 4) {
        Four units[MANY];
        #pragma unroll
        for (int p = 0; p < MANY; p++) units[p] = room.units[p][h / 4];
        #pragma unroll
        for (int i = 0; i < 4; i++)
            #pragma unroll
            for (int j = 0; j < Net::outs; j++) {
                float weight = one_float(net.second[(h + i) * Net::width + j * LANES + lane]);
                #pragma unroll
                for (int p = 0; p < MANY; p++) out[j][p] += weight * units[p].of[i];
            }
    }
    for (int p = 0; p < MANY; p++) {
        float all = 0, own = 0;
        if (p >= count) break;
        for (int slot = 0; slot < PLAYERS; slot++) {
            float part = 0;
            for (int j = 0; j < Net::outs; j++)
                part += (out[j][p] > 0 ? out[j][p] : 0) * net.third[slot * Net::width + j * LANES + lane];
            float chance = power(in_all(part) + net.third_bias[slot]);
            all += chance;
            // Slot 0 is the seat after the active one, which is seat 0.
            if ((1 + slot) % PLAYERS == room.seats[from + p]) own = chance;
        }
        if (lane == 0) room.values[room.asked[from + p]] = own / all;
    }
    together();
}

enum { GUESS, PLAN, ANSWER, LOOK_AGAIN };

// Fills in the value of every option of a stage, -1 where it is not allowed. An option is a passive seat's number
// from 0 and its white decision, 5 * seat + decision; or the active seat's, 9 * white decision + coloured decision.
template <class Net>
HERE void judge_options(Room &room, const Net &net, const Rules &rules, int stage, const signed char *choices,
                        int planned, bool idle, const int *dice, int lane) {
    const int options = stage == PLAN ? OPTIONS : stage == LOOK_AGAIN ? 9 : 5 * (PLAYERS - 1);
    int waiting = 0;
    for (int from = 0; from < options; from += LANES) {
        int option = from + lane;
        bool ask = false;
        Game game;
        int seat = 0;
        if (option < options) {
            game = room.game;
            int white, choice;
            if (stage == PLAN) white = option / 9 - 1, choice = option % 9 - 1;
            else if (stage == LOOK_AGAIN) white = -1, choice = option - 1;
            else seat = 1 + option / 5, white = option % 5 - 1, choice = planned;
            float value = -1;
            int number = dice[0] + dice[1];
            if (white < 0 || rules.after[cross_of(game, rules, seat, white, number)] >= 0) {
                bool over = false, fined = idle;
                if (stage != LOOK_AGAIN) {
                    signed char trial[PLAYERS];
                    for (int other = 0; other < PLAYERS; other++) trial[other] = choices[other];
                    trial[seat] = white;
                    over = white_action(game, rules, trial, number);
                }
                if (stage == PLAN) fined = white < 0;
                bool may = choice < 0 || (!over && may_colour(game, rules, choice, dice));
                if (may || seat > 0) {
                    over = over || colour_action(game, rules, may ? choice : -1, dice, fined);
                    if (over) value = shared_win(game, seat);
                    else ask = true;
                }
            }
            room.values[option] = value;
        }
        int asking, place = waiting + place_among(ask, lane, &asking);
        if (ask) {
            write_facts(game, 1 % PLAYERS, room.facts[place]);
            room.asked[place] = option;
            room.seats[place] = seat;
        }
        waiting += asking;
    }
    together();
    int from = 0;
    for (; waiting - from > TOGETHER / 2; from += TOGETHER)
        judge<TOGETHER>(room, net, from, waiting - from < TOGETHER ? waiting - from : TOGETHER, lane);
    if (waiting > from) judge<TOGETHER / 2>(room, net, from, waiting - from, lane);
}

// The first of the best options among some that follow each other.
HERE int best_option(const Room &room, int from, int to, int lane) {
    float most = -1;
    int best = to;
    for (int option = from + lane; option < to; option += LANES)
        if (room.values[option] > most) most = room.values[option], best = option;
    best_of(&most, &best);
    return best - from;
}

// What some seats, given as bits, decide as if the others did nothing; returns the active seat's coloured plan.
template <class Net>
HERE int decide_alone(Room &room, const Net &net, const Rules &rules, int seats, const int *dice,
                      signed char *choices, int lane) {
    signed char nobody[PLAYERS];
    for (int seat = 0; seat < PLAYERS; seat++) nobody[seat] = -1;
    if (seats >> 1) {
        judge_options(room, net, rules, GUESS, nobody, -1, false, dice, lane);
        for (int seat = 1; seat < PLAYERS; seat++)
            if (seats >> seat & 1) choices[seat] = best_option(room, 5 * (seat - 1), 5 * seat, lane) - 1;
        together();
    }
    if (!(seats & 1)) return -1;
    judge_options(room, net, rules, PLAN, nobody, -1, false, dice, lane);
    int plan = best_option(room, 0, OPTIONS, lane);
    together();
    choices[0] = plan / 9 - 1;
    return plan % 9 - 1;
}

// What some seats decide if each expects that the others decide alone.
template <class Net>
HERE void decide_with_care(Room &room, const Net &net, const Rules &rules, int seats, const int *dice,
                           signed char *choices, int lane) {
    signed char expected[PLAYERS];
    int planned = decide_alone(room, net, rules, seats >> 1 ? ~0 : ~1, dice, expected, lane);
    if (seats >> 1) {
        judge_options(room, net, rules, ANSWER, expected, planned, expected[0] < 0, dice, lane);
        for (int seat = 1; seat < PLAYERS; seat++)
            if (seats >> seat & 1) choices[seat] = best_option(room, 5 * (seat - 1), 5 * seat, lane) - 1;
        together();
    }
    if (seats & 1) {
        judge_options(room, net, rules, PLAN, expected, -1, false, dice, lane);
        choices[0] = best_option(room, 0, OPTIONS, lane) / 9 - 1;
        together();
    }
}

template <class Net>
HERE int decide_colour(Room &room, const Net &net, const Rules &rules, bool idle, const int *dice, int lane) {
    signed char nobody[PLAYERS];
    judge_options(room, net, rules, LOOK_AGAIN, nobody, -1, idle, dice, lane);
    int choice = best_option(room, 0, 9, lane) - 1;
    together();
    return choice;
}

// One turn; seat 0 is active, and some seats, given as bits, are rivals. Is the game over?
HERE bool play_turn(Room &room, const Learner &net, const Rival &rival, const Rules &rules, int rivals,
                    const int *dice, int lane) {
    signed char choices[PLAYERS];
    const int own = ((1 << PLAYERS) - 1) & ~rivals;
    if (own && ALONE) decide_alone(room, net, rules, own, dice, choices, lane);
    else if (own) decide_with_care(room, net, rules, own, dice, choices, lane);
    if (rivals) decide_alone(room, rival, rules, rivals, dice, choices, lane);
    bool over = false, idle = choices[0] < 0;
    if (lane == 0) over = white_action(room.game, rules, choices, dice[0] + dice[1]);
    together();
    if (of_first_lane(over)) return true;
    int choice = rivals & 1 ? decide_colour(room, rival, rules, idle, dice, lane)
                            : decide_colour(room, net, rules, idle, dice, lane);
    if (lane == 0) over = colour_action(room.game, rules, choice, dice, idle);
    together();
    return of_first_lane(over);
}

// One game: the facts before each roll, the seat that rolls first; and the final scores, the seat that began first.
HERE int play_game(Room &room, const Learner &net, const Rival &rival, const Rules &rules, Bits seed, Bits number,
                   int rivals, Fact *log, short *scores, int lane) {
    Bits chance = seed;
    chance = draw(&chance) ^ (number * 0xD1342543DE82EF95ull);
    if (lane == 0)
        for (int seat = 0; seat < PLAYERS; seat++) {
            for (int row = 0; row < 4; row++) room.game.rows[seat][row] = 0;
            room.game.penalties[seat] = 0;
            room.game.scores[seat] = 0;
        }
    together();
    int turn = 0;
    for (bool over = false; !over; turn++) {
        if (lane == 0 && turn < LONGEST) write_facts(room.game, 0, log + turn * FACTS);
        int roll = (int)(((draw(&chance) >> 16) * 46656) >> 48), dice[6];
        for (int die = 0; die < 6; die++, roll /= 6) dice[die] = 1 + roll % 6;
        over = play_turn(room, net, rival, rules, rivals, dice, lane);
        rivals = (rivals >> 1) | (rivals & 1) << (PLAYERS - 1);
        if (lane == 0) {
            // The next seat becomes seat 0; at the end, the one that began.
            Game game = room.game;
            int ahead = over ? (PLAYERS - turn % PLAYERS) % PLAYERS : 1;
            for (int seat = 0; seat < PLAYERS; seat++) {
                int who = (seat + ahead) % PLAYERS;
                for (int row = 0; row < 4; row++) room.game.rows[seat][row] = game.rows[who][row];
                room.game.penalties[seat] = game.penalties[who];
                room.game.scores[seat] = game.scores[who];
                if (over) scores[seat] = game.scores[who];
            }
        }
        together();
    }
    return turn;
}

// The arrays of a network, one after the other.
#define ARRAYS(net) const Weight *net##_first, const float *net##_bias, const Weight *net##_second, \
    const float *net##_second_bias, const float *net##_third, const float *net##_third_bias
#define GIVEN const signed char *after, const unsigned char *gain, Bits seed, int games, const unsigned char *rivals
#define MADE Fact *log, short *turns, short *scores

#ifdef __CUDACC__
template <class Net>
struct Small {
    float bias[Net::hidden], second_bias[Net::width], third[PLAYERS * Net::width], third_bias[PLAYERS];
    Weight second[Net::hidden * Net::width];
};

struct Block {
    Room rooms[WARPS];
    Small<Learner> learner;
    Small<Rival> rival;
    Rules rules;
};

template <class T>
HERE void copy(T *to, const T *from, int count) {
    for (int at = threadIdx.x; at < count; at += blockDim.x) to[at] = from[at];
}

// A network whose small arrays are near.
template <class Net>
HERE Net near(Small<Net> &small, ARRAYS(net)) {
    copy(small.bias, net_bias, Net::hidden);
    copy(small.second, net_second, Net::hidden * Net::width);
    copy(small.second_bias, net_second_bias, Net::width);
    copy(small.third, net_third, PLAYERS * Net::width);
    copy(small.third_bias, net_third_bias, PLAYERS);
    return {net_first, small.bias, small.second, small.second_bias, small.third, small.third_bias};
}

extern "C" __global__ void __launch_bounds__(32 * WARPS, 1) play(ARRAYS(own), ARRAYS(rival), GIVEN, int *taken, MADE) {
    extern __shared__ __align__(16) char memory[];
    Block &block = *(Block *)memory;
    Learner net = near(block.learner, own_first, own_bias, own_second, own_second_bias, own_third, own_third_bias);
    Rival rival = near(block.rival, rival_first, rival_bias, rival_second, rival_second_bias, rival_third,
                       rival_third_bias);
    copy(block.rules.after, after, CODES * PLACES);
    copy(block.rules.gain, gain, CODES * PLACES);
    __syncthreads();
    int lane = threadIdx.x % 32;
    for (;;) {
        int game = lane == 0 ? atomicAdd(taken, 1) : 0;
        game = __shfl_sync(~0u, game, 0);
        if (game >= games) break;
        int turn = play_game(block.rooms[threadIdx.x / 32], net, rival, block.rules, seed, game, rivals[game],
                             log + (long long)game * LONGEST * FACTS, scores + game * PLAYERS, lane);
        if (lane == 0) turns[game] = turn;
    }
}
extern "C" __global__ void size(int *bytes) { *bytes = sizeof(Block); }
#else
extern "C" void play(ARRAYS(own), ARRAYS(rival), GIVEN, MADE) {
    static Room room;
    Rules rules;
    for (int at = 0; at < CODES * PLACES; at++) rules.after[at] = after[at], rules.gain[at] = gain[at];
    Learner net = {own_first, own_bias, own_second, own_second_bias, own_third, own_third_bias};
    Rival rival = {rival_first, rival_bias, rival_second, rival_second_bias, rival_third, rival_third_bias};
    for (int game = 0; game < games; game++)
        turns[game] = play_game(room, net, rival, rules, seed, game, rivals[game],
                                log + (long long)game * LONGEST * FACTS, scores + game * PLAYERS, 0);
}
#endif
