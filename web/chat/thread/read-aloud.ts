import { useSyncExternalStore } from 'react'
import { createEmitter } from '../../ui/emitter.ts'
import { locale } from '../../ui/language.ts'

export const canSpeak = (): boolean => typeof speechSynthesis !== 'undefined'

let readingId: string | null = null
const changed = createEmitter()

export const useIsRead = (id: string): boolean =>
  useSyncExternalStore(changed.subscribe, () => readingId === id)

export async function readAloud(id: string, text: string): Promise<void> {
  const isOver = readingId === id
  if (readingId !== null) stopReading(readingId)
  if (isOver) return
  const { spokenBlocks } = await import('../../ui/markdown/spoken.ts')
  const blocks = spokenBlocks(text)
  if (blocks.length === 0) return
  notify(id)
  // Browsers stop long utterances, so each block is a separate utterance.
  for (const [place, block] of blocks.entries()) {
    const utterance = new SpeechSynthesisUtterance(block)
    utterance.lang = languageOf(block)
    if (place === blocks.length - 1) {
      const end = () => readingId === id && notify(null)
      utterance.addEventListener('end', end)
      utterance.addEventListener('error', end)
    }
    speechSynthesis.speak(utterance)
  }
}

export function stopReading(id: string): void {
  if (readingId !== id) return
  notify(null)
  speechSynthesis.cancel()
}

function languageOf(text: string): string {
  const letters = [
    [/\p{Script=Arabic}/u, 'ar'],
    [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
    [/\p{Script=Hangul}/u, 'ko'],
    [/\p{Script=Han}/u, 'zh'],
    [/\p{Script=Cyrillic}/u, 'ru'],
    [/\p{Script=Greek}/u, 'el'],
    [/\p{Script=Hebrew}/u, 'he'],
  ] as const
  return letters.find(([script]) => script.test(text))?.[1] ?? locale()
}

function notify(id: string | null): void {
  readingId = id
  changed.emit()
}
