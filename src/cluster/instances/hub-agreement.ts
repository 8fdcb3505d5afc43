import { join } from 'node:path'
import { readInstanceId } from '#chatapp/instance.ts'
import { createHubServers } from '#core/serving/servers.ts'
import type { Clock } from '#ground/base/clock.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import { refuseBesideMoves } from '#ground/instances/moves.ts'
import type { Store } from '#ground/store/store.ts'

export interface HubStorageSettings {
  hubSlug: string
  hubSource: 'folder' | 'store'
  inbox: 'folder' | 'store'
  chats: 'folder' | 'store'
  dataFolder: string
  instance: { id: string }
}

/**
 * If another instance stores a part of the Hub's data in the database, this instance must do the same.
 * @throws BadConfiguration naming each part that is stored elsewhere; StoreMoving while a command moves data in the
 * database.
 */
export async function agreeOnHub(
  { hubSlug, hubSource, inbox, chats, dataFolder, instance }: HubStorageSettings,
  { store, clock }: { store: Store; clock: Clock },
): Promise<void> {
  const folder = (await readInstanceId(join(dataFolder, 'chatapp'))) ?? ''
  await refuseBesideMoves({ store, clock }, { id: instance.id, folder })
  const others = await createHubServers({ store, clock }).withOtherFolder(hubSlug, folder)
  const problems = PARTS.flatMap(({ part, variable, what }) => {
    if ({ published: hubSource, inbox, chats }[part] === 'store') return []
    const other = others.find((one) => one[part])
    if (!other) return []
    const message = `${other.name} serves ${hubSlug} ${what}: set ${variable}=store here`
    return [{ variable, message }]
  })
  if (problems.length > 0) throw new BadConfiguration(problems)
}

const PARTS = [
  // Without this check, one instance would serve edits of its folder, and the other instances the published version.
  { part: 'published', variable: 'SVC_HUB_SOURCE', what: 'from its published version' },
  { part: 'inbox', variable: 'SVC_INBOX', what: 'with its events in the database' },
  { part: 'chats', variable: 'SVC_CHATS', what: 'with its chats in the database' },
] as const
