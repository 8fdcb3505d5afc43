const TIMEOUT_MS = 30_000
const POLL_INTERVAL_MS = 100

/** Poll until a condition holds. Throws after half a minute and names the condition. */
export async function until(holds: () => Promise<boolean>, condition: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`timed out: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
}
