import type { TurnBudget } from '#ground/base/turn-budget.ts'

/** Longer words are cut; their prefix can still be found. */
const MAX_WORD_LENGTH = 40
/** More words would hardly narrow a search. */
const MAX_QUERY_WORDS = 8
const MAX_READ_CHARS = 200_000
/** Maximum total length of the terms of one text, in UTF-16 code units. Postgres limits a `tsvector` to 1 MB. */
const MAX_INDEXED_LENGTH = 250_000
const WORDS_PER_CHECK = 100

/** Splits text in scripts without spaces between words into pairs of adjacent characters, and other text into words. */
export async function termsOf(mark: string, text: string, turns: TurnBudget): Promise<string[]> {
  const terms = new Set<string>()
  let [chars, count] = [0, 0]
  for (const [run, isUnspaced] of runsOf(text.slice(0, MAX_READ_CHARS)))
    for (const word of isUnspaced ? pairsOf(run) : [cut(run)]) {
      if (++count % WORDS_PER_CHECK === 0 && turns.isSpent()) await turns.nextTurn()
      const term = mark + word
      if (terms.has(term)) continue
      chars += term.length
      if (chars > MAX_INDEXED_LENGTH) return [...terms]
      terms.add(term)
    }
  return [...terms]
}

export function parseSearchTerms(mark: string, text: string): string[] {
  const words = [...runsOf(text)].flatMap(([run, isUnspaced]) =>
    isUnspaced && [...run].length > 1 ? [...pairsOf(run)].slice(0, -1) : [isUnspaced ? run : cut(run)],
  )
  return [...new Set(words)].slice(0, MAX_QUERY_WORDS).map((word) => mark + word)
}

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
/** Maximum characters of one match. A Chinese book has no spaces, so a longer match could block the event loop. */
const MAX_UNSPACED_RUN_CHARS = 500
const RUNS = new RegExp(
  String.raw`((?:(?=[${UNSPACED}])[\p{L}\p{N}]){1,${MAX_UNSPACED_RUN_CHARS}})|(?:(?![${UNSPACED}])[\p{L}\p{N}_])+`,
  'gu',
)
const HAS_SIGNIFICANT = /[\p{L}\p{N}]/u

function* runsOf(text: string): Generator<[string, boolean]> {
  const plain = text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
  let before = { end: 0, last: '' }
  for (const { 0: run, 1: unspaced, index } of plain.matchAll(RUNS)) {
    const isUnspaced = unspaced !== undefined
    const joint = isUnspaced && index === before.end ? before.last : ''
    before = { end: index + run.length, last: isUnspaced ? /.$/su.exec(run)![0] : '' }
    if (HAS_SIGNIFICANT.test(run)) yield [joint + run, isUnspaced]
  }
}

/** A search for one character matches the beginnings of pairs. No pair begins with the last character, so it is yielded alone. */
function* pairsOf(run: string): Generator<string> {
  let before = ''
  for (const character of run) {
    if (before !== '') yield before + character
    before = character
  }
  yield before
}

const cut = (run: string): string =>
  run.length <= MAX_WORD_LENGTH ? run : [...run].slice(0, MAX_WORD_LENGTH).join('')
