/**
 * For `onSettled`: data that an action may have changed is read again. A success waits for that, so that a
 * dialog closes onto current data. A failure is shown at once, as a failed server may not answer the read
 * either.
 */
export const afterAct =
  (read: () => Promise<unknown>) =>
  (_answer: unknown, error: Error | null): Promise<unknown> | undefined => {
    const reading = read()
    return error ? undefined : reading
  }
