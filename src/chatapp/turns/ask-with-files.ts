import type { UpstreamClient } from '#chatapp/models/connections/client.ts'
import type { ServedModels } from '#chatapp/models/connections/learning-client.ts'
import { ask, type CompletionOutcome, type CompletionQuery } from './ask.ts'
import type { CompletionListener } from './completion.ts'

export type FilesAs = 'bytes' | 'names'

/** Statuses of servers whose model accepts no files. Some servers return 500 for an image. */
const REFUSING: ReadonlySet<number> = new Set([400, 404, 413, 415, 422, 500])

const NOTICE = '_The model’s server refused the files of this chat, so the model only got their names._'

interface Deps {
  client: Pick<UpstreamClient, 'complete'>
  servedModels: Pick<ServedModels, 'refusesFiles' | 'learnFiles'>
}

type FilesQuestion = CompletionQuery & {
  body: { model: string }
  mayRefuseFiles: boolean
  hasNewFiles: boolean
}

/** If the upstream refuses files, retries with only the names of the files, so that the chat can continue. */
export async function askWithFiles(
  { client, servedModels }: Deps,
  questionWith: (files: FilesAs) => Promise<FilesQuestion>,
  listener: CompletionListener,
  signal: AbortSignal,
): Promise<CompletionOutcome> {
  const question = await questionWith('bytes')
  const { connection, body, mayRefuseFiles, hasNewFiles } = question
  const askWithNames = async (isNamed: boolean) =>
    ask(client, await questionWith('names'), isNamed ? withNotice(listener) : listener, signal)
  if (mayRefuseFiles && servedModels.refusesFiles(connection.url, body.model))
    return askWithNames(hasNewFiles)
  const outcome = await ask(client, question, listener, signal)
  if (!mayRefuseFiles || !('refusedWith' in outcome) || signal.aborted) return outcome
  const { refusedWith: status, error } = outcome
  if (!REFUSING.has(status)) return outcome
  const second = await askWithNames(true)
  if ('refusedWith' in second) return outcome
  servedModels.learnFiles(connection.url, body.model, { status, text: error.message })
  return second
}

function withNotice(listener: CompletionListener): CompletionListener {
  let isReported = false
  return {
    ...listener,
    add(piece) {
      if (!isReported && piece.type === 'text') {
        isReported = true
        listener.add({ type: 'text', text: `${NOTICE}\n\n` })
      }
      listener.add(piece)
    },
  }
}
