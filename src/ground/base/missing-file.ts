/** For `.catch`: null for a file that does not exist; any other error is thrown. */
export const nullWhenMissing = (error: unknown): null => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}
