import type { ToolSpec } from '#core/agent/model/model.ts'

/** The name of a tool describes it better than a parameter. */
const WEIGHTS = { name: 6, description: 2, parameters: 1 } as const

/** Finds tools whose name, description or parameters contain words of the query, best match first. */
export function searchTools(specs: readonly ToolSpec[], query: string, limit: number): ToolSpec[] {
  const wanted = [...new Set(wordsOf(query))]
  const described = specs.map((spec) => ({ spec, fields: fieldsOf(spec) }))
  const ranked = described.map(({ spec, fields }) => {
    const scores = wanted.map((word) => scoreOf(word, fields))
    return { spec, scores }
  })
  // A word that matches most tools, such as the name of their server, distinguishes no tool.
  const rarity = wanted.map((_, at) => {
    const matches = ranked.filter(({ scores }) => scores[at]! > 0).length
    return Math.log(1 + specs.length / Math.max(1, matches))
  })
  return ranked
    .map(({ spec, scores }) => ({ spec, score: scores.reduce((sum, one, at) => sum + one * rarity[at]!, 0) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ spec }) => spec)
}

type Fields = readonly { words: ReadonlySet<string>; weight: number }[]

const indexed = new WeakMap<ToolSpec, Fields>()

function fieldsOf(spec: ToolSpec): Fields {
  let fields = indexed.get(spec)
  if (!fields) {
    fields = [
      { words: new Set(wordsOf(spec.name)), weight: WEIGHTS.name },
      { words: new Set(wordsOf(spec.description)), weight: WEIGHTS.description },
      { words: new Set(wordsOf(parametersOf(spec))), weight: WEIGHTS.parameters },
    ]
    indexed.set(spec, fields)
  }
  return fields
}

const parametersOf = ({ inputSchema: { properties } }: ToolSpec): string =>
  Object.entries(properties ?? {})
    .flatMap(([name, value]: [string, unknown]) => {
      const { title, description } = (value ?? {}) as { title?: unknown; description?: unknown }
      return [name, title, description].filter((text) => typeof text === 'string')
    })
    .join(' ')

const MIN_BEGINNING = 4
const PART_OF_SCORE = 0.5

const scoreOf = (word: string, fields: Fields): number =>
  fields.reduce((sum, { words, weight }) => sum + weight * matchOf(word, words), 0)

function matchOf(word: string, words: ReadonlySet<string>): number {
  if (words.has(word)) return 1
  if (word.length < MIN_BEGINNING) return 0
  for (const other of words)
    if (other.length >= MIN_BEGINNING && (other.startsWith(word) || word.startsWith(other)))
      return PART_OF_SCORE
  return 0
}

/** Splits `camelCase` and `snake_case`, and removes plural endings. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word))
    .flatMap((word) => (/\p{sc=Han}/u.test(word) ? pairsOf(word) : [word.replace(/(?<=\w{3})s$/, '')]))

/** Chinese writes words without spaces, so pairs of characters replace them. */
const pairsOf = (text: string): string[] =>
  text.length < 2 ? [text] : Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))

const FILLERS: ReadonlySet<string> = new Set(
  'a an and are as at by for from in into is it of on or that the this to tool tools with'.split(' '),
)
