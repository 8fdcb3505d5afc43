import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'
import { speak, type Language } from './language.ts'
import { browserEntries } from './storage.ts'

export interface OfferedLanguage {
  tag: string
  /** Name of the language, written in the language itself. */
  name: string
  /** Undefined for English, which needs no catalogue. */
  load?: () => Promise<Language>
}

const KEY = 'language'
let offered: readonly OfferedLanguage[] = []
let wanted: string
const changed = createEmitter()

export async function startLanguage(languages: readonly OfferedLanguage[]): Promise<void> {
  offered = languages
  await loadLanguage(chosenTag() ?? tagOfBrowser())
}

export function useLanguages() {
  const chosen = useSyncExternalStore(changed.subscribe, chosenTag)
  return { offered, chosen, choose }
}

async function choose(tag: string | null): Promise<void> {
  browserEntries.write(KEY, tag)
  await loadLanguage(tag ?? tagOfBrowser())
  changed.emit()
}

/** If the catalogue cannot be loaded, the page is in English. */
async function loadLanguage(tag: string): Promise<void> {
  wanted = tag
  const language = await offered
    .find((one) => one.tag === tag)
    ?.load?.()
    .catch(() => undefined)
  if (wanted === tag) speak(language) // otherwise the person chose another language while this one loaded
}

function chosenTag(): string | null {
  const tag = browserEntries.read(KEY)
  return offered.some((language) => language.tag === tag) ? tag : null
}

const tagOfBrowser = (): string =>
  navigator.languages
    .map((tag) => tag.toLowerCase().split('-')[0])
    .find((tag) => offered.some((language) => language.tag === tag)) ?? 'en'
