/** Path segments as upstreams may read them: decoded, with slashes collapsed. */
export const segmentsOf = (path: string): string[] =>
  decoded(path)
    .split(/[/\\]+/)
    .filter(Boolean)

/** Lenient upstreams decode valid escapes even if another escape is malformed. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path.replace(/%([0-9a-f]{2})/gi, (_escape, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }
}
