/**
 * For `onSettled`: refreshes data that an action may have changed. After a success it waits for the data, so that a
 * dialog closes over current data. A failure shows at once, because the server may be unreachable.
 */
export const afterAct =
  (read: () => Promise<unknown>) =>
  (_answer: unknown, error: Error | null): Promise<unknown> | undefined => {
    const reading = read()
    return error ? undefined : reading
  }
