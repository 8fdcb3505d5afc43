import type { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import type { MattermostClient } from './client.ts'
import { readMattermostRefusal } from './refusal.ts'

export class ApiFailure extends Error {
  override name = 'ApiFailure'
  /** Null if the server did not respond. */
  readonly status: number | null
  /** Delay before a retry; null if a retry is useless or the delay is unknown. */
  readonly waitMs: number | null
  constructor(message: string, status: number | null, waitMs: number | null) {
    super(message)
    this.status = status
    this.waitMs = waitMs
  }
}

/** @throws ApiFailure */
export type Get = <T>(path: string, schema: z.ZodType<T>, signal: AbortSignal) => Promise<T>

export const createGet =
  (client: MattermostClient): Get =>
  async (path, schema, signal) => {
    const exchange = await client.exchange({ method: 'GET', path }, signal)
    if (exchange.happened !== 'answered') throw new ApiFailure(exchange.reason, null, null)
    const { status, json } = exchange.answer
    const parsed = schema.safeParse(json)
    if (status === 200 && parsed.success) return parsed.data
    const { reason, waitMs } = readMattermostRefusal(exchange.answer)
    throw new ApiFailure(reason, status, waitMs)
  }

const MAX_RETRIES = 10

export const withRetries =
  (get: Get, clock: Pick<Clock, 'sleep'>): Get =>
  async (path, schema, signal) => {
    for (let waits = 0; ; waits++)
      try {
        return await get(path, schema, signal)
      } catch (error) {
        const { status, waitMs } = error as ApiFailure
        if (status !== 429 || waits === MAX_RETRIES) throw error
        await clock.sleep(waitMs!, signal)
      }
  }
