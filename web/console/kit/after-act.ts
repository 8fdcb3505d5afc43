/**
 * For `onSettled`: what an act may have changed is read again. Who succeeded waits for that, so that a dialog closes onto
 * what is so. A failure is told at once, as a server that failed may not answer the reading either.
 */
export const afterAct =
  (read: () => Promise<unknown>) =>
  (_answer: unknown, error: Error | null): Promise<unknown> | undefined => {
    const reading = read()
    return error ? undefined : reading
  }
