import { z } from 'zod'
import { RefusedRequests } from '../notices/schema.ts'

/** A person's wait for one delivery at the test address of an endpoint. */
export const TestWait = z.object({
  /** Time at which the wait ends. */
  untilMs: z.number(),
  /** The latest refused delivery during the wait. */
  refusal: RefusedRequests.nullable(),
  /** Content of the file that the delivery would have become; null while the person waits. */
  event: z.string().nullable(),
})
export type TestWait = z.infer<typeof TestWait>

export interface TestWaits {
  /** Null if no wait was started at this endpoint. */
  read(endpoint: string): Promise<TestWait | null>
  write(endpoint: string, wait: TestWait): Promise<void>
}

export const TEST_WAIT_MS = 10 * 60_000

export const isWaiting = (wait: TestWait | null, now: number): wait is TestWait & { event: null } =>
  wait !== null && wait.event === null && wait.untilMs > now
