/** True if a path equals a prefix or is below one. Trailing slashes and empty prefixes are ignored. */
export const isBelowAny = (path: string, prefixes: readonly string[]): boolean =>
  prefixes
    .map((prefix) => prefix.trim().replace(/\/+$/, ''))
    .filter(Boolean)
    .some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
