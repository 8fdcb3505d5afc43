/** Longest word that is kept; longer ones are cut, so a search for their beginning still finds them. */
const LONGEST = 64
/** Words of one search; more would say no more. */
const MOST = 8

/**
 * What somebody is found by: each ending of each word, so that a search for a beginning of one of them finds whatever stands
 * anywhere in a word.
 */
export const endingsOf = (...texts: readonly (string | null)[]): string[] => [
  ...new Set(
    wordsOf(...texts).flatMap((word) => [...word].map((_, start, signs) => signs.slice(start).join(''))),
  ),
]

/** The words of texts, each once, in lower case. */
export const wordsOf = (...texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text === null ? [] : split(text)))),
]

/** The parts of words a search asks for: each must stand in one. Longest first, as it finds the fewest. */
export const searchedWords = (q: string | undefined): string[] =>
  q === undefined
    ? []
    : wordsOf(q)
        .toSorted((a, b) => b.length - a.length)
        .slice(0, MOST)

/** The first text behind all that begin with `word`, in the order of both databases. */
export const behind = (word: string): string => `${word}\u{10FFFF}`

const split = (text: string): string[] =>
  text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .map((word) => [...word].slice(0, LONGEST).join(''))
