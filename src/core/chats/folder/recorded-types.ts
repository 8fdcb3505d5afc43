import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { typeOfName } from '#ground/base/files/content-type.ts'

/** Stores only declared content types that differ from the type of the file extension. */
export interface RecordedTypes {
  /** If `declared` is null, the file extension determines the type. */
  record(filename: string, declared: string | null): Promise<void>
  of(filename: string): Promise<string>
  all(): Promise<(filename: string) => string>
}

export function contentTypes(folder: string): RecordedTypes {
  const of = async (filename: string) =>
    (await readFile(join(folder, filename), 'utf8').catch(() => '')) || typeOfName(filename)
  return {
    of,
    async record(filename, declared) {
      if (declared === null || declared === typeOfName(filename))
        return rm(join(folder, filename), { force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, filename), declared, { mode: 0o600 })
    },
    async all() {
      const names = await readdir(folder).catch(() => [])
      const recorded = new Map(await Promise.all(names.map(async (name) => [name, await of(name)] as const)))
      return (filename) => recorded.get(filename) ?? typeOfName(filename)
    },
  }
}
