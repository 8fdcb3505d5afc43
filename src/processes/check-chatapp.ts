import { systemClock } from '#ground/base/clock.ts'
import { BadConfiguration, type Environment } from '#ground/base/environment.ts'
import type { ChatappRefusal, UnavailableReason } from '#ground/identity/chatapp-client/refusal.ts'
import { closedKeyPaths, KEY_PATHS } from '#ground/identity/chatapp-client/key-paths.ts'
import { OLDEST_VERSION } from '#ground/identity/chatapp-client/version.ts'
import { openWebuiClient } from './chatapp-client.ts'
import { readChatappAccessConfig } from './config/chatapp.ts'

export type NamedChatapp = { url: string } & ({ version: string } | { silent: string })

/**
 * An Open WebUI that does not respond yet is no error, because it may start later.
 * @returns null for the built-in web chat.
 * @throws BadConfiguration
 */
export async function checkNamedChatapp(environment: Environment): Promise<NamedChatapp | null> {
  const access = readChatappAccessConfig(environment)
  if (access.kind === 'builtin') return null
  const { url, apiKey } = access
  await using client = openWebuiClient(access, systemClock)
  const version = await client.checkVersion()
  if (!version.ok) {
    const { refusal } = version
    if (refusal.code === 'too_old')
      throw bad(
        'SVC_CHATAPP_URL',
        `is an Open WebUI ${refusal.version}; update it to ${OLDEST_VERSION} or newer`,
      )
    if (isSilent(refusal)) return { url, silent: refusal.reason }
    throw bad('SVC_CHATAPP_URL', urlProblem(url, refusal))
  }
  const owner = await client.whoIs(apiKey)
  if (!owner.ok && isSilent(owner.refusal)) return { url, silent: owner.refusal.reason }
  if (!owner.ok) throw bad('SVC_CHATAPP_API_KEY', KEY_PROBLEMS[owner.refusal.code] ?? KEY_PROBLEMS.refused)
  if (owner.value.role !== 'admin')
    throw bad(
      'SVC_CHATAPP_API_KEY',
      'is not an administrator’s API key; create a key with an administrator’s account',
    )
  const form = await client.forms.read('accounts')
  if (!form.ok && isSilent(form.refusal)) return { url, silent: form.refusal.reason }
  const closed = form.ok ? closedKeyPaths(form.value) : KEY_PATHS
  if (closed.length > 0)
    throw bad(
      'SVC_CHATAPP_API_KEY',
      `is refused by Open WebUI’s settings: allow keys at these endpoints, too: ${closed.join(', ')}`,
    )
  return { url, version: version.value }
}

function urlProblem(url: string, refusal: ChatappRefusal): string {
  const { reason, certificate } = { reason: '', certificate: '', ...refusal }
  if (certificate) return `names ${url}, but ${certificate}`
  return reason === 'no_tls'
    ? `begins with https:, but ${url} does not speak TLS; use http:`
    : `is not the address of an Open WebUI: ${url} reports no version`
}

const KEY_PROBLEMS: Record<string, string> & { refused: string } = {
  keys_refused: `is refused by Open WebUI’s settings: turn on API keys and user status there; if you restrict the endpoints of keys, allow ${KEY_PATHS.join(', ')}`,
  refused: 'is not accepted by Open WebUI; create a new key with an administrator’s account',
}

type Silent = Extract<ChatappRefusal, { code: 'unavailable' }>

/** True for a failure that may be temporary. For all other refusals, retries cannot help. */
const isSilent = (refusal: { code: string; reason?: string }): refusal is Silent =>
  refusal.code === 'unavailable' && TEMPORARY.has(refusal.reason ?? '')

const TEMPORARY: ReadonlySet<string> = new Set<UnavailableReason>([
  'unreachable',
  'timeout',
  'busy',
  'server_error',
])

const bad = (variable: string, message: string) => new BadConfiguration([{ variable, message }])
