export class HeaderNames {
  readonly #names: ReadonlySet<string>
  readonly #beginnings: readonly string[]
  readonly #mayHave = new Uint8Array(LETTERS * LENGTHS)

  /** Names and prefixes are in lower case, with dashes. */
  constructor(names: Iterable<string>, beginnings: readonly string[] = []) {
    this.#names = new Set(names)
    this.#beginnings = beginnings
    for (const name of this.#names) this.#mayHave[filterIndexOf(name.charCodeAt(0), name.length)] = 1
    for (const beginning of beginnings)
      for (let length = beginning.length; length < beginning.length + LENGTHS; length++)
        this.#mayHave[filterIndexOf(beginning.charCodeAt(0), length)] = 1
  }

  mayHave(head: string, from: number, to: number): boolean {
    return this.#mayHave[filterIndexOf(head.charCodeAt(from), to - from)] === 1
  }

  /** @param name In lower case, with dashes. */
  has(name: string): boolean {
    return this.#names.has(name) || this.#beginnings.some((beginning) => name.startsWith(beginning))
  }
}

export const DASH = 0x2d
export const UNDERSCORE = 0x5f
const LETTERS = 32
const LENGTHS = 32

const filterIndexOf = (letter: number, length: number): number =>
  ((letter === UNDERSCORE ? DASH : letter) & (LETTERS - 1)) * LENGTHS + Math.min(length, LENGTHS - 1)

/** Two header names with equal results are one name to CGI and WSGI servers. */
export const foldName = (name: string): string => {
  const lower = name.toLowerCase()
  return lower.includes('_') ? lower.replaceAll('_', '-') : lower
}
