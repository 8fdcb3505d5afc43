export const isBelowAny = (path: string, prefixes: readonly string[]): boolean =>
  prefixes
    .map((prefix) => prefix.trim().replace(/\/+$/, ''))
    .filter(Boolean)
    .some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
