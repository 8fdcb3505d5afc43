import { setImmediate } from 'node:timers/promises'

/** Position of the match in a line; -1 without a match. Asynchronous, because it yields to the event loop. */
export type Find = (line: string) => number | Promise<number>

/** Characters to search before yielding: a few milliseconds for the slowest pattern. */
const CHARS_PER_TURN = 20_000

/** Patterns use RE2 syntax, so that the time is linear. @throws Error with the fault of the pattern. */
export async function finder(
  query: string,
  { regex, caseSensitive }: { regex: boolean; caseSensitive: boolean },
): Promise<Find> {
  if (!regex && caseSensitive) return (line) => line.indexOf(query)
  if (!regex) {
    const wanted = query.toLowerCase()
    return (line) => line.toLowerCase().indexOf(wanted)
  }
  const { RE2JS } = await import('re2js')
  const pattern = compiled(() => RE2JS.compile(query, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE))
  const find = (line: string): number => {
    if (!pattern.test(line)) return -1
    const matcher = pattern.matcher(line)
    return matcher.find() ? matcher.start() : 0
  }
  let searchedChars = 0
  return (line) => {
    searchedChars += line.length
    if (searchedChars < CHARS_PER_TURN) return find(line)
    searchedChars = 0
    return setImmediate().then(() => find(line))
  }
}

const compiled = <T>(compile: () => T): T => {
  try {
    return compile()
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, '')
    throw new Error(`Not a valid RE2 regular expression: ${reason}.`, { cause: error })
  }
}
