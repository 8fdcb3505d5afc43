import { mkdir, readdir, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from './durable-file.ts'

/** Records that wait to be stored in the database. They survive a crash and a power loss. */
export interface PendingRecords<T> {
  /** @throws Error if the disk is full or `maxBytes` is exceeded. */
  write(id: string, record: T): Promise<void>
  remove(id: string): Promise<void>
  /** Reports files without a valid record to `onUnreadable` and leaves them unchanged. */
  read(): Promise<[id: string, record: T][]>
}

export interface PendingRecordsOptions<T> {
  folder: string
  maxBytes: number
  parse(value: unknown): T
  onUnreadable(path: string): void
}

export function createPendingRecords<T>({ folder, maxBytes, parse, onUnreadable }: PendingRecordsOptions<T>) {
  const sizes = new Map<string, number>()
  const pathOf = (id: string) => join(folder, `${id}.json`)

  const readRecord = async (path: string): Promise<T | null> => {
    try {
      return parse(JSON.parse(await readFile(path, 'utf8')))
    } catch (error) {
      if (!isMissing(error)) onUnreadable(path)
      return null
    }
  }

  return {
    async write(id, record) {
      const content = JSON.stringify(record)
      const size = Buffer.byteLength(content)
      const others = sizes.entries().reduce((sum, [other, bytes]) => (other === id ? sum : sum + bytes), 0)
      if (others + size > maxBytes)
        throw new Error(`${folder} is full: it can contain at most ${maxBytes} bytes`)
      sizes.set(id, size)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFileDurably(pathOf(id), content)
      } catch (error) {
        sizes.delete(id)
        throw error
      }
    },

    async remove(id) {
      await unlink(pathOf(id)).catch(ignoreMissing)
      sizes.delete(id)
    },

    async read() {
      const records: [string, T][] = []
      for (const name of await readdir(folder).catch(noNames)) {
        const path = join(folder, name)
        const id = RECORD.exec(name)?.[1]
        const size = (await stat(path).catch(ignoreMissing))?.size ?? 0
        if (id === undefined || size > maxBytes) {
          if (UNFINISHED.test(name)) await unlink(path).catch(ignoreMissing)
          else onUnreadable(path)
          continue
        }
        const record = await readRecord(path)
        if (record === null) continue
        sizes.set(id, size)
        records.push([id, record])
      }
      return records
    },
  } satisfies PendingRecords<T>
}

const RECORD = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/
/** Matches temporary files that a crash left or that another process is writing. */
const UNFINISHED = /^\.[0-9a-f-]{36}\.json\.[0-9a-f]{12}$/

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const ignoreMissing = (error: unknown): null => {
  if (isMissing(error)) return null
  throw error
}

const noNames = (error: unknown): string[] => ignoreMissing(error) ?? []
