/** For `.catch`: returns null for a missing file and rethrows other errors. */
export const nullWhenMissing = (error: unknown): null => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}
