/** After a success, waits for the new data, so that a dialog closes over current data. Shows a failure at once. */
export const afterAct =
  (read: () => Promise<unknown>) =>
  (_answer: unknown, error: Error | null): Promise<unknown> | undefined => {
    const reading = read()
    return error ? undefined : reading
  }
