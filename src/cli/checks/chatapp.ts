import type { Environment } from '#ground/base/environment.ts'
import { systemClock } from '#ground/base/clock.ts'
import {
  connectedHubs,
  connectionStoreId,
  findSlugConflict,
} from '#features/administration/hub-connection.ts'
import type { Store } from '#ground/store/store.ts'
import { openWebuiClient } from '#processes/chatapp-client.ts'
import { checkNamedChatapp } from '#processes/check-chatapp.ts'
import { readChatappAccessConfig } from '#processes/config/chatapp.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

export async function checkChatapp(environment: Environment): Promise<Finding[]> {
  const found = await checkNamedChatapp(environment)
  if (found === null) return []
  return 'version' in found
    ? [ok('web chat', `Open WebUI ${found.version} at ${found.url} accepts the key of an administrator`)]
    : [
        warning(
          'web chat',
          `Open WebUI does not answer at ${found.url} (${found.silent})`,
          'start Open WebUI; until then people get an error page',
        ),
      ]
}

/** Checks whether Open WebUI still has connections of Hubs that were deleted. @param slugs The Hubs of the gateway. */
export async function checkConnections(
  environment: Environment,
  slugs: ReadonlySet<string>,
): Promise<Finding[]> {
  const access = readChatappAccessConfig(environment)
  if (access.kind === 'builtin') return []
  await using client = openWebuiClient(access, systemClock)
  const left = (await connectedHubs(client)).filter((slug) => !slugs.has(slug))
  if (left.length === 0) return []
  return [
    warning(
      'web chat',
      `Open WebUI has connections to Hubs that are not in this folder: ${left.join(', ')}`,
      'remove them in Open WebUI, unless another Hub Service uses this Open WebUI',
    ),
  ]
}

/** Checks whether another Hub with the same slug is connected to Open WebUI. */
export async function checkSlugConflict(
  store: Store,
  hubFolder: string,
  environment: Environment,
): Promise<Finding[]> {
  const access = readChatappAccessConfig(environment)
  if (access.kind === 'builtin') return []
  const { hubSlug: hub } = readSharedConfig(environment, hubFolder)
  await using client = openWebuiClient(access, systemClock)
  const conflict = await findSlugConflict(client, { hub, storeId: await connectionStoreId(store) })
  return conflict === null ? [] : [failure('web chat', conflict)]
}
