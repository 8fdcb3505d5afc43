import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'
import { speak, type Language } from './language.ts'
import { browserEntries } from './storage.ts'

/** A language that an app can be read in. */
export interface OfferedLanguage {
  tag: string
  /** As its speakers write it. */
  name: string
  /** Undefined: English, which needs no catalogue. */
  load?: () => Promise<Language>
}

const KEY = 'language'
let offered: readonly OfferedLanguage[] = []
let wanted: string
const changed = createEmitter()

/** Speak the language that was chosen in this browser, or else the first of the browser's own that is offered. */
export async function startLanguage(languages: readonly OfferedLanguage[]): Promise<void> {
  offered = languages
  await speakOne(chosenTag() ?? tagOfBrowser())
}

/** Available languages, the chosen one (null: the browser's), and the function to choose. */
export function useLanguages() {
  const chosen = useSyncExternalStore(changed.subscribe, chosenTag)
  return { offered, chosen, choose }
}

async function choose(tag: string | null): Promise<void> {
  browserEntries.write(KEY, tag)
  await speakOne(tag ?? tagOfBrowser())
  changed.emit()
}

/** A catalogue that can't be loaded is replaced by English. */
async function speakOne(tag: string): Promise<void> {
  wanted = tag
  const language = await offered
    .find((one) => one.tag === tag)
    ?.load?.()
    .catch(() => undefined)
  if (wanted === tag) speak(language) // or another choice was made while this was loading
}

function chosenTag(): string | null {
  const tag = browserEntries.read(KEY)
  return offered.some((language) => language.tag === tag) ? tag : null
}

const tagOfBrowser = (): string =>
  navigator.languages
    .map((tag) => tag.toLowerCase().split('-')[0])
    .find((tag) => offered.some((language) => language.tag === tag)) ?? 'en'
