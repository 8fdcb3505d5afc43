const FIRST_MS = 100
const LONGEST_MS = 10_000

/** How long a process must have been healthy for its earlier crashes to be forgotten. */
export const HEALTHY_AFTER_MS = 30_000

/** How long to wait before starting a process again, by how often in a row it has crashed before. */
export const backoffMs = (crashesBefore: number): number =>
  Math.min(FIRST_MS * 2 ** crashesBefore, LONGEST_MS)
