// Quixo solved on the graphics processor: the kernels behind quixo_gpu.py, which writes the constants above:
// CELLS, PUSHES, LINES, DISTANCES, and the tables GOALS, BACK, TAKEN, PLACED, SYMMETRIES and LINE.
//
// One block works on one row of a pair's side (see quixo_layout.py). Where a push leads to is then one row for
// the whole block, and its column is a rearrangement of bits, done by tables of 64 entries in shared memory.
//
// With DISTANCES a position is a byte, and the rounds go by distance as in quixo_cpu.py. Without, it is two
// bits, and a round takes whatever is known: 0 open, 1 won, 2 lost, 3 open but safe (a move with a blank cube draws).

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define CHUNKS ((CELLS + 5) / 6)
#define WON 1
#define LOST 128
#define FURTHEST 126
#define THREADS 256
#define SCAN 16
#define LIST (THREADS * SCAN + 2048)
#define NOTHING 0xFFFF
#define IS_LOST 0x8000

#if DISTANCES
typedef u8 Codes;
#else
typedef u32 Codes;
#endif

__device__ __forceinline__ u32 code_at(const Codes* codes, u64 at) {
#if DISTANCES
    return codes[at];
#else
    return codes[at >> 4] >> 2 * (at & 15) & 3;
#endif
}

__device__ u32 image(u32 cubes, const u8* goals) {
    u32 result = 0;
    for (; cubes; cubes &= cubes - 1) result |= 1u << goals[__ffs(cubes) - 1];
    return result;
}

__device__ __forceinline__ u32 bit_of(u32 cell, u32 row) { return __popc(~row & ((1u << cell) - 1)); }

// The ways on (or back) from a row that the block has planned.
struct Plans {
    int count;
    u32 row[PUSHES], turned[PUSHES], mask[PUSHES], value[PUSHES], added[PUSHES];
    u8 push[PUSHES], symmetry[PUSHES];
    u32 bits[PUSHES][CELLS];
};

