import { readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { SessionUsage } from './usage.ts'

const SessionRecord = z.object({
  session_id: z.string().min(1),
  /** Digest of the command and the instructions at the start of the session. */
  begun_with: z.string(),
  /** Digest of the conversation that the session has seen. */
  seen: z.string(),
  /** Tokens that the session has used; null if the agent does not report them. */
  usage: SessionUsage.nullable(),
})
export type SessionRecord = z.infer<typeof SessionRecord>

/** The record is beside the folder with the chat's files, so that it does not become one of the chat's files. */
export const recordPath = (filesFolder: string): string => join(dirname(filesFolder), 'agent-session.json')

/** Null if the record is missing or malformed. */
export async function readRecord(path: string): Promise<SessionRecord | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return SessionRecord.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Ignores failures: without a record, the next start sends the conversation again. */
export async function keepRecord(path: string, record: SessionRecord | null): Promise<void> {
  await (record ? writeFileDurably(path, `${JSON.stringify(record)}\n`) : unlink(path)).catch(() => {})
}
