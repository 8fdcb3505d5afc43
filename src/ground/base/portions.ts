const MAX_VALUES = 500

export const portions = <T>(items: readonly T[], size = MAX_VALUES): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))
