import type { Me } from '#core/access/schema.ts'
import { hubPages, listedPages } from './page-table.ts'

const SHOWN = 8

export interface FoundPage {
  path: string
  title: string
  detail?: string
  slug?: string
}

export interface FoundPages {
  pages: readonly FoundPage[]
  settings: readonly FoundPage[]
  ofHubs: readonly FoundPage[]
}

/** Each word of the text must begin a word of the title or of the other names. Matches of the title come first. */
export function findPages(me: Pick<Me, 'is_organization_admin' | 'hubs'>, text: string): FoundPages {
  const wanted = wordsOf(text)
  const listed = listedPages(me).map(({ path, texts }) => ({ path, ...texts() }))
  const found = listed.filter(({ title, words }) => fits(wanted, title, words))
  const settings = listed.flatMap(({ path, title: detail, settings = {} }) =>
    Object.values(settings)
      .filter(({ title, words }) => fits(wanted, title, words))
      .map(({ title }) => ({ path, title, detail })),
  )
  const ofHubs = hubPages.flatMap(({ path, texts }) => {
    const { title, words } = texts()
    return me.hubs
      .filter(
        ({ name, slug }) =>
          fits(wanted, title, words) || (wanted.length > 1 && fits(wanted, title, words, name, slug)),
      )
      .map(({ name, slug }) => ({ path, title, detail: name, slug }))
  })
  return {
    pages: titlesFirst(found, wanted),
    settings: wanted.length > 0 ? titlesFirst(settings, wanted) : [],
    ofHubs: wanted.length > 0 ? titlesFirst(ofHubs, wanted).slice(0, SHOWN) : [],
  }
}

const wordsOf = (text: string): readonly string[] =>
  withoutMarks(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** People search without accents and Arabic vowels. */
const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

function fits(wanted: readonly string[], ...texts: readonly (string | undefined)[]): boolean {
  const words = wordsOf(texts.join(' '))
  return wanted.every((one) =>
    words.some((word) => (INNER_WORDS.test(one) ? word.includes(one) : word.startsWith(one))),
  )
}

/** Scripts that write words without spaces, or with an article as a prefix. */
const INNER_WORDS = /[\p{Script=Han}\p{Script=Arabic}]/u

const titlesFirst = <Named extends { title: string }>(
  places: readonly Named[],
  wanted: readonly string[],
): Named[] =>
  places.toSorted((one, other) => Number(fits(wanted, other.title)) - Number(fits(wanted, one.title)))
