import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { explicitChat, scopeFolder, type RequestedChat } from '#core/chats/scope.ts'
import type { Run } from '#features/work/runs/run.ts'

/** The chat that all turns of a run belong to. */
export const runChat = ({ id }: Pick<Run, 'id'>): RequestedChat => explicitChat(`run-${id}`)

/** Remove the history and files of a run's chat. One that somebody else has under that name stays. */
export async function removeRunChat(chatsFolder: string, run: Pick<Run, 'id' | 'runAs'>): Promise<void> {
  const folder = join(chatsFolder, scopeFolder(runChat(run).id))
  const record = await readFile(join(folder, 'chat.json'), 'utf8').catch(missing)
  if (record === null || ownerIn(record) !== run.runAs) return
  await rm(folder, { recursive: true, force: true })
}

const ownerIn = (record: string): unknown => {
  try {
    return (JSON.parse(record) as { owner?: unknown }).owner
  } catch {
    return undefined // a torn record: nobody knows whose chat it is
  }
}

const missing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}
