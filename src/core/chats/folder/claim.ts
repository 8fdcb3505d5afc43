import { randomBytes, randomInt } from 'node:crypto'
import { link, mkdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'

/** If `owner` is null, the chat belongs to the holder of the bridge key. */
export interface ChatRecord {
  id: string
  owner: string | null
  /** UTC, ISO 8601. */
  created_at: string
  /**
   * Incremented when links to the chat's files are revoked. Absent in records of earlier releases, which counts as 0.
   */
  link_generation?: number
}

/** The number is random, so that links of a removed chat do not open files of a new chat with the same id. */
export const newLinkGeneration = (): number => randomInt(1, 2 ** 30)

/** Concurrent callers get the same owner. Undefined if the record is unreadable. */
export async function claimChat(folder: string, record: ChatRecord): Promise<string | null | undefined> {
  const path = join(folder, 'chat.json')
  const known = await readOwner(path)
  if (known.exists) return known.owner
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFileDurably(draft, `${JSON.stringify(record)}\n`)
  try {
    await link(draft, path)
    return record.owner
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return (await readOwner(path)).owner
  } finally {
    await unlink(draft)
  }
}

export const ownerOfFolder = async (folder: string): Promise<string | null | undefined> =>
  (await readOwner(join(folder, 'chat.json'))).owner

/** An unreadable record gets a generation that no link has. */
export async function linkGenerationIn(folder: string): Promise<number> {
  const record = await readRecord(join(folder, 'chat.json'))
  if (record === 'none') return 0
  if (record === 'unreadable') return -1
  const { link_generation: generation = 0 } = record
  return Number.isSafeInteger(generation) && generation >= 0 ? generation : -1
}

export async function setLinkGeneration(folder: string, generation: number): Promise<void> {
  const path = join(folder, 'chat.json')
  const record = await readRecord(path)
  if (typeof record === 'string')
    throw new Error(`${path} cannot be read, so links to this chat’s files cannot be revoked.`)
  await writeFileDurably(path, `${JSON.stringify({ ...record, link_generation: generation })}\n`)
}

async function readRecord(path: string): Promise<Partial<ChatRecord> | 'none' | 'unreadable'> {
  try {
    const record = JSON.parse(await readFile(path, 'utf8')) as unknown
    return typeof record === 'object' && record !== null ? record : 'unreadable'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'none'
    if (error instanceof SyntaxError) return 'unreadable'
    throw error
  }
}

async function readOwner(path: string): Promise<{ exists: boolean; owner?: string | null | undefined }> {
  const record = await readRecord(path)
  if (record === 'none') return { exists: false }
  if (record === 'unreadable') return { exists: true }
  const { owner } = record
  return { exists: true, owner: typeof owner === 'string' || owner === null ? owner : undefined }
}
