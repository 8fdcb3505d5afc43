import { isDeepStrictEqual } from 'node:util'
import { backoffMs } from '#ground/base/backoff.ts'
import type { Clock } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { ChatappRefusal } from '#ground/identity/chatapp-client/refusal.ts'
import type { Store } from '#ground/store/store.ts'
import {
  HUB_HEADER,
  STORE_HEADER,
  readForm,
  writeForm,
  type ConnectionEntry,
  type ConnectionForm,
} from './connection-form.ts'

interface ConnectedHub {
  /** Slug of the Hub. */
  hub: string
  /** Identifies the database of the Hub. */
  storeId: string
}

export interface HubConnectionDeps extends ConnectedHub {
  chatapp: Pick<ChatappClient, 'forms' | 'models'>
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
 * Open WebUI offers only the models of its connections. A connection of another Hub with the same slug is never
 * replaced, because people would reach the wrong Hub.
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

export const connectionStoreId = async (store: Pick<Store, 'madeAt'>): Promise<string> =>
  sha256(await store.madeAt()).slice(0, 16)

/** Slugs of Hubs with another database that are connected to this Open WebUI. Null if Open WebUI does not respond. */
export async function foreignHubs(
  { forms }: Pick<ChatappClient, 'forms'>,
  storeId: string,
): Promise<ReadonlySet<string> | null> {
  const present = await forms.read('connections')
  if (!present.ok) return null
  const foreign = readForm(present.value).hubs.filter((entry) => isForeign(entry, storeId))
  return new Set(foreign.map(({ config }) => String(config.headers?.[HUB_HEADER])))
}

export async function connectedHubs({ forms }: Pick<ChatappClient, 'forms'>): Promise<string[]> {
  const present = await forms.read('connections')
  if (!present.ok) return []
  const slugs = readForm(present.value).hubs.map(({ config }) => config.headers?.[HUB_HEADER])
  return [...new Set(slugs.filter((slug) => typeof slug === 'string'))]
}

/** Describes the conflict if a Hub with another database has the slug. Null also if Open WebUI does not respond. */
export async function findSlugConflict(
  { forms }: Pick<ChatappClient, 'forms'>,
  hub: ConnectedHub,
): Promise<string | null> {
  const present = await forms.read('connections')
  return present.ok ? slugConflict(readForm(present.value), hub) : null
}

async function connect(deps: HubConnectionDeps): Promise<void> {
  const { chatapp, onConnected } = deps
  const present = await chatapp.forms.read('connections')
  if (!present.ok) throw refusalError(present.refusal)
  const form = readForm(present.value)
  const conflict = slugConflict(form, deps)
  if (conflict) throw new Error(conflict)
  if (isConnected(form, deps)) return
  const written = await chatapp.forms.change('connections', (form) => ({
    ...writeForm(form, entriesWith(readForm(form), deps)),
    ENABLE_OPENAI_API: true,
  }))
  if (!written.ok) throw refusalError(written.refusal)
  const refreshed = await chatapp.models.refresh()
  if (!refreshed.ok) throw refusalError(refreshed.refusal)
  onConnected()
}

function slugConflict({ hubs }: ConnectionForm, { hub, storeId }: ConnectedHub): string | null {
  const foreign = hubs.find((entry) => hasSlug(entry, { hub }) && isForeign(entry, storeId))
  return foreign
    ? `another Hub named ${hub} is connected at ${foreign.url}: give one of the two Hubs another slug, or remove that connection in Open WebUI if its Hub no longer exists`
    : null
}

function isConnected({ isOn, hubs, entries }: ConnectionForm, deps: HubConnectionDeps): boolean {
  const [own, ...twins] = [...hubs, ...entries].filter((entry) => isOf(entry, deps))
  return isOn && own !== undefined && twins.length === 0 && isDeepStrictEqual(own, entryOf(deps, own))
}

const entriesWith = ({ hubs, entries }: ConnectionForm, deps: HubConnectionDeps): ConnectionEntry[] => {
  const own = hubs.find((entry) => isOf(entry, deps))
  const isOther = (entry: ConnectionEntry) => !isOf(entry, deps)
  return [...hubs.filter(isOther), entryOf(deps, own), ...entries.filter(isOther)]
}

/** A connection with the bridge's address also belongs to the Hub, because a person may have removed its headers. */
const isOf = (entry: ConnectionEntry, deps: HubConnectionDeps): boolean =>
  hasSlug(entry, deps) || (entry.url === deps.url && entry.config.headers?.[HUB_HEADER] === undefined)

const hasSlug = ({ config }: ConnectionEntry, { hub }: Pick<HubConnectionDeps, 'hub'>): boolean =>
  config.headers?.[HUB_HEADER] === hub

const isForeign = ({ config }: ConnectionEntry, storeId: string): boolean => {
  const id = config.headers?.[STORE_HEADER]
  return id !== undefined && id !== storeId
}

const entryOf = (
  { hub, storeId, url, key, identityPrefix }: HubConnectionDeps,
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
      [STORE_HEADER]: storeId,
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
