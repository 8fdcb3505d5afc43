import type { ApiKey } from '#chatapp/keys/api-keys.ts'
import { Failure } from './failure.ts'
import { openAccounts } from './open-store.ts'
import { aligned, print, printJson } from './print.ts'

export interface KeyOptions {
  email: string
  hub?: string
  json?: boolean
}

/** `hub keys create`: make a personal API key and print it, which is the only time it is shown. */
export async function createKey({ email, hub, json, name }: KeyOptions & { name: string }): Promise<void> {
  await using opened = await openAccounts(hub)
  const created = await opened.keys.create(await accountId(opened, email), { name })
  if (json) printJson({ ...shown(created), key: created.key })
  else print(created.key)
}

/** `hub keys list` */
export async function listKeys({ email, hub, json }: KeyOptions): Promise<void> {
  await using opened = await openAccounts(hub)
  const keys = await opened.keys.list(await accountId(opened, email))
  if (json) return printJson(keys.map(shown))
  if (keys.length === 0) return print(`${email} has no API key`)
  const rows = keys.map((key) => [
    key.id,
    `sk-…${key.hint}`,
    key.name,
    `used ${day(key.lastUsedAt) ?? 'never'}`,
  ])
  print(aligned(rows, ''))
}

/** `hub keys revoke` */
export async function revokeKey(id: string, { email, hub, json }: KeyOptions): Promise<void> {
  await using opened = await openAccounts(hub)
  const revoked = await opened.keys.revoke(await accountId(opened, email), id)
  if (!revoked.ok) throw new Failure(`${email} has no key ${id}; hub keys list --email ${email} shows them`)
  if (json) printJson({ id, revoked: true })
  else print(`key ${id} no longer works`)
}

type Opened = Awaited<ReturnType<typeof openAccounts>>

async function accountId({ accounts }: Opened, email: string): Promise<string> {
  const account = await accounts.findByEmail(email)
  if (!account)
    throw new Failure(`there is no account for ${email}: sign up in the web chat or use hub admin create`)
  return account.id
}

const shown = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  created_at: iso(key.createdAt),
  expires_at: key.expiresAt === null ? null : iso(key.expiresAt),
  last_used_at: key.lastUsedAt === null ? null : iso(key.lastUsedAt),
})

const iso = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString()
const day = (epochSeconds: number | null): string | null =>
  epochSeconds === null ? null : iso(epochSeconds).slice(0, 10)
