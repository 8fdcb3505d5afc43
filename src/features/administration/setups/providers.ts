import { isDeepStrictEqual } from 'node:util'
import { ApiRefused } from '#ground/api/errors.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { readStoredProviders, type StoredProvider } from '#core/setups/stored-providers.ts'
import type { Setups } from '#core/setups/setups.ts'
import type { ProviderSettings } from '#ground/identity/schema.ts'
import { unwrapResponse } from '../unwrap-response.ts'
import type { SetupChanges, SetupRequest } from '#core/setups/changes.ts'
import type { ProviderChange, ProvidersSetup, ProviderView } from './schema.ts'

export interface ProvidersSetupDeps {
  setups: Pick<Setups, 'list'>
  changes: SetupChanges
  chatapp: Pick<ChatappClient, 'site'>
  /** Without a trailing slash. */
  publicUrl: string
  /** Null if people can sign in; otherwise a sentence with the problem and its remedy. */
  tryProvider(settings: ProviderSettings, redirectUri: string): Promise<string | null>
}

const MAX_PROVIDERS = 20

export function createProvidersSetup(deps: ProvidersSetupDeps) {
  const { setups, changes, chatapp } = deps
  const redirectUri = (id: string) => `${deps.publicUrl}/oauth/${id}/callback`
  const waysIn = async () => unwrapResponse(await chatapp.site.signIn())
  const find = async (id: string) => (await readStoredProviders(setups)).find(({ name }) => name === id)
  const read = async (): Promise<ProvidersSetup> => {
    const [ways, stored] = await Promise.all([waysIn(), readStoredProviders(setups)])
    return {
      may_change: changes.isAllowed,
      is_supported: ways !== null,
      redirect_uri: redirectUri('<id>'),
      items: stored.map((one) => viewOf(one, redirectUri(one.name))),
    }
  }
  const check = async (request: SetupRequest, id: string) => {
    changes.check(request, [])
    const ways = await waysIn()
    if (ways === null)
      throw new ApiRefused('invalid', 'Open WebUI has its own settings of identity providers.')
    const fixed = ways.providers.find((provider) => provider.id === id && provider.variable !== null)
    if (fixed) changes.check(request, [fixed.variable!])
    return ways
  }
  return {
    read,

    async save(request: SetupRequest, id: string, wanted: ProviderChange): Promise<ProvidersSetup> {
      await check(request, id)
      const before = await find(id)
      if (!before && (await setups.list('provider')).length >= MAX_PROVIDERS)
        throw new ApiRefused('invalid', `There are ${MAX_PROVIDERS} providers already: remove one first.`)
      const { expected_revision: expected, client_secret: secret, ...fields } = wanted
      const settings = { id, ...fields, client_secret: secretOf(wanted, before?.provider ?? null) }
      await changes.save(request, {
        kind: 'provider',
        name: id,
        expected,
        settings,
        before: before?.provider ? recorded(before.provider) : null,
        after: {
          ...recorded(settings),
          ...(before && secret !== undefined && secret !== null && { client_secret: 'changed' }),
        },
        attempt: () => deps.tryProvider(settings, redirectUri(id)),
      })
      return read()
    },

    async remove(request: SetupRequest, id: string, expected: string): Promise<ProvidersSetup> {
      const ways = await check(request, id)
      const all = await readStoredProviders(setups)
      const before = all.find(({ name }) => name === id)
      const isWayIn = Boolean(before?.provider) && !ways.takes_passwords && ways.providers.every(isStored)
      const others = all.filter(({ name, provider }) => name !== id && provider).map(({ name }) => name)
      await changes.remove(request, {
        kind: 'provider',
        name: id,
        expected,
        before: before?.provider ? recorded(before.provider) : null,
        ...(isWayIn && { needed: { others, reason: LAST_WAY } }),
      })
      return read()
    },
  }
}

const isStored = ({ variable }: { variable: string | null }): boolean => variable === null

const LAST_WAY =
  'Nobody could sign in without this provider, because SVC_PASSWORD_SIGN_IN is off. Set up another provider first.'

/**
 * @throws ApiRefused if the issuer or client id changed and the secret is missing, because the stored secret must not
 * be sent elsewhere.
 */
function secretOf(wanted: ProviderChange, before: ProviderSettings | null): string | null {
  if (wanted.client_secret !== undefined) return wanted.client_secret
  const place = ({ issuer, client_id: id }: Pick<ProviderSettings, 'issuer' | 'client_id'>) => [issuer, id]
  if (before === null || isDeepStrictEqual(place(before), place(wanted))) return before?.client_secret ?? null
  throw new ApiRefused(
    'invalid',
    'client_secret: enter the client secret again, because the issuer or the client id changed.',
  )
}

function recorded({ client_secret: secret, ...fields }: ProviderSettings) {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(known), client_secret: secret ? 'set' : 'none' }
}

function viewOf(
  { name: id, provider, revision, changedAt, changedBy }: StoredProvider,
  uri: string,
): ProviderView {
  const fields = provider && withoutSecret(provider)
  return {
    id,
    settings: fields,
    has_secret: Boolean(provider?.client_secret),
    redirect_uri: uri,
    revision,
    changed_at: new Date(changedAt).toISOString(),
    changed_by: changedBy,
  }
}

const withoutSecret = ({ id: _id, client_secret: _secret, ...fields }: ProviderSettings) => ({
  ...fields,
  sign_up: fields.sign_up ?? null,
  default_role: fields.default_role ?? null,
  role_claim: fields.role_claim ?? null,
  groups_claim: fields.groups_claim ?? null,
})
