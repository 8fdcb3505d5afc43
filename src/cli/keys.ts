import type { z } from 'zod'
import { systemClock } from '#ground/base/clock.ts'
import type { ApiKey } from '#chatapp/accounts/keys/api-keys.ts'
import { HubScope, KeyName } from '#chatapp/accounts/keys/schema.ts'
import { CommandFailure } from './failure.ts'
import { keyExpiry } from './key-expiry.ts'
import { openAccounts } from './open-store.ts'
import { alignColumns, print, printJson, printWarning } from './print.ts'

export interface KeyOptions {
  email: string
  hub?: string
  json?: boolean
}

export interface NewKeyOptions extends KeyOptions {
  name: string
  expires?: string
  hubScope?: string
}

export async function createKey({ email, hub, json, ...asked }: NewKeyOptions): Promise<void> {
  const draft = {
    name: checked(KeyName, asked.name, '--name'),
    hubs: asked.hubScope === undefined ? null : checked(HubScope, listOf(asked.hubScope), '--hub-scope'),
    expiresAt: asked.expires === undefined ? null : expiryOf(asked.expires),
  }
  await using opened = await openAccounts(hub)
  const created = await opened.keys.create(await accountId(opened, email), draft)
  if (!created.ok)
    throw new CommandFailure(`${email} has the maximum number of keys: revoke a key with hub keys revoke`)
  if (!(await opened.keysAreOn()))
    printWarning(
      'API keys are off, so this key gives no access yet: set MCP_SERVER=true in .env and restart the Hub',
    )
  const { key, ...made } = created.value
  if (json) printJson({ ...shown(made), key })
  else print(key)
}

export async function listKeys({ email, hub, json }: KeyOptions): Promise<void> {
  await using opened = await openAccounts(hub)
  const keys = await opened.keys.list(await accountId(opened, email))
  if (json) return printJson(keys.map(shown))
  if (keys.length === 0) return print(`${email} has no API key`)
  const now = systemClock.now() / 1000
  const rows = keys.map((key) => [
    key.id,
    `sk-…${key.hint}`,
    key.name,
    key.hubs?.join(',') ?? 'all Hubs',
    `created ${day(key.createdAt)}`,
    expiryText(key.expiresAt, now),
    `used ${key.lastUsedAt === null ? 'never' : day(key.lastUsedAt)}`,
  ])
  print(alignColumns(rows, ''))
}

export async function revokeKey(id: string, { email, hub, json }: KeyOptions): Promise<void> {
  await using opened = await openAccounts(hub)
  const revoked = await opened.keys.revoke(await accountId(opened, email), id)
  if (!revoked.ok)
    throw new CommandFailure(`${email} has no key ${id}; hub keys list --email ${email} shows them`)
  if (json) printJson({ id, revoked: true })
  else print(`revoked key ${id}`)
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((slug) => slug.trim())
    .filter(Boolean)

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, option: string): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new CommandFailure(`${option}: ${parsed.error.issues[0]!.message}`, 2)
}

function expiryOf(text: string): number {
  const expiry = keyExpiry(text, systemClock.now())
  if (expiry.ok) return expiry.value
  throw new CommandFailure(`--expires: ${EXPIRY_PROBLEMS[expiry.refusal]}`, 2)
}

const EXPIRY_PROBLEMS = {
  unreadable: 'expected a day such as 2027-06-30, or a duration such as 12h or 90d',
  past: 'this time is in the past',
} as const

type Opened = Awaited<ReturnType<typeof openAccounts>>

async function accountId({ accounts }: Opened, email: string): Promise<string> {
  const account = await accounts.findByEmail(email)
  if (!account)
    throw new CommandFailure(
      `there is no account for ${email}: sign up in the web chat, or create an administrator with hub admin create`,
    )
  return account.id
}

const shown = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  hubs: key.hubs,
  created_at: iso(key.createdAt),
  expires_at: key.expiresAt === null ? null : iso(key.expiresAt),
  last_used_at: key.lastUsedAt === null ? null : iso(key.lastUsedAt),
})

const expiryText = (expiresAt: number | null, now: number): string => {
  if (expiresAt === null) return 'no expiry'
  return `${expiresAt <= now ? 'expired' : 'expires'} ${iso(expiresAt).slice(0, 16)}Z`
}

const iso = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString()
const day = (epochSeconds: number): string => iso(epochSeconds).slice(0, 10)
