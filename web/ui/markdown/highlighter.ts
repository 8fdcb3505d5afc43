import { explainMissing } from '../new-version.ts'
import type { ColouredLine } from './coloured-line.ts'

export interface ColourRequest {
  id: number
  code: string
  language: string
}

export interface ColourAnswer {
  id: number
  /** Null for an unknown language. */
  lines: readonly ColouredLine[] | null
  /** True if the grammar cannot be loaded. */
  isMissing?: boolean
}

const worker = new Worker(new URL('./highlighter-worker.ts', import.meta.url), { type: 'module' })
const waiting = new Map<number, PromiseWithResolvers<readonly ColouredLine[] | null>>()
let asked = 0
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

export function colourCode(code: string, language: string): Promise<readonly ColouredLine[] | null> {
  if (isBroken) return Promise.resolve(null)
  const request: ColourRequest = { id: asked++, code, language }
  const answer = Promise.withResolvers<readonly ColouredLine[] | null>()
  waiting.set(request.id, answer)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other reader
  worker.postMessage(request)
  return answer.promise
}
