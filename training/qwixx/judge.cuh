// The value network for play.cu: the chance of a seat to win, for a few positions at a time.

#pragma once

#include "game.cuh"

#define FACTS (6 * PLAYERS)
#define OPTIONS 45  // a white decision or none, with a coloured one or none
#define TOGETHER 8  // positions judged at a time
#define LOOKS 36    // rolls that can be looked at before the one that comes
#define UNIT(k) (((k) / 4) * 4 * LANES + lane * 4 + (k) % 4)
#define PAD (LANES > 1 ? 32 : 0)  // after the units of a position, so that lanes read different banks

typedef unsigned short Fact;

template <int H, int W>
struct Weights {
    static const bool solved = false;
    static const int hidden = H, width = W;
    static const int units = H / LANES;  // of the first layer, in a lane
    const Weight *first;                 // [PLAYERS * BLOCK][H]
    const float *bias;                   // [H]
    const Weight *second;                // [W][H + PAD]
    const float *second_bias;
    const float *third;                  // [PLAYERS][W]
    const float *third_bias;
};
typedef Weights<HIDDEN, WIDTH> Learner;
typedef Weights<RIVAL_HIDDEN, RIVAL_WIDTH> Rival;
#define MOST_HIDDEN (HIDDEN > RIVAL_HIDDEN ? HIDDEN : RIVAL_HIDDEN)

// A solved sheet, which plays for points: what a sheet is worth after a turn, as `SheetValues.settled`.
struct Sheet {
    static const bool solved = true;
    const float *settled;  // [turns of others before the own one][red-yellow pair][green-blue pair][penalties]
    const short *pairs;    // [CODES][CODES]
};
#define PAIRS (CODES * (CODES + 1) / 2)

// The points of a seat in the end, if the game goes on after the turn; more than any game can lose, so that all are
// above those of what is not allowed.
HERE float points(const Sheet &sheet, const Game &game, int seat, bool over) {
    const signed char *rows = game.rows[seat];
    float sure = 1000.0f + game.scores[seat];
    if (over) return sure;
    int first = sheet.pairs[rows[0] * CODES + rows[1]], second = sheet.pairs[rows[2] * CODES + rows[3]];
    long long others_first = (seat + PLAYERS - 1) % PLAYERS;
    return sure + sheet.settled[((others_first * PAIRS + first) * PAIRS + second) * 4 + game.penalties[seat]];
}

// What the lanes of a warp share. Behind the options of a decision, there is room for ends of a turn.
struct alignas(16) Room {
    Weight units[TOGETHER][MOST_HIDDEN + PAD];
    float chances[TOGETHER][PLAYERS];
    Fact base[FACTS];  // the facts of a position that those to judge have come from
    Fact facts[OPTIONS + TOGETHER][FACTS];
    float values[OPTIONS];
    float hopes[PLAYERS];
    signed char asked[OPTIONS + TOGETHER];  // which option a position belongs to
    signed char seats[OPTIONS + TOGETHER];  // and for which seat it is judged, or EVERYBODY
    signed char rolls[LOOKS][6];
    Game game;
};
enum { EVERYBODY = -1 };

