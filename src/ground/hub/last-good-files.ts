import { readdir } from 'node:fs/promises'
import { join, parse as parsePath } from 'node:path'
import { refused, type Result } from '#ground/base/result.ts'
import type { HubProblem } from './hub.ts'
import { readHubText, readErrorReason } from './read-text.ts'
import { createSignatures } from './signature.ts'

export interface LastGoodFilesOptions<T> {
  /** Folder of the Hub. */
  root: string
  /** Name of the folder in it that holds the files; it need not exist yet. */
  folder: string
  /** Whether a name is that of such a file: notes and files of editors are passed over. */
  isFile(name: string): boolean
  /**
   * Reason why a name that `isFile` skips was probably meant as a file; null when it wasn't. Default: never
   * reported.
   */
  misnamed?(name: string): string | null
  /**
   * @param id   The file's name without its ending, in Unicode NFC.
   * @param file Its path relative to the Hub's folder, for problems.
   */
  parse(content: string, id: string, file: string): Result<T, readonly HubProblem[]>
}

/** The files of a folder, each in its last valid version. */
export interface LastGoodFiles<T> {
  /** Absolute folder in which a change matters. */
  readonly folder: string
  /** In the order of the files' names. The same array until one of them changes. */
  current(): readonly T[]
  /** Problems of the present versions. */
  problems(): readonly HubProblem[]
  /** Whether every file has a good version, be it the present one or not. */
  isWhole(): boolean
  /** Reads changed files again. Returns whether there were any. */
  refresh(): Promise<boolean>
}

/** Nothing is read before the first `refresh`. */
export function lastGoodFiles<T>({
  root,
  isFile,
  misnamed = () => null,
  parse,
  ...rest
}: LastGoodFilesOptions<T>): LastGoodFiles<T> {
  const folder = join(root, rest.folder)
  const signatures = createSignatures()
  const good = new Map<string, T>()
  const bad = new Map<string, readonly HubProblem[]>()
  let passedOver: readonly HubProblem[] = []
  let unreadable: readonly HubProblem[] = []
  let named: readonly string[] = []
  let current: readonly T[] = []

  const read = async (name: string) => {
    const file = `${rest.folder}/${name}`
    const parsed = await readHubText(join(folder, name)).then(
      // Most editors empty a file before they write it again: its content is kept for that moment.
      (content) =>
        content === '' && good.has(name)
          ? refused([whole(file, 'the file is empty')])
          : parse(content, parsePath(name).name.normalize('NFC'), file),
      (error: NodeJS.ErrnoException) => refused([whole(file, readErrorReason(error))]),
    )
    if (parsed.ok) good.set(name, parsed.value)
    if (parsed.ok) bad.delete(name)
    else bad.set(name, parsed.refusal)
  }

  return {
    folder,
    current: () => current,
    problems: () => [
      ...[...bad].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, problems]) => problems),
      ...passedOver,
      ...unreadable,
    ],
    isWhole: () => unreadable.length === 0 && [...bad.keys()].every((name) => good.has(name)),
    async refresh() {
      const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => error)
      unreadable =
        all instanceof Error && all.code !== 'ENOENT' ? [whole(rest.folder, readErrorReason(all))] : []
      if (unreadable.length > 0) return false // the folder is only unreadable: the last valid files are kept
      const present = all instanceof Error ? [] : all.toSorted()
      const names = present.filter(isFile)
      const gone = named.filter((name) => !names.includes(name))
      named = names
      passedOver = present.flatMap((name) => {
        const message = isFile(name) ? null : misnamed(name)
        return message === null ? [] : [whole(`${rest.folder}/${name}`, message)]
      })
      const paths = signatures.changed([...names, ...gone].map((name) => join(folder, name)))
      if (paths.length === 0 && gone.length === 0) return false
      for (const name of gone) for (const map of [good, bad]) map.delete(name)
      await Promise.all(names.filter((name) => paths.includes(join(folder, name))).map(read))
      current = names.flatMap((name) => good.get(name) ?? [])
      return true
    },
  }
}

const whole = (file: string, message: string): HubProblem => ({ file, line: null, column: null, message })
