import { readdir, readFile } from 'node:fs/promises'
import { join, parse as parsePath } from 'node:path'
import { refused, type Result } from '#base/result.ts'
import type { HubProblem } from './hub.ts'
import { createSignatures } from './signature.ts'

export interface LastGoodFilesOptions<T> {
  /** Folder of the Hub. */
  root: string
  /** Name of the folder in it that holds the files; it need not exist yet. */
  folder: string
  /** Whether a name is that of such a file: notes and files of editors are passed over. */
  isFile(name: string): boolean
  /**
   * @param id   The file's name without its ending.
   * @param file Its path relative to the Hub's folder, for problems.
   */
  parse(content: string, id: string, file: string): Result<T, readonly HubProblem[]>
}

/** What the files of a folder say, each at its last good version. */
export interface LastGoodFiles<T> {
  /** Absolute folder in which a change matters. */
  readonly folder: string
  /** In the order of the files' names. The same array until one of them changes. */
  current(): readonly T[]
  /** What is wrong with the present versions. */
  problems(): readonly HubProblem[]
  /** Read again what changed. Says whether there was anything. */
  refresh(): Promise<boolean>
}

/** Nothing is read before the first `refresh`. */
export function lastGoodFiles<T>({
  root,
  isFile,
  parse,
  ...rest
}: LastGoodFilesOptions<T>): LastGoodFiles<T> {
  const folder = join(root, rest.folder)
  const signatures = createSignatures()
  const good = new Map<string, T>()
  const bad = new Map<string, readonly HubProblem[]>()
  let named: readonly string[] = []
  let current: readonly T[] = []

  const read = async (name: string) => {
    const file = `${rest.folder}/${name}`
    const parsed = await readFile(join(folder, name), 'utf8').then(
      (content) => parse(content, parsePath(name).name, file),
      ({ message }: Error) => refused([{ file, line: null, column: null, message }]),
    )
    if (parsed.ok) good.set(name, parsed.value)
    if (parsed.ok) bad.delete(name)
    else bad.set(name, parsed.refusal)
  }

  return {
    folder,
    current: () => current,
    problems: () => [...bad].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, problems]) => problems),
    async refresh() {
      const names = (await readdir(folder).catch(() => [])).filter(isFile).toSorted() // no such folder: no files
      const gone = named.filter((name) => !names.includes(name))
      named = names
      const paths = signatures.changed([...names, ...gone].map((name) => join(folder, name)))
      if (paths.length === 0 && gone.length === 0) return false
      for (const name of gone) for (const map of [good, bad]) map.delete(name)
      await Promise.all(names.filter((name) => paths.includes(join(folder, name))).map(read))
      current = names.flatMap((name) => good.get(name) ?? [])
      return true
    },
  }
}