#ifdef __CUDACC__
HERE void together() { __syncwarp(); }
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
HERE unsigned halves(float low, float high) {
    unsigned both;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
}
HERE unsigned plus(unsigned a, unsigned b) {
    unsigned sum;
    asm("add.f16x2 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b));
    return sum;
}
HERE unsigned minus(unsigned a, unsigned b) {
    unsigned rest;
    asm("sub.f16x2 %0, %1, %2;" : "=r"(rest) : "r"(a), "r"(b));
    return rest;
}
HERE int lowest(unsigned bits) { return __ffs(bits) - 1; }
HERE float power(float x) { return __expf(x); }
HERE bool of_first_lane(bool x) { return __shfl_sync(~0u, x, 0); }
#else
#include <cmath>
HERE void together() {}
HERE int place_among(bool mine, int, int *all) { *all = mine; return 0; }
HERE void best_of(float *, int *) {}
HERE int lowest(unsigned bits) { return __builtin_ctz(bits); }
HERE float power(float x) { return expf(x); }
HERE bool of_first_lane(bool x) { return x; }
#endif

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

#ifdef __CUDACC__
HERE void add_four(float *sums, float2 low, float2 high) {
    sums[0] += low.x;
    sums[1] += low.y;
    sums[2] += high.x;
    sums[3] += high.y;
}
#endif

// Adds the vectors of two facts, or of one.
template <class Net>
HERE void add(const Net &net, int one, int two, int lane, float *sums) {
#ifdef __CUDACC__
    const uint2 *at_one = (const uint2 *)(net.first + one * Net::hidden) + lane;
    const uint2 *at_two = (const uint2 *)(net.first + two * Net::hidden) + lane;
    #pragma unroll
    for (int k = 0; k < Net::units / 4; k++) {
        uint2 a = __ldg(at_one + k * LANES), b = {0, 0};
        if (two >= 0) b = __ldg(at_two + k * LANES);
        float2 low = floats(plus(a.x, b.x)), high = floats(plus(a.y, b.y));
        add_four(sums + 4 * k, low, high);
    }
#else
    for (int k = 0; k < Net::units; k++)
        sums[k] += net.first[one * Net::hidden + k] + (two >= 0 ? net.first[two * Net::hidden + k] : 0);
#endif
}

// A fact holds no more, and another one does; and so with a second pair.
template <class Net>
HERE void exchange(const Net &net, int old, int now, int other_old, int other_now, int lane, float *sums) {
#ifdef __CUDACC__
    const uint2 *first = (const uint2 *)net.first + lane;
    #pragma unroll
    for (int k = 0; k < Net::units / 4; k++) {
        uint2 a = __ldg(first + old * (Net::hidden / 4) + k * LANES);
        uint2 b = __ldg(first + now * (Net::hidden / 4) + k * LANES);
        uint2 c = __ldg(first + other_old * (Net::hidden / 4) + k * LANES);
        uint2 d = __ldg(first + other_now * (Net::hidden / 4) + k * LANES);
        float2 low = floats(plus(minus(b.x, a.x), minus(d.x, c.x)));
        float2 high = floats(plus(minus(b.y, a.y), minus(d.y, c.y)));
        add_four(sums + 4 * k, low, high);
    }
#else
    for (int k = 0; k < Net::units; k++)
        sums[k] += net.first[now * Net::hidden + k] - net.first[old * Net::hidden + k] +
                   net.first[other_now * Net::hidden + k] - net.first[other_old * Net::hidden + k];
#endif
}

// Which facts about rows and penalties are others than in the base, as bits.
HERE unsigned changed(const Room &room, const Fact *facts, int lane) {
    unsigned bits = 0;
#ifdef __CUDACC__
    bits = __ballot_sync(~0u, lane < FACTS && lane % 6 < 5 && facts[lane] != room.base[lane]);
#else
    for (int fact = 0; fact < FACTS; fact++) bits |= (unsigned)(fact % 6 < 5 && facts[fact] != room.base[fact]) << fact;
#endif
    return bits;
}

// The first layer of some positions, from the base: but few facts are others there, beside the leads.
template <class Net>
HERE void first_layer(Room &room, const Net &net, int from, int count, int lane) {
    float base[Net::units];
    for (int k = 0; k < Net::units; k++) base[k] = net.bias[UNIT(k)];
    for (int slot = 0; slot < PLAYERS; slot++)
        for (int fact = 6 * slot; fact < 6 * slot + 5; fact += 2)
            add(net, room.base[fact], fact < 6 * slot + 4 ? room.base[fact + 1] : -1, lane, base);
    for (int p = 0; p < count; p++) {
        const Fact *facts = room.facts[from + p];
        float sums[Net::units];
        for (int k = 0; k < Net::units; k++) sums[k] = base[k];
        for (int slot = 0; slot < PLAYERS; slot += 2)
            add(net, facts[6 * slot + 5], slot + 1 < PLAYERS ? facts[6 * slot + 11] : -1, lane, sums);
        for (unsigned left = changed(room, facts, lane); left;) {
            int fact = lowest(left);
            left &= left - 1;
            int old = room.base[fact], now = facts[fact];
            int other_old = old, other_now = old;
            if (left) {
                fact = lowest(left);
                left &= left - 1;
                other_old = room.base[fact], other_now = facts[fact];
            }
            exchange(net, old, now, other_old, other_now, lane, sums);
        }
        for (int k = 0; k < Net::units; k++) sums[k] = sums[k] > 0 ? sums[k] : 0;
#ifdef __CUDACC__
        #pragma unroll
        for (int k = 0; k < Net::units; k += 4)
            *(uint2 *)&room.units[p][UNIT(k)] = {halves(sums[k], sums[k + 1]), halves(sums[k + 2], sums[k + 3])};
#else
        for (int k = 0; k < Net::units; k++) room.units[p][k] = sums[k];
#endif
    }
    together();
}

#ifdef __CUDACC__
// One product of matrices: 16 second units by 16 first units, by 8 positions.
HERE void multiply(float *sums, unsigned a, unsigned b, unsigned c, unsigned d, unsigned e, unsigned f) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(a), "r"(b), "r"(c), "r"(d), "r"(e), "r"(f));
}

