import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'

/** What `chat.json` says. An owner of null is the holder of the bridge key. */
export interface ChatRecord {
  id: string
  owner: string | null
  /** UTC, ISO 8601. */
  created_at: string
}

/**
 * Make the chat's folder belong to the record's owner, unless it belongs to somebody already. When two race, both
 * learn the same owner: the record appears under its name complete, and the second `link` fails.
 *
 * @returns Who owns the chat; undefined when its record is unreadable, so that it is nobody's to take.
 */
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

/** Who a chat's folder belongs to; undefined when it is nobody's, or its record is unreadable. */
export const ownerOfFolder = async (folder: string): Promise<string | null | undefined> =>
  (await readOwner(join(folder, 'chat.json'))).owner

async function readOwner(path: string): Promise<{ exists: boolean; owner?: string | null | undefined }> {
  try {
    const owner = (JSON.parse(await readFile(path, 'utf8')) as Partial<ChatRecord> | null)?.owner
    return { exists: true, owner: typeof owner === 'string' || owner === null ? owner : undefined }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { exists: false }
    if (error instanceof SyntaxError) return { exists: true }
    throw error
  }
}
