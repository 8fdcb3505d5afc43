import { explainMissing } from '../new-version.ts'
import type { ColouredLine } from './coloured-line.ts'

/** A request to the worker for highlighted code. */
export interface ColourRequest {
  id: number
  code: string
  language: string
}

export interface ColourAnswer {
  id: number
  /** Null: unknown language. */
  lines: readonly ColouredLine[] | null
  /** The grammar can't be fetched. */
  isMissing?: boolean
}

const worker = new Worker(new URL('./highlighter-worker.ts', import.meta.url), { type: 'module' })
const waiting = new Map<number, PromiseWithResolvers<readonly ColouredLine[] | null>>()
let asked = 0
/** It could not be fetched, or ended: code stays as it is. */
let isBroken = false

worker.addEventListener('message', ({ data }: MessageEvent<ColourAnswer>) => {
  if (data.isMissing) void explainMissing()
  waiting.get(data.id)?.resolve(data.lines)
  waiting.delete(data.id)
})
worker.addEventListener('error', () => {
  isBroken = true
  void explainMissing()
  for (const { resolve } of waiting.values()) resolve(null)
  waiting.clear()
})

/**
 * Highlights code in a worker, since preparing a grammar would block the page. Null: it can't be highlighted.
 */
export function colourCode(code: string, language: string): Promise<readonly ColouredLine[] | null> {
  if (isBroken) return Promise.resolve(null)
  const request: ColourRequest = { id: asked++, code, language }
  const answer = Promise.withResolvers<readonly ColouredLine[] | null>()
  waiting.set(request.id, answer)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other reader
  worker.postMessage(request)
  return answer.promise
}
