import { useSyncExternalStore } from 'react'
import { createEmitter } from '../../ui/emitter.ts'

export const canSpeak = (): boolean => typeof speechSynthesis !== 'undefined'

let readingId: string | null = null
const changed = createEmitter()

export const useIsRead = (id: string): boolean =>
  useSyncExternalStore(changed.subscribe, () => readingId === id)

export async function readAloud(id: string, text: string): Promise<void> {
  const isOver = readingId === id
  if (readingId !== null) stopReading(readingId)
  if (isOver) return
  const { utterancesOf } = await import('./utterances.ts')
  const utterances = utterancesOf(text)
  const end = () => readingId === id && notify(null)
  utterances.at(-1)?.addEventListener('end', end)
  utterances.at(-1)?.addEventListener('error', end)
  if (utterances.length > 0) notify(id)
  for (const utterance of utterances) speechSynthesis.speak(utterance)
}

export function stopReading(id: string): void {
  if (readingId !== id) return
  notify(null)
  speechSynthesis.cancel()
}

function notify(id: string | null): void {
  readingId = id
  changed.emit()
}
