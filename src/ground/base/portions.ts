/** Values of one `in (…)`. Both databases allow far more; statements stay few. */
const VALUES_AT_ONCE = 500

/** Lists of at most `size` items. */
export const portions = <T>(items: readonly T[], size = VALUES_AT_ONCE): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))
