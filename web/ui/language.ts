import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

export interface PageTexts {
  readonly [name: string]: string | ((...values: never[]) => string) | PageTexts
}

export type Texts<English> = {
  readonly [Name in keyof English]: English[Name] extends string
    ? string
    : English[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Texts<English[Name]>
}

export interface Language {
  /** BCP 47 language tag. */
  tag: string
  direction: 'ltr' | 'rtl'
  catalogue: Readonly<Record<string, object>>
}

const ENGLISH: Language = { tag: 'en', direction: 'ltr', catalogue: {} }

type TextsByKey = Record<string, unknown>
const declared = new Map<string, { english: PageTexts; live: TextsByKey }>()
const changed = createEmitter()
let spoken = ENGLISH

/** Read the returned texts during rendering only, because a change of language replaces them. */
export function texts<const English extends PageTexts>(name: string, english: English): Texts<English> {
  const live: TextsByKey = {}
  declared.set(name, { english, live })
  applyTexts(live, english, spoken.catalogue[name])
  return live as Texts<English>
}

/** Components show the language at their next render. */
export function speak(language: Language = ENGLISH): void {
  spoken = language
  formats.clear()
  for (const [name, { english, live }] of declared) applyTexts(live, english, language.catalogue[name])
  document.documentElement.lang = language.tag
  document.documentElement.dir = language.direction
  changed.emit()
}

export const spokenLanguage = (): string => spoken.tag

export const useSpoken = (): Language => useSyncExternalStore(changed.subscribe, () => spoken)

export const translateTexts = (name: string, key: string): string | undefined => {
  const words = spoken.catalogue[name] as Readonly<Record<string, string>> | undefined
  return words && Object.hasOwn(words, key) ? words[key] : undefined
}

/** The browser's variant of the language, such as `en-GB`, if any. */
export const locale = (): string =>
  navigator.languages.find((tag) => tag.toLowerCase().split('-')[0] === spoken.tag) ?? spoken.tag

const formats = new Map<string, unknown>()

/** Cached, because creating a formatter takes longer than formatting a page. */
export function format<Format>(name: string, make: (locale: string) => Format): Format {
  if (!formats.has(name)) formats.set(name, make(locale()))
  return formats.get(name) as Format
}

export const number = (value: number): string =>
  format('number', (tag) => new Intl.NumberFormat(tag)).format(value)

export const listed = (names: readonly string[]): string =>
  format('list', (tag) => new Intl.ListFormat(tag)).format(
    spoken.direction === 'rtl' ? names.map(isolate) : names,
  )

export const decimalMark = (): string =>
  format(
    'decimal mark',
    (tag) =>
      new Intl.NumberFormat(tag).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.',
  )

function applyTexts(live: TextsByKey, english: PageTexts, translated: object | undefined): void {
  for (const [name, text] of Object.entries({ ...english, ...translated })) {
    if (typeof text === 'object')
      applyTexts((live[name] ??= {}) as TextsByKey, english[name] as PageTexts, text)
    else live[name] = typeof text === 'function' && spoken.direction === 'rtl' ? isolating(text) : text
  }
}

/** Isolates the direction of a name or address in a sentence (first strong isolate), for right-to-left languages. */
const isolate = (value: string): string => `\u2068${value}\u2069`

const isolating =
  (text: (...values: never[]) => string) =>
  (...values: unknown[]): string => {
    const isolated = values.map((value) =>
      typeof value === 'string' && value !== '' ? isolate(value) : value,
    )
    return text(...(isolated as never[]))
  }
