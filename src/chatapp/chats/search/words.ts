import type { TurnBudget } from '#ground/base/turn-budget.ts'

/** Longest word that is kept; longer ones are cut, so a search for their beginning still finds them. */
const MAX_WORD_LENGTH = 40
/** Maximum words of one search; more would not narrow it. */
const MAX_QUERY_WORDS = 8
/** Number of characters read of a longer text. */
const READ = 200_000
/** Maximum indexed text, in characters with the prefix of each word; Postgres's limit is a megabyte. */
const MAX_INDEXED_LENGTH = 250_000
/** Words between two looks at the time. */
const WORDS_AT_ONCE = 100

/**
 * The index terms of a text, each once: its words in lower case, without accents, after the mark of their
 * owner. So a search only reads its owner's part of the index.
 *
 * Scripts that put no space between words are cut into pairs of neighbouring characters. A long text takes
 * several turns of the event loop.
 */
export async function termsOf(mark: string, text: string, turns: TurnBudget): Promise<string[]> {
  const terms = new Set<string>()
  let [kept, looked] = [0, 0]
  for (const [run, isUnspaced] of runsOf(text.slice(0, READ)))
    for (const word of isUnspaced ? pairsOf(run) : [cut(run)]) {
      if (++looked % WORDS_AT_ONCE === 0 && turns.isSpent()) await turns.nextTurn()
      const term = mark + word
      if (terms.has(term)) continue
      kept += term.length
      if (kept > MAX_INDEXED_LENGTH) return [...terms]
      terms.add(term)
    }
  return [...terms]
}

/** Searched terms: each is the beginning of an indexed term. Empty when the text holds no word. */
export function parseSearchTerms(mark: string, text: string): string[] {
  const asked = [...runsOf(text)].flatMap(([run, isUnspaced]) =>
    isUnspaced && [...run].length > 1 ? [...pairsOf(run)].slice(0, -1) : [isUnspaced ? run : cut(run)],
  )
  return [...new Set(asked)].slice(0, MAX_QUERY_WORDS).map((word) => mark + word)
}

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
/** A book in Chinese is one run, and matching it whole would block the event loop. */
const UNSPACED_AT_ONCE = 500
const RUNS = new RegExp(
  String.raw`((?:(?=[${UNSPACED}])[\p{L}\p{N}]){1,${UNSPACED_AT_ONCE}})|(?:(?![${UNSPACED}])[\p{L}\p{N}_])+`,
  'gu',
)
const HAS_SIGNIFICANT = /[\p{L}\p{N}]/u

/** Pieces without a separator in them, and whether their script leaves words unspaced. */
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

/** Every character with its successor; the last is a term of its own, so that it too can be found. */
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
