/** True if a path is one of these prefixes or below one. Slashes at the end and empty entries don't count. */
export const isBelowAny = (path: string, prefixes: readonly string[]): boolean =>
  prefixes
    .map((prefix) => prefix.trim().replace(/\/+$/, ''))
    .filter(Boolean)
    .some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