// Plan all pushes of one kind: forwards or backwards, by the player of the rows or of the columns, with a blank
// cube or an own one. tables[slot][chunk][64] follow in shared memory.
__device__ void plan(Plans& plans, u32* tables, int chunks, u32 row, bool back, bool by_row, bool blank, const u32* entry) {
    __syncthreads();
    if (threadIdx.x == 0) plans.count = 0;
    __syncthreads();
    if (threadIdx.x < PUSHES) {
        int k = threadIdx.x;
        const u8* goals = back ? BACK[k] : GOALS[k];
        u32 taken = back ? PLACED[k] : TAKEN[k];
        if ((row >> taken & 1) == (by_row && !blank)) {
            int slot = atomicAdd(&plans.count, 1);
            u32 now = image(row, goals);
            if (by_row && blank) now |= 1u << goals[taken];
            u32 found = entry[now];
            plans.push[slot] = k;
            plans.symmetry[slot] = found & 7;
            plans.row[slot] = found >> 4;
            plans.turned[slot] = image(now, SYMMETRIES[found & 7]);
            bool free = by_row && !blank;
            plans.mask[slot] = free ? 0 : 1u << bit_of(taken, row);
            plans.value[slot] = free || blank ? 0 : plans.mask[slot];
            plans.added[slot] = 0;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < plans.count * CELLS; i += blockDim.x) {
        int slot = i / CELLS, cell = i % CELLS;
        if (row >> cell & 1) continue;
        int k = plans.push[slot];
        u32 taken = back ? PLACED[k] : TAKEN[k];
        u32 goal = SYMMETRIES[plans.symmetry[slot]][back ? BACK[k][cell] : GOALS[k][cell]];
        u32 there = plans.turned[slot];
        u32 bit = there >> goal & 1 ? 0 : 1u << bit_of(goal, there);
        plans.bits[slot][bit_of(cell, row)] = bit;
        if (blank && !by_row && cell == taken) plans.added[slot] = bit;
    }
    __syncthreads();
    int left = CELLS - __popc(row);
    for (int i = threadIdx.x; i < plans.count * chunks * 64; i += blockDim.x) {
        int slot = i / (chunks * 64), first = i / 64 % chunks * 6;
        u32 result = 0;
        for (u32 rest = i & 63; rest; rest &= rest - 1) {
            int bit = first + __ffs(rest) - 1;
            if (bit < left) result |= plans.bits[slot][bit];
        }
        tables[i] = result;
    }
    __syncthreads();
}

// The number of a rearranged column: low and high bits separately.
struct Ranks {
    const u16* low;
    const u32* high;
    int low_bits;
};

__device__ __forceinline__ u32 column_after(u32 column, const u32* table, int chunks, u32 added, const Ranks& ranks) {
    u32 there = added | table[column & 63];
    for (int chunk = 1; chunk < chunks; chunk++) there |= table[chunk * 64 + (column >> 6 * chunk & 63)];
    return ranks.low[there & ((1 << ranks.low_bits) - 1)] + ranks.high[there >> ranks.low_bits];
}

// The ranks in shared memory, behind the tables; but on nearly empty boards, which are few, they are too large.
__device__ Ranks load_ranks(u32* shared, const u16* low, const u32* high, int low_bits, int bits) {
    if (bits > 20) return Ranks{low, high, low_bits};
    int high_size = 1 << max(bits - low_bits, 0), low_size = 1 << low_bits;
    u32* my_high = shared;
    u16* my_low = (u16*)(shared + high_size);
    for (int i = threadIdx.x; i < high_size; i += blockDim.x) my_high[i] = high[i];
    for (int i = threadIdx.x; i < low_size; i += blockDim.x) my_low[i] = low[i];
    return Ranks{my_low, my_high, low_bits};
}

// Finished games, and what the moves with blank cubes lead to.
extern "C" __global__ void __launch_bounds__(THREADS) first_look(
    int side, int full, int columns, u32 stride, const u32* rows, const u32* column_sets, const u32* entry,
    const u16* low, const u32* high, int low_bits, const Codes* fuller, u32 fuller_stride, Codes* codes, u8* hints,
    int* greatest) {
    extern __shared__ u32 shared[];
    __shared__ Plans plans;
    __shared__ u32 column_lines[LINES];
    __shared__ int line_count, row_line;
    u32 row = rows[blockIdx.x];
    int bits = CELLS - __popc(row), chunks = max((bits + 5) / 6, 1);
    u32* tables = shared;
    Ranks ranks = load_ranks(shared + PUSHES * chunks * 64, low, high, low_bits, bits);
    if (threadIdx.x == 0) {
        line_count = row_line = 0;
        for (int i = 0; i < LINES; i++) {
            if ((row & LINE[i]) == LINE[i]) row_line = 1;
            if ((row & LINE[i]) == 0) {
                u32 line = 0;
                for (int cell = 0; cell < CELLS; cell++)
                    if (LINE[i] >> cell & 1) line |= 1u << bit_of(cell, row);
                column_lines[line_count++] = line;
            }
        }
    }
    __syncthreads();
    bool looks = !full && !row_line;
    if (looks) plan(plans, tables, chunks, row, false, side == 0, true, entry);
    u64 start = (u64)blockIdx.x * stride;
#if DISTANCES
    int furthest = 0;
#endif
    for (u32 c = threadIdx.x; c < stride; c += THREADS) {
        u32 column = c < columns ? column_sets[c] : 0;
        bool column_line = false;
        for (int i = 0; i < line_count; i++) column_line |= (column & column_lines[i]) == column_lines[i];
        bool over = row_line || column_line;
        bool mine = side == 0 ? row_line : column_line;
#if DISTANCES
        u32 code = over ? (mine ? WON : LOST) : 0, hint = over ? 0 : LOST + 1;
        if (c >= columns) code = WON;
        else if (!over && looks)
            for (int i = 0; i < plans.count; i++) {
                if (column & plans.mask[i]) continue;
                u32 there = column_after(column, tables + i * chunks * 64, chunks, plans.added[i], ranks);
                u32 after = fuller[(u64)plans.row[i] * fuller_stride + there];
                if (after >= LOST) {
                    u32 win = WON + min(after - LOST + 1, (u32)FURTHEST);
                    hint = hint == 0 || hint >= LOST ? win : min(hint, win);
                } else if (hint >= LOST)
                    hint = after == 0 ? 0 : max(hint, LOST + min(after - WON + 1, (u32)FURTHEST));
            }
        codes[start + c] = code;
        hints[start + c] = hint;
        if (c < columns && hint) furthest = max(furthest, (int)(hint - (hint >= LOST ? LOST : WON)));
#else
        u32 code = over ? (mine ? 1 : 2) : 0;
        if (c >= columns) code = 1;
        else if (!over && looks)
            for (int i = 0; i < plans.count && code != 1; i++) {
                if (column & plans.mask[i]) continue;
                u32 there = column_after(column, tables + i * chunks * 64, chunks, plans.added[i], ranks);
                u32 after = code_at(fuller, (u64)plans.row[i] * fuller_stride + there);
                if (after == 2) code = 1;
                else if (after != 1) code = 3;
            }
        // The stride is a multiple of 32, so whole warps are here together.
        code <<= 2 * (c & 15);
        for (int step = 1; step < 16; step *= 2) code |= __shfl_xor_sync(0xFFFFFFFF, code, step);
        if ((c & 15) == 0) codes[(start + c) >> 4] = code;
#endif
    }
#if DISTANCES
    if (furthest > *greatest) atomicMax(greatest, furthest);
#endif
}

// One round of moves with own cubes, for the positions of one side that may have changed. Their predecessors on the
// other side are marked in turn. Rows with symmetries hold positions several times, and marks reach only one of
// them, so those rows are always looked at.
extern "C" __global__ void __launch_bounds__(THREADS) round_of(
    int distance, int everything, int side, int columns, u32 stride, const u32* rows, const u32* column_sets,
    const u32* entry, const u16* low, const u32* high, int low_bits, const Codes* opposite, const u8* opposite_hints,
    Codes* codes, const u8* hints, u16* marks, u8* marked_rows, u16* their_marks, u8* their_marked_rows, u32* changes) {
    extern __shared__ u32 shared[];
    __shared__ Plans plans;
    __shared__ u16 list[LIST];
    __shared__ int length, changed;
    u32 row = rows[blockIdx.x];
    bool all = everything || (entry[row] & 8);
#if !DISTANCES
    bool marked = marked_rows[blockIdx.x];
    __syncthreads();  // all have read it before it is cleared
    if (!all && !marked) return;
#endif
    int bits = CELLS - __popc(row), chunks = max((bits + 5) / 6, 1);
    u32* tables = shared;
    Ranks ranks = load_ranks(shared + PUSHES * chunks * 64, low, high, low_bits, bits);
    if (threadIdx.x == 0) {
        length = 0;
        marked_rows[blockIdx.x] = 0;
    }
    __syncthreads();
    u64 start = (u64)blockIdx.x * stride;
#if DISTANCES
    u32 won = WON + min(distance, FURTHEST), lost = LOST + min(distance, FURTHEST);
#endif
    u32 total = 0;
    for (u32 base = 0; base < stride; base += THREADS * SCAN) {
        u32 c = base + threadIdx.x * SCAN;
        u32 chosen = 0;
        if (c < stride) {
            u32 mark = marks[(start + c) >> 4];
            if (mark) marks[(start + c) >> 4] = 0;
            if (all) mark = 0xFFFF;
#if DISTANCES
            uint4 four = *(const uint4*)(codes + start + c);
            uint4 hint4 = *(const uint4*)(hints + start + c);
            const u8* code = (const u8*)&four;
            const u8* hint = (const u8*)&hint4;
#pragma unroll
            for (int i = 0; i < SCAN; i++)
                if (code[i] == 0 && (mark >> i & 1 || hint[i] == won || hint[i] == lost)) chosen |= 1u << i;
#else
            if (mark) {
                u32 word = codes[(start + c) >> 4];
                u32 open = ~(word ^ word >> 1) & 0x55555555;
#pragma unroll
                for (int i = 0; i < SCAN; i++) chosen |= (open >> 2 * i & 1) << i;
                chosen &= mark;
            }
#endif
        }
        if (chosen) {
            int at = atomicAdd(&length, __popc(chosen));
            for (; chosen; chosen &= chosen - 1) list[at++] = c + __ffs(chosen) - 1;
        }
        __syncthreads();
        int entries = length;
        __syncthreads();
        bool last = base + THREADS * SCAN >= stride;
        if (entries == 0 || (!last && entries <= LIST - THREADS * SCAN)) continue;
        plan(plans, tables, chunks, row, false, side == 0, false, entry);
        if (threadIdx.x == 0) changed = 0;
        __syncthreads();
        for (int e = threadIdx.x; e < entries; e += THREADS) {
            u32 at = list[e], column = column_sets[at];
#if DISTANCES
            u32 hint = hints[start + at];
            bool win = hint && hint <= won, loss = hint >= LOST && hint <= lost;
#else
            bool win = false, loss = code_at(codes, start + at) == 0;
#endif
            for (int i = 0; i < plans.count && !win; i++) {
                if ((column & plans.mask[i]) != plans.value[i]) continue;
                u32 there = column_after(column, tables + i * chunks * 64, chunks, 0, ranks);
                u32 after = code_at(opposite, (u64)plans.row[i] * stride + there);
#if DISTANCES
                if (after >= LOST && after < lost) win = true;
                else if (!(after && after < won)) loss = false;
#else
                if (after == 2) win = true;
                else if (after != 1) loss = false;
#endif
            }
            list[e] = NOTHING;
            if (win || loss) {
                list[e] = at | (win ? 0 : IS_LOST);
                atomicAdd(&changed, 1);
                u64 place = start + at;
#if DISTANCES
                codes[place] = win ? won : lost;
#else
                u32 shift = 2 * (place & 15);
                if (win && (code_at(codes, place) == 3)) atomicAnd(&codes[place >> 4], ~(2u << shift));
                else atomicOr(&codes[place >> 4], (win ? 1u : 2u) << shift);
#endif
            }
        }
        __syncthreads();
        if (changed) {
            if (threadIdx.x == 0) total += changed;
            plan(plans, tables, chunks, row, true, side == 1, false, entry);
            for (int e = threadIdx.x; e < entries; e += THREADS) {
                u32 at = list[e];
                if (at == NOTHING) continue;
                bool now_lost = at & IS_LOST;
                u32 column = column_sets[at & ~IS_LOST];
                for (int i = 0; i < plans.count; i++) {
                    if ((column & plans.mask[i]) != plans.value[i]) continue;
                    u32 before = column_after(column, tables + i * chunks * 64, chunks, 0, ranks);
                    u64 place = (u64)plans.row[i] * stride + before;
                    u32 code = code_at(opposite, place);
#if DISTANCES
                    bool matters = code == 0 && (now_lost || opposite_hints[place] >= LOST);
#else
                    bool matters = code == 0 || (now_lost && code == 3);
#endif
                    if (matters) {
                        u32 bit = 1u << (place & 31);
                        u32* word = (u32*)their_marks + (place >> 5);
                        if (!(*word & bit)) atomicOr(word, bit);
                        their_marked_rows[plans.row[i]] = 1;
                    }
                }
            }
        }
        __syncthreads();
        if (threadIdx.x == 0) length = 0;
        __syncthreads();
    }
    if (threadIdx.x == 0 && total) atomicAdd(changes, total);
}

// The column number of the cubes `others` once `row` is turned by a symmetry.
__device__ u64 place_of(u32 row, u32 others, u32 found, u32 stride, const u32* binomials) {
    const u8* symmetry = SYMMETRIES[found & 7];
    row = image(row, symmetry);
    others = image(others, symmetry);
    u32 rank = 0;
    for (int count = 1; others; others &= others - 1, count++)
        rank += binomials[bit_of(__ffs(others) - 1, row) * 32 + count];
    return (u64)(found >> 4) * stride + rank;
}

// Where both players have as many cubes, side 1 is side 0 seen by the other player.
extern "C" __global__ void swap_players(
    int columns, u32 stride, const u32* rows, const u32* column_sets, const u32* entry, const u32* binomials,
    const Codes* codes, const u8* hints, Codes* swapped, u8* swapped_hints) {
    u32 row = rows[blockIdx.x];
    u64 start = (u64)blockIdx.x * stride;
    for (u32 c = threadIdx.x; c < stride; c += blockDim.x) {
        u32 code = 1;
        if (c < columns) {
            u32 column = column_sets[c], cubes = 0;
            for (u32 left = ~row & ((1u << CELLS) - 1); column; column >>= 1, left &= left - 1)
                if (column & 1) cubes |= left & -left;
            u64 place = place_of(cubes, row, entry[cubes], stride, binomials);
            code = code_at(codes, place);
#if DISTANCES
            swapped_hints[start + c] = hints[place];
#endif
        }
#if DISTANCES
        swapped[start + c] = code;
#else
        code <<= 2 * (c & 15);
        for (int step = 1; step < 16; step *= 2) code |= __shfl_xor_sync(0xFFFFFFFF, code, step);
        if ((c & 15) == 0) swapped[(start + c) >> 4] = code;
#endif
    }
}

// How many positions have each code, mirror images counted: counts[256].
extern "C" __global__ void count(int row_count, int columns, u32 stride, const u8* sizes, const Codes* codes, u64* counts) {
    __shared__ u32 mine[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) mine[i] = 0;
    __syncthreads();
    u32 sums[4] = {0, 0, 0, 0};
    for (int row = blockIdx.x; row < row_count; row += gridDim.x) {
        u64 start = (u64)row * stride;
        u32 weight = sizes[row];
        for (u32 c = threadIdx.x * 16; c < columns; c += blockDim.x * 16) {
            int here = min(16, columns - c);
#if DISTANCES
            uint4 four = *(const uint4*)(codes + start + c);
            const u8* code = (const u8*)&four;
            u32 run = 0;
#pragma unroll
            for (int i = 0; i < 16; i++) {
                run += i < here ? weight : 0;
                if (i == 15 || code[i] != code[i + 1]) {
                    if (run) atomicAdd(&mine[code[i]], run);
                    run = 0;
                }
            }
#else
            u32 word = codes[(start + c) >> 4], valid = here == 16 ? 0x55555555 : 0x55555555 & ((1u << 2 * here) - 1);
            u32 lower = word & valid, upper = word >> 1 & valid;
            sums[1] += weight * __popc(lower & ~upper);
            sums[2] += weight * __popc(upper & ~lower);
            sums[0] += weight * __popc(valid & ~(lower ^ upper));
#endif
        }
    }
    for (int i = 0; i < 3; i++)
        if (sums[i]) atomicAdd(&mine[i], sums[i]);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        if (mine[i]) atomicAdd(&counts[i], (u64)mine[i]);
}

// Two bits a position from bytes.
extern "C" __global__ void pack(u64 words, const u8* codes, u32* values) {
    u64 at = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= words) return;
    u32 word = 0;
    for (int i = 0; i < 16; i++) {
        u32 code = codes[at * 16 + i];
        word |= (code == 0 ? 0u : code < LOST ? 1u : 2u) << 2 * i;
    }
    values[at] = word;
}

// Look positions up in two-bit tables: tables[(many * 32 + few) * 2 + side], 0 where there is none. The answer is
// 1 won, 2 lost, 0 drawn, 9 unknown.
extern "C" __global__ void probe(
    int count, const u32* owns, const u32* others, const u32* entry, const u32* binomials, const u64* tables,
    const u32* strides, u8* answers) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    u32 own = owns[i], other = others[i];
    int side = __popc(own) >= __popc(other) ? 0 : 1;
    u32 row = side ? other : own, column = side ? own : other;
    int pair = __popc(row) * 32 + __popc(column);
    const u32* table = (const u32*)tables[pair * 2 + side];
    u32 answer = 9;
    if (table) {
        u64 place = place_of(row, column, entry[row], strides[pair], binomials);
        answer = table[place >> 4] >> 2 * (place & 15) & 3;
        if (answer == 3) answer = 0;
    }
    answers[i] = answer;
}
