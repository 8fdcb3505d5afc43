import { Readable } from 'node:stream'
import type { Clock } from '#ground/base/clock.ts'
import { readAtMost } from '#ground/base/read-at-most.ts'
import { refusalAsStatus } from './late-refusal.ts'
import type { UpstreamAnswer, UpstreamClient } from './client.ts'

export interface ServedModels {
  request(address: string, model: string): ServedRequest
  refusesFiles(address: string, model: string): boolean
  learnFiles(address: string, model: string, refusal: { status: number; text: string }): void
}

interface ServedRequest {
  body(body: object): object
  /** Returns the names of the settings that the next attempt omits, for the log; null if there is no retry. */
  retry(refusal: { status: number; text: string }, sent: object): string | null
  accepted(): void
}

const MAX_RETRIES = 6
const MAX_REFUSAL_BYTES = 1024 * 1024

/** Retries without the setting that a model refused. */
export function learningClient(
  client: UpstreamClient,
  models: ServedModels,
  onAdapted: (adapted: { model: string; status: number; what: string }) => void,
  clock: Pick<Clock, 'after'>,
): UpstreamClient {
  return {
    ...client,
    async complete(connection, call) {
      const original = call.body
      if (connection.hub !== null || !isBody(original)) return client.complete(connection, call)
      const request = models.request(connection.url, original.model)
      for (let retries = 0; ; retries++) {
        const body = request.body(original)
        const answer = await refusalAsStatus(await client.complete(connection, { ...call, body }), clock)
        if (answer.status < 400) {
          request.accepted()
          return answer
        }
        const { status } = answer
        const text = await readAtMost(answer.body, MAX_REFUSAL_BYTES)
        const what = retries < MAX_RETRIES ? request.retry({ status, text }, body) : null
        if (what === null || call.signal.aborted) return withBody(answer, text)
        onAdapted({ model: `${original.model} at ${connection.url}`, status, what })
      }
    },
  }
}

const isBody = (body: unknown): body is { model: string } =>
  typeof body === 'object' && body !== null && 'model' in body && typeof body.model === 'string'

const withBody = (answer: UpstreamAnswer, text: string): UpstreamAnswer => ({
  ...answer,
  body: Readable.from([Buffer.from(text)], { objectMode: false }),
})
