/** Longer words are cut, and a search for their beginning still finds them. */
const MAX_WORD_LENGTH = 64
const MAX_QUERY_WORDS = 8

/** All suffixes of all words, so that a prefix search finds text anywhere in a word. */
export const endingsOf = (...texts: readonly (string | null)[]): string[] => [
  ...new Set(
    wordsOf(...texts).flatMap((word) => [...word].map((_, start, signs) => signs.slice(start).join(''))),
  ),
]

export const wordsOf = (...texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text === null ? [] : split(text)))),
]

/** The longest word comes first, because it has the fewest matches. */
export const searchedWords = (q: string | undefined): string[] =>
  q === undefined
    ? []
    : wordsOf(q)
        .toSorted((a, b) => b.length - a.length)
        .slice(0, MAX_QUERY_WORDS)

/** Upper bound of all texts that begin with `word`, in the sort order of both databases. */
export const prefixUpperBound = (word: string): string => `${word}\u{10FFFF}`

const split = (text: string): string[] =>
  text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .map((word) => [...word].slice(0, MAX_WORD_LENGTH).join(''))
