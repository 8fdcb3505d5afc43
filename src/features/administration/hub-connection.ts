import { isDeepStrictEqual } from 'node:util'
import { backoffMs } from '#ground/base/backoff.ts'
import type { Clock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { ChatappRefusal } from '#ground/identity/chatapp-client/refusal.ts'
import {
  HUB_HEADER,
  readForm,
  writeForm,
  type ConnectionEntry,
  type ConnectionForm,
} from './connection-form.ts'

export interface HubConnectionDeps {
  chatapp: Pick<ChatappClient, 'forms' | 'models'>
  hub: string
  /** Base address of the bridge's API, such as `http://127.0.0.1:8000/v1`. */
  url: string
  key: string
  identityPrefix: string
  clock: Clock
  onConnected(): void
  onFailure(event: { reason: string }): void
}

const POLL_INTERVAL_MS = 60_000
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_DELAY_MS = 60_000

/**
 * Adds the Hub's bridge to Open WebUI's connections and restores this connection after changes.
 * Open WebUI offers only the models of its connections.
 */
export function startHubConnection(deps: HubConnectionDeps): AsyncDisposable {
  return startLoop({
    clock: deps.clock,
    everyMs: POLL_INTERVAL_MS,
    afterFailureMs: (failures) => backoffMs(failures, { firstMs: FIRST_RETRY_MS, maxMs: MAX_RETRY_DELAY_MS }),
    work: () => connect(deps),
    onFailure: (error) => deps.onFailure({ reason: error instanceof Error ? error.message : String(error) }),
  })
}

export async function connectedHubs({ forms }: Pick<ChatappClient, 'forms'>): Promise<string[]> {
  const present = await forms.read('connections')
  if (!present.ok) return []
  const slugs = readForm(present.value).hubs.map(({ config }) => config.headers?.[HUB_HEADER])
  return [...new Set(slugs.filter((slug) => typeof slug === 'string'))]
}

async function connect(deps: HubConnectionDeps): Promise<void> {
  const { chatapp, onConnected } = deps
  const present = await chatapp.forms.read('connections')
  if (!present.ok) throw refusalError(present.refusal)
  if (isConnected(readForm(present.value), deps)) return
  const written = await chatapp.forms.change('connections', (form) => ({
    ...writeForm(form, entriesWith(readForm(form), deps)),
    ENABLE_OPENAI_API: true,
  }))
  if (!written.ok) throw refusalError(written.refusal)
  const refreshed = await chatapp.models.refresh()
  if (!refreshed.ok) throw refusalError(refreshed.refusal)
  onConnected()
}

function isConnected({ isOn, hubs }: ConnectionForm, deps: HubConnectionDeps): boolean {
  const [own, ...twins] = hubs.filter((entry) => isOf(entry, deps))
  return isOn && own !== undefined && twins.length === 0 && isDeepStrictEqual(own, entryOf(deps, own))
}

const entriesWith = ({ hubs, entries }: ConnectionForm, deps: HubConnectionDeps): ConnectionEntry[] => {
  const own = hubs.find((entry) => isOf(entry, deps))
  return [...hubs.filter((entry) => !isOf(entry, deps)), entryOf(deps, own), ...entries]
}

const isOf = ({ config }: ConnectionEntry, { hub }: HubConnectionDeps): boolean =>
  config.headers?.[HUB_HEADER] === hub

const entryOf = (
  { hub, url, key, identityPrefix }: HubConnectionDeps,
  present: ConnectionEntry | undefined,
): ConnectionEntry => ({
  url,
  key,
  config: {
    ...present?.config,
    enable: true,
    prefix_id: '',
    model_ids: [],
    // Open WebUI fills in these placeholders for each request, from the person's session and not from the client's
    // request.
    headers: {
      [HUB_HEADER]: hub,
      [`${identityPrefix}-User-Id`]: '{{USER_ID}}',
      [`${identityPrefix}-User-Email`]: '{{USER_EMAIL}}',
      [`${identityPrefix}-User-Name`]: '{{USER_NAME}}',
      [`${identityPrefix}-User-Role`]: '{{USER_ROLE}}',
      'X-Svc-Chat-Id': '{{CHAT_ID}}',
      'X-Svc-Task': '{{TASK}}',
    },
  },
})

const refusalError = (refusal: ChatappRefusal): Error =>
  new Error('reason' in refusal ? refusal.reason : 'detail' in refusal ? refusal.detail : refusal.code)
