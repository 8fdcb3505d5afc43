import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import type { ChatStorage } from '../chats.ts'
import { claimChat, linkGenerationIn, newLinkGeneration, ownerOfFolder, setLinkGeneration } from './claim.ts'
import { createDigests } from './digests.ts'
import { fileFolder } from './files.ts'
import { appendTurn } from './history.ts'
import { sweepDrafts } from './incoming.ts'

/** Marker file in the folder of all chats while the database contains the chats. */
export const IN_STORE = '.in-store'

export const DRAFT_LIFETIME_MS = 36 * 60 * 60_000

export async function openFolderStorage({
  folder,
  clock,
}: {
  folder: string
  clock: Pick<Clock, 'now'>
}): Promise<ChatStorage> {
  const incomingFolder = join(folder, '.incoming')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rm(join(folder, IN_STORE), { force: true })
  await sweepDrafts(incomingFolder, clock.now() - DRAFT_LIFETIME_MS)
  const digests = createDigests()
  const folderOf = (scope: string) => join(folder, scope)

  return {
    claim: ({ scope, id }, owner) =>
      claimChat(folderOf(scope), {
        id,
        owner,
        created_at: new Date(clock.now()).toISOString(),
        link_generation: newLinkGeneration(),
      }),
    ownerOf: (scope) => ownerOfFolder(folderOf(scope)),
    filesIn: (scope) => fileFolder({ chatFolder: folderOf(scope), incomingFolder, digests }),
    linkGeneration: (scope) => linkGenerationIn(folderOf(scope)),
    revokeLinks: async (scope) =>
      setLinkGeneration(folderOf(scope), (await linkGenerationIn(folderOf(scope))) + 1),
    recordTurn: (scope, turn) => appendTurn(folderOf(scope), turn),
    async remove(scope, owner) {
      if ((await ownerOfFolder(folderOf(scope))) === owner)
        await rm(folderOf(scope), { recursive: true, force: true })
    },
    async [Symbol.asyncDispose]() {},
  }
}
