// Quixo solved on the graphics processor: the kernels behind gpu.py, which writes the constants above:
// CELLS, PUSHES, LINES, DISTANCES, and the tables GOALS, BACK, TAKEN, PLACED, SYMMETRIES and LINE.
//
// One block works on one row of a pair's side (see layout.py). Where a push leads to is then one row for
// the whole block, and its column is a rearrangement of bits, done by tables of 64 entries in shared memory.
//
// With DISTANCES a position takes 16 bits: 0 open (in the end, a draw), WON + d won in d plies, LOST + d lost in d, and
// the rounds go by distance as in cpu.py. Without, it takes two bits, and a round takes whatever is known: 0 open,
// 1 won, 2 lost, 3 open but safe (a move with a blank cube draws).

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define WON 1
#define LOST 0x8000
#define THREADS 256
#define SCAN 16
#define LIST (THREADS * SCAN + 2048)
#define NOTHING 0xFFFF
#define IS_LOST 0x8000

#if DISTANCES
typedef u16 Codes;
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

#if DISTANCES
struct __align__(16) Sixteen {
    u16 at[16];
};

__device__ __forceinline__ Sixteen sixteen(const Codes* codes) {
    Sixteen loaded;
    ((uint4*)&loaded)[0] = ((const uint4*)codes)[0];
    ((uint4*)&loaded)[1] = ((const uint4*)codes)[1];
    return loaded;
}
#endif

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
    const u16* low, const u32* high, int low_bits, const Codes* fuller, u32 fuller_stride, Codes* codes, Codes* hints,
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
                    u32 win = WON + after - LOST + 1;
                    hint = hint == 0 || hint >= LOST ? win : min(hint, win);
                } else if (hint >= LOST)
                    hint = after == 0 ? 0 : max(hint, LOST + after - WON + 1);
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
// them, so those rows are always looked at. By distance a row has its turn too when the next of its hints falls due.
extern "C" __global__ void __launch_bounds__(THREADS) round_of(
    int distance, int everything, int side, int columns, u32 stride, const u32* rows, const u32* column_sets,
    const u32* entry, const u16* low, const u32* high, int low_bits, const Codes* opposite, const Codes* opposite_hints,
    Codes* codes, const Codes* hints, int* next_hints, u16* marks, u8* marked_rows, u16* their_marks,
    u8* their_marked_rows, u32* changes) {
    extern __shared__ u32 shared[];
    __shared__ Plans plans;
    __shared__ u16 list[LIST];
    __shared__ int length, changed, next_hint;
    u32 row = rows[blockIdx.x];
    bool all = everything || (entry[row] & 8);
    bool marked = marked_rows[blockIdx.x];
#if DISTANCES
    marked |= next_hints[blockIdx.x] == distance;
#endif
    __syncthreads();  // all have read it before it is cleared
    if (!all && !marked) return;
    int bits = CELLS - __popc(row), chunks = max((bits + 5) / 6, 1);
    u32* tables = shared;
    Ranks ranks = load_ranks(shared + PUSHES * chunks * 64, low, high, low_bits, bits);
    if (threadIdx.x == 0) {
        length = 0;
        next_hint = 0x7FFFFFFF;
        marked_rows[blockIdx.x] = 0;
    }
    __syncthreads();
    u64 start = (u64)blockIdx.x * stride;
#if DISTANCES
    u32 won = WON + distance, lost = LOST + distance;
    int my_next = 0x7FFFFFFF;
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
            Sixteen code = sixteen(codes + start + c), hint = sixteen(hints + start + c);
#pragma unroll
            for (int i = 0; i < SCAN; i++)
                if (code.at[i] == 0) {
                    u32 h = hint.at[i];
                    if (mark >> i & 1 || h == won || h == lost) chosen |= 1u << i;
                    int due = h >= LOST ? h - LOST : h - WON;  // -1 without a hint
                    if (due > distance) my_next = min(my_next, due);
                }
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
#if DISTANCES
    atomicMin(&next_hint, my_next);
    __syncthreads();
    if (threadIdx.x == 0) next_hints[blockIdx.x] = next_hint;
#endif
}
