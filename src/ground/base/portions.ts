/**
 * Maximum number of values in one `in (…)`: far below the limit of both databases, and large enough for few
 * statements.
 */
const VALUES_AT_ONCE = 500

/** Lists of at most `size` items. */
export const portions = <T>(items: readonly T[], size = VALUES_AT_ONCE): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))
