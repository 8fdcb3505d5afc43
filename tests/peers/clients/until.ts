const TIMEOUT_MS = 30_000
const POLL_INTERVAL_MS = 100

/** Polls until a condition holds. @throws Error with the condition's name after the time limit. */
export async function until(
  holds: () => Promise<boolean>,
  condition: string,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`timed out: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
}
