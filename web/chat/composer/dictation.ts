import { useEffect, useRef, useState } from 'react'
import { locale } from '../../ui/language.ts'

/** TypeScript's DOM library lacks the Web Speech API. */
interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  stop(): void
  abort(): void
}

interface RecognitionEvent extends Event {
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>>
}

const Recogniser =
  (globalThis as { SpeechRecognition?: new () => Recognition }).SpeechRecognition ??
  (globalThis as { webkitSpeechRecognition?: new () => Recognition }).webkitSpeechRecognition

export const canDictate = (): boolean => Recogniser !== undefined && window.isSecureContext

export interface Dictation {
  isListening: boolean
  toggle(): void
}

/** `onText` receives the complete text with each interim result. */
export function useDictation(text: string, onText: (text: string) => void, onRefused: () => void): Dictation {
  const recognition = useRef<Recognition | null>(null)
  const [isListening, setListening] = useState(false)
  useEffect(() => () => recognition.current?.abort(), [])
  const isEmpty = text === ''
  // Stops dictation when the person sends or clears the text; otherwise the next result restores it.
  useEffect(() => {
    if (isEmpty) recognition.current?.abort()
  }, [isEmpty])

  function start() {
    const before = text === '' || /\s$/.test(text) ? text : `${text} `
    const started = new Recogniser!()
    started.lang = locale()
    started.continuous = true
    started.interimResults = true
    started.addEventListener('result', (event) => {
      const transcript = Array.from(
        (event as RecognitionEvent).results,
        (result) => result[0]?.transcript ?? '',
      ).join('')
      onText(before + transcript)
    })
    started.addEventListener('error', (event) => {
      if ('error' in event && event.error !== 'no-speech' && event.error !== 'aborted') onRefused()
    })
    started.addEventListener('end', () => setListening(false))
    recognition.current = started
    started.start()
    setListening(true)
  }
  return { isListening, toggle: () => (isListening ? recognition.current?.stop() : start()) }
}
