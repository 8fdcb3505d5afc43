import { text as readText } from 'node:stream/consumers'
import type { UpstreamClient } from '#chatapp/models/connections/client.ts'
import type { ModelServer } from '#chatapp/models/connections/connection.ts'
import type { MessageError } from '#chatapp/chats/schema.ts'
import {
  readStream,
  readWholeCompletion,
  refusalFrom,
  type CompletionEnd,
  type CompletionListener,
} from './completion.ts'

export type CompletionOutcome =
  | CompletionEnd
  /** The connection to the upstream broke. */
  | { state: 'interrupted'; error: MessageError }
  /** The upstream refused the request before it sent any text. */
  | { state: 'failed'; error: MessageError; refusedWith: number }

export interface CompletionQuery {
  connection: ModelServer
  body: unknown
  headers: Readonly<Record<string, string>>
}

/** Errors of the upstream become outcomes. After `signal` aborts, callers must ignore the outcome. */
export async function ask(
  client: Pick<UpstreamClient, 'complete'>,
  { connection, body, headers }: CompletionQuery,
  listener: CompletionListener,
  signal: AbortSignal,
): Promise<CompletionOutcome> {
  let answer
  try {
    answer = await client.complete(connection, { body, headers, signal })
  } catch {
    return { state: 'failed', error: UNREACHABLE }
  }
  try {
    const { status } = answer
    if (status !== 200) {
      const error = refusalFrom(status, await readText(answer.body))
      return { state: 'failed', error, refusedWith: status }
    }
    const ending = answer.contentType.includes('text/event-stream')
      ? await readStream(answer.body, listener)
      : readWholeCompletion(await readText(answer.body), listener)
    if (ending) return ending
  } catch {
    // The connection was reset or idle too long, or the response was no event stream.
  } finally {
    answer.body.destroy()
  }
  return { state: 'interrupted', error: CUT_OFF }
}

const UNREACHABLE: MessageError = {
  message: 'The agent can’t be reached right now. Try again in a moment.',
  code: 'agent_unreachable',
}

const CUT_OFF: MessageError = {
  message: 'The connection to the agent was lost before the answer was complete.',
  code: 'connection_lost',
}
