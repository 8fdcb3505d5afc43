import type { Clock } from '#ground/base/clock.ts'
import { createChatappClient, type ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { mintServiceToken } from '#ground/identity/service-token.ts'
import { readChatappAccessConfig, type ChatappAccessConfig } from './config/chatapp.ts'
import { readSharedConfig } from './config/shared.ts'
import { readSupervisorConfig } from './config/supervisor.ts'
import type { RoleContext } from './role.ts'
import type { Secrets } from './secrets.ts'

const TIMEOUT_MS = 10_000

/** The client has an administrator's rights. The built-in web chat need not run yet. */
export function openChatappClient(
  { environment, hubFolder }: RoleContext,
  { secrets, clock }: { secrets: Secrets; clock: Clock },
): ChatappClient {
  const { addresses } = readSharedConfig(environment, hubFolder)
  const { edge } = readSupervisorConfig(environment)
  const access = readChatappAccessConfig(environment)
  if (access.kind === 'openwebui') return openWebuiClient(access, clock)
  const ownUrl = urlOf(edge ? addresses.chatapp : addresses.edge)
  const secret = access.sessionSecret ?? secrets.sessionSecret
  return createChatappClient({
    kind: 'builtin',
    baseUrl: ownUrl,
    credential: () => mintServiceToken({ secret, clock }),
    clock,
    timeoutMs: TIMEOUT_MS,
  })
}

export const openWebuiClient = (
  { url, apiKey }: Extract<ChatappAccessConfig, { kind: 'openwebui' }>,
  clock: Clock,
): ChatappClient =>
  createChatappClient({
    kind: 'openwebui',
    baseUrl: url,
    credential: () => apiKey,
    clock,
    timeoutMs: TIMEOUT_MS,
  })

const urlOf = ({ host, port }: { host: string; port: number }): string => {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
