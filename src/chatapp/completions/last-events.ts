import { createStreamParser } from '#ground/base/event-stream/parse.ts'
import { STREAM_END, streamEventText } from '#ground/base/event-stream/write.ts'
import { errorTypeOf, openAiErrorBody } from '#ground/base/openai-error.ts'
import { CHATAPP_REFUSALS } from '#chatapp/http/refusals.ts'
import type { ChatappRefused } from '#chatapp/http/refused.ts'
import type { CompletionCall } from '#chatapp/models/connections/client.ts'

interface BegunStream {
  sequence: number
  first: Buffer
}

/** If the source fails between two events, adds events that report the failure. Within an event, rethrows the error. */
export async function* withLastEvents(
  source: AsyncIterable<Buffer>,
  path: CompletionCall['path'],
  failure: () => ChatappRefused,
): AsyncGenerator<Buffer | string> {
  let last = '\n\n'
  let sequence = 0
  const first: Buffer[] = []
  let firstBytes = 0
  try {
    for await (const piece of source) {
      yield piece
      if (path !== '/chat/completions' && firstBytes <= MAX_FIRST_BYTES && !first.at(-1)?.includes('\n\n')) {
        first.push(piece)
        firstBytes += piece.length
      }
      last = (last + piece.toString('latin1', Math.max(0, piece.length - 4))).slice(-4)
      sequence = nextSequence(piece) ?? sequence
    }
  } catch (error) {
    if (!/\r?\n\r?\n$/.test(last)) throw error
    const fitsFirst = firstBytes <= MAX_FIRST_BYTES
    yield lastEvents(failure(), path, { sequence, first: fitsFirst ? Buffer.concat(first) : Buffer.alloc(0) })
  }
}
const MAX_FIRST_BYTES = 1024 * 1024

function nextSequence(piece: Buffer): number | null {
  const sequenceOffset = piece.lastIndexOf(SEQUENCE)
  if (sequenceOffset === -1) return null
  const number = /^\d+/.exec(
    piece.toString('latin1', sequenceOffset + SEQUENCE.length, sequenceOffset + SEQUENCE.length + 12),
  )
  return number && Number(number[0]) + 1
}

/** Cannot match inside a JSON string, because quotes are escaped there. */
const SEQUENCE = '"sequence_number":'

function lastEvents(
  { code, message }: ChatappRefused,
  path: CompletionCall['path'],
  { sequence, first }: BegunStream,
): string {
  const body = openAiErrorBody({ message, type: errorTypeOf(CHATAPP_REFUSALS[code][0]), param: null, code })
  if (path === '/chat/completions') return streamEventText(body)
  const error = { type: 'error', sequence_number: sequence, code, message, param: null, ...body }
  const response = responseIn(first)
  const failed = response && {
    type: 'response.failed',
    sequence_number: sequence + 1,
    response: { ...response, status: 'failed', error: { code: 'server_error', message } },
  }
  return [
    streamEventText(error, 'error'),
    failed ? streamEventText(failed, failed.type) : '',
    STREAM_END,
  ].join('')
}

function responseIn(first: Buffer): object | null {
  const [event] = createStreamParser().push(first)
  if (typeof event !== 'string') return null
  try {
    const { response } = JSON.parse(event) as { response?: unknown }
    return typeof response === 'object' ? response : null
  } catch {
    return null
  }
}
