/** The segments of a path as an upstream may read them: decoded, with slashes collapsed. */
export const segmentsOf = (path: string): string[] =>
  decoded(path)
    .split(/[/\\]+/)
    .filter(Boolean)

/** What cannot be decoded is taken as it is: no upstream could read more into it. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
