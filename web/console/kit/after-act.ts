/**
 * A handler for `onSettled` that refreshes data. After a success it waits for the new data, so that a dialog closes
 * over current data. It shows a failure at once, because the server may be unreachable.
 */
export const afterAct =
  (read: () => Promise<unknown>) =>
  (_answer: unknown, error: Error | null): Promise<unknown> | undefined => {
    const reading = read()
    return error ? undefined : reading
  }
