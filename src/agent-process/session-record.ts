import { readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { SessionUsage } from './usage.ts'

/** The session an agent keeps of a chat, in the chat's own folder. */
const SessionRecord = z.object({
  session_id: z.string().min(1),
  /** Digest of what it was begun with: command and instructions. */
  begun_with: z.string(),
  /** Digest of the conversation it has seen. */
  seen: z.string(),
  /** Tokens the session has used so far, if the agent reports them. */
  usage: SessionUsage.nullable(),
})
export type SessionRecord = z.infer<typeof SessionRecord>

/** Beside the folder of the chat's files, not in it: those are the person's. */
export const recordPath = (filesFolder: string): string => join(dirname(filesFolder), 'agent-session.json')

/** Null when there is none, or none that can be used. */
export async function readRecord(path: string): Promise<SessionRecord | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return SessionRecord.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** If the record can't be written, the next start sends the conversation again. */
export async function keepRecord(path: string, record: SessionRecord | null): Promise<void> {
  await (record ? writeFileDurably(path, `${JSON.stringify(record)}\n`) : unlink(path)).catch(() => {})
}