// The other layers: the powers of the logits into `chances`. A lane has two positions, `2 * pair` and the next, and of
// 16 second units the two numbered `row` and `row + 8`. The order of the first units does not matter, as long as it is
// the same in both factors, so each lane takes eight that follow each other.
template <class Net>
HERE void other_layers(Room &room, const Net &net, int, int lane) {
    const int row = lane / 4, pair = lane % 4, stride = Net::hidden + PAD;
    float parts[PLAYERS][2] = {};
    #pragma unroll
    for (int tile = 0; tile < Net::width; tile += 16) {
        float sums[4];
        sums[0] = sums[1] = net.second_bias[tile + row];
        sums[2] = sums[3] = net.second_bias[tile + row + 8];
        #pragma unroll 4
        for (int h = 8 * pair; h < Net::hidden; h += 32) {
            uint4 a = *(const uint4 *)&net.second[(tile + row) * stride + h];
            uint4 b = *(const uint4 *)&net.second[(tile + row + 8) * stride + h];
            uint4 u = *(const uint4 *)&room.units[row][h];
            multiply(sums, a.x, b.x, a.y, b.y, u.x, u.y);
            multiply(sums, a.z, b.z, a.w, b.w, u.z, u.w);
        }
        #pragma unroll
        for (int slot = 0; slot < PLAYERS; slot++)
            #pragma unroll
            for (int i = 0; i < 4; i++)
                parts[slot][i % 2] +=
                    (sums[i] > 0 ? sums[i] : 0) * net.third[slot * Net::width + tile + row + i / 2 * 8];
    }
    #pragma unroll
    for (int slot = 0; slot < PLAYERS; slot++)
        #pragma unroll
        for (int i = 0; i < 2; i++) {
            float logit = parts[slot][i];
            for (int away = 4; away < 32; away *= 2) logit += __shfl_xor_sync(~0u, logit, away);
            if (row == 0) room.chances[2 * pair + i][slot] = power(logit + net.third_bias[slot]);
        }
    together();
}
#else
template <class Net>
HERE void other_layers(Room &room, const Net &net, int count, int) {
    for (int p = 0; p < count; p++) {
        float second[Net::width];
        for (int j = 0; j < Net::width; j++) {
            second[j] = net.second_bias[j];
            for (int h = 0; h < Net::hidden; h++) second[j] += net.second[j * Net::hidden + h] * room.units[p][h];
        }
        for (int slot = 0; slot < PLAYERS; slot++) {
            float logit = net.third_bias[slot];
            for (int j = 0; j < Net::width; j++)
                logit += (second[j] > 0 ? second[j] : 0) * net.third[slot * Net::width + j];
            room.chances[p][slot] = power(logit);
        }
    }
}
#endif

// Judges up to `TOGETHER` positions from `from` on: the chance of the seat that each is judged for. Those for everybody
// are added to the hopes.
template <class Net>
HERE void judge(Room &room, const Net &net, int from, int count, int lane) {
    first_layer(room, net, from, count, lane);
    other_layers(room, net, count, lane);
    for (int p = lane; p < count; p += LANES) {
        float all = 0;
        for (int slot = 0; slot < PLAYERS; slot++) all += room.chances[p][slot];
        for (int slot = 0; slot < PLAYERS; slot++) room.chances[p][slot] /= all;
        // Slot 0 is the seat after the active one, which is seat 0.
        int seat = room.seats[from + p];
        if (seat != EVERYBODY) room.values[room.asked[from + p]] = room.chances[p][(seat + PLAYERS - 1) % PLAYERS];
    }
    together();
    for (int slot = lane; slot < PLAYERS; slot += LANES)
        for (int p = 0; p < count; p++)
            if (room.seats[from + p] == EVERYBODY) room.hopes[(slot + 1) % PLAYERS] += room.chances[p][slot];
    together();
}
