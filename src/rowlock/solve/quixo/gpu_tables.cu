// What is asked of solved tables: the same positions for the other player, counts, probes, checks. Follows gpu.cu.

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
    const Codes* codes, const Codes* hints, Codes* swapped, Codes* swapped_hints) {
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

// How many positions have each code, mirror images counted. By distance, counts[d] are won in d plies, LIMIT + d lost,
// and 2 * LIMIT drawn; what is LIMIT - 1 plies or more is counted there. Without distances: counts[code], 0 for draws.
#define LIMIT 1024
extern "C" __global__ void count(int row_count, int columns, u32 stride, const u8* sizes, const Codes* codes, u64* counts) {
    __shared__ u32 mine[2 * LIMIT + 1];
    for (int i = threadIdx.x; i <= 2 * LIMIT; i += blockDim.x) mine[i] = 0;
    __syncthreads();
    u32 sums[3] = {0, 0, 0};
    for (int row = blockIdx.x; row < row_count; row += gridDim.x) {
        u64 start = (u64)row * stride;
        u32 weight = sizes[row];
        for (u32 c = threadIdx.x * 16; c < columns; c += blockDim.x * 16) {
            int here = min(16, columns - c);
#if DISTANCES
            Sixteen code = sixteen(codes + start + c);
            u32 run = 0;
#pragma unroll
            for (int i = 0; i < 16; i++) {  // neighbours are often alike, and adding is slow
                run += i < here ? weight : 0;
                u32 x = code.at[i];
                if (i == 15 || x != code.at[i + 1]) {
                    int bin = x == 0 ? 2 * LIMIT : x < LOST ? min(x - WON, LIMIT - 1) : LIMIT + min(x - LOST, LIMIT - 1);
                    if (run) atomicAdd(&mine[bin], run);
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
    for (int i = threadIdx.x; i <= 2 * LIMIT; i += blockDim.x)
        if (mine[i]) atomicAdd(&counts[i], (u64)mine[i]);
}

// The tables of all pairs that the card holds: of[(many * 32 + few) * 2 + side], 0 where there is none.
struct Tables {
    const u64* of;
    const u32* strides;
    const u32* entry;
    const u32* binomials;
};

#define UNKNOWN 0xFFFFFFFF

// The code of any position, for the side that has the cubes `own` and is to move.
__device__ u32 look_up(u32 own, u32 other, const Tables& tables) {
    int side = __popc(own) >= __popc(other) ? 0 : 1;
    u32 row = side ? other : own, column = side ? own : other;
    int pair = __popc(row) * 32 + __popc(column);
    const Codes* table = (const Codes*)tables.of[pair * 2 + side];
    if (!table) return UNKNOWN;
    return code_at(table, place_of(row, column, tables.entry[row], tables.strides[pair], tables.binomials));
}

// Look positions up: 1 won, 2 lost, 0 drawn, 9 unknown.
extern "C" __global__ void probe(
    int count, const u32* owns, const u32* others, const u32* entry, const u32* binomials, const u64* of,
    const u32* strides, u8* answers) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    u32 code = look_up(owns[i], others[i], Tables{of, strides, entry, binomials});
#if DISTANCES
    answers[i] = code == UNKNOWN ? 9 : code == 0 ? 0 : code < LOST ? 1 : 2;
#else
    answers[i] = code == UNKNOWN ? 9 : code == 3 ? 0 : code;
#endif
}

#if DISTANCES
// Look codes up; 0xFFFF where there is no table.
extern "C" __global__ void codes_of(
    int count, const u32* owns, const u32* others, const u32* entry, const u32* binomials, const u64* of,
    const u32* strides, Codes* codes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) codes[i] = look_up(owns[i], others[i], Tables{of, strides, entry, binomials});
}

__device__ bool has_line(u32 cubes) {
    for (int i = 0; i < LINES; i++)
        if ((cubes & LINE[i]) == LINE[i]) return true;
    return false;
}

// Does every `step`-th position of a pair's side follow from its moves? One thread looks at one position at a time,
// in the plainest way: all legal pushes are made, and where they lead to is looked up. Counts the wrong ones in
// failures[0] and the ones looked at in failures[1]. Where a drawn or lost position has no table for a move, it is wrong.
extern "C" __global__ void check(
    int side, int row_count, int columns, u32 stride, u32 step, const u32* rows, const u32* column_sets, const u32* entry,
    const u32* binomials, const u64* of, const u32* strides, const Codes* codes, u64* failures) {
    Tables tables{of, strides, entry, binomials};
    u64 positions = (u64)row_count * columns, wrong = 0, looked = 0;
    u64 threads = (u64)gridDim.x * blockDim.x;
    for (u64 i = ((u64)blockIdx.x * blockDim.x + threadIdx.x) * step; i < positions; i += threads * step) {
        u32 row = rows[i / columns], column = column_sets[i % columns], cubes = 0;
        for (u32 left = ~row & ((1u << CELLS) - 1); column; column >>= 1, left &= left - 1)
            if (column & 1) cubes |= left & -left;
        u32 own = side ? cubes : row, other = side ? row : cubes;
        u32 expected = has_line(own) ? WON : has_line(other) ? LOST : 0;
        if (!expected) {
            u32 soonest = UNKNOWN, latest = 0;  // of the lost and of the won positions that the moves lead to
            bool open = false;
            for (int k = 0; k < PUSHES; k++) {
                u32 taken = 1u << TAKEN[k];
                if (other & taken) continue;
                u32 after = look_up(image(other, GOALS[k]), image(own | taken, GOALS[k]), tables);
                if (after == UNKNOWN || after == 0) open = true;
                else if (after >= LOST) soonest = min(soonest, after - LOST);
                else latest = max(latest, after - WON);
            }
            expected = soonest != UNKNOWN ? WON + soonest + 1 : open ? 0 : LOST + latest + 1;
        }
        looked++;
        if (expected != codes[i / columns * stride + i % columns]) wrong++;
    }
    if (wrong) atomicAdd(&failures[0], wrong);
    atomicAdd(&failures[1], looked);
}

// The first position of a pair's side that has a code.
extern "C" __global__ void find(int row_count, int columns, u32 stride, u32 code, const Codes* codes, u64* first) {
    for (int row = blockIdx.x; row < row_count; row += gridDim.x)
        for (u32 c = threadIdx.x; c < columns; c += blockDim.x)
            if (codes[(u64)row * stride + c] == code) atomicMin(first, (u64)row * stride + c);
}
#endif
