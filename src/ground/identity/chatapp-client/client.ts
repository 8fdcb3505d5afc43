import { createOneByOne } from '#ground/base/one-by-one.ts'
import { createAccountsClient } from './accounts.ts'
import { createChatFilesClient } from './chat-files.ts'
import { createConnectionsClient } from './connections.ts'
import { createForms } from './forms.ts'
import { createGroupsClient } from './groups.ts'
import { createHttp, type HttpOptions } from './http.ts'
import { createKeys } from './keys.ts'
import { createModelsClient } from './models.ts'
import { createWhoIs } from './session.ts'
import { createSite } from './site.ts'
import { createCheckVersion } from './version.ts'

export type ChatappClient = ReturnType<typeof createChatappClient>

export type ChatappKind = 'builtin' | 'openwebui'

export interface ChatappClientOptions extends HttpOptions {
  kind?: ChatappKind
}

/**
 * Never throws: errors are a `ChatappRefusal`. Changes of one object run one after another. Disposal closes
 * connections.
 */
export function createChatappClient({ kind = 'builtin', ...options }: ChatappClientOptions) {
  const http = createHttp(options)
  const { send, download } = http
  const whoIs = createWhoIs(send)
  const parts = { send, oneByOne: createOneByOne() }
  return {
    kind,
    accounts: createAccountsClient(parts),
    groups: createGroupsClient(parts),
    models: createModelsClient(parts),
    forms: createForms(parts),
    site: createSite(send),
    keys: createKeys(send),
    connections: createConnectionsClient(send),
    chatFiles: createChatFilesClient({ send, download }),
    whoIs,
    /** The account whose key or token the client uses. */
    whoAmI: () => whoIs(options.credential() ?? ''),
    checkVersion: createCheckVersion(send),
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  }
}
