import type { UpstreamClient } from '#chatapp/models/connections/client.ts'
import { ask, type Outcome, type Question } from './ask.ts'
import type { Listener } from './completion.ts'

/** How the files of a conversation are sent: themselves, or their names. */
export type FilesAs = 'bytes' | 'names'

/** Refusals that the files may be the reason of; some servers give 500 for a picture. */
const REFUSING: ReadonlySet<number> = new Set([400, 404, 413, 415, 422, 500])

const NOTICE = '_The model’s server refused the files of this chat, so the model only got their names._'

/**
 * Sends a request to an upstream. If it refuses a conversation with files, the request is repeated once with
 * the files' names, so that a picture does not end a chat with a model that accepts none.
 */
export async function askWithFiles(
  client: Pick<UpstreamClient, 'complete'>,
  questionWith: (files: FilesAs) => Promise<Question & { mayRefuseFiles: boolean }>,
  listener: Listener,
  signal: AbortSignal,
): Promise<Outcome> {
  const question = await questionWith('bytes')
  const outcome = await ask(client, question, listener, signal)
  const isRefused = 'refusedWith' in outcome && REFUSING.has(outcome.refusedWith)
  if (!question.mayRefuseFiles || !isRefused || signal.aborted) return outcome
  let isTold = false
  const add: Listener['add'] = (piece) => {
    if (!isTold && piece.type === 'text') {
      isTold = true
      listener.add({ type: 'text', text: `${NOTICE}\n\n` })
    }
    listener.add(piece)
  }
  const second = await ask(client, await questionWith('names'), { ...listener, add }, signal)
  return 'refusedWith' in second ? outcome : second
}
