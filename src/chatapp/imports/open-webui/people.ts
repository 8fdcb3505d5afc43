import type { Transaction } from 'kysely'
import { sha256 } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import { isUsableHash } from '#chatapp/accounts/password.ts'
import { claimPrimary, primaryId } from '#chatapp/accounts/primary.ts'
import { checkEmail, checkName } from '#chatapp/accounts/rules.ts'
import type { Role } from '#chatapp/accounts/schema.ts'
import { firstText, fieldsOf, readSeconds } from '#chatapp/chats/imported/plain.ts'
import { importedId } from './ids.ts'
import { jsonOf } from './json.ts'
import type { Reporting } from './report.ts'
import type { Row, WebuiDatabase } from './source.ts'

type Tx = Transaction<Tables>

export interface People {
  /** Ids of our accounts by the ids in the imported file. */
  ids: ReadonlyMap<string, string>
  emails: ReadonlyMap<string, string>
  /** E-mail of the new organization administrator; null if the web chat had accounts before. */
  firstAdministrator: string | null
}

export class NoAdministrator extends Error {
  override readonly name = 'NoAdministrator'
}

export interface PeopleParts {
  store: Pick<Store, 'transaction'>
  now: number
  source: WebuiDatabase
  report: Reporting
  isDryRun: boolean
}

interface Draft {
  id: string
  email: string
  row: Row
}

const MAX_PICTURE_LENGTH = 512 * 1024

/** Stores all accounts in one transaction. @throws NoAdministrator */
export async function importPeople(parts: PeopleParts): Promise<People> {
  const { store, source, report, isDryRun, now } = parts
  const { drafts, ids: merged } = readAccounts(source, report)
  const auths = new Map([...source.rows('auth')].map((auth) => [String(auth.id), auth]))
  return store.transaction(async (tx) => {
    const [ids, emails] = [new Map<string, string>(), new Map<string, string>()]
    const isFirst = (await primaryId(tx)) === null
    const first = drafts.find(({ row }) => row.role === 'admin')
    if (isFirst && !first && drafts.length > 0)
      throw new NoAdministrator(
        'the file has no administrator and this Hub has none; run `hub admin create` first',
      )
    for (const { id, email, row } of drafts) {
      const known = await tx
        .selectFrom('chatapp_users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirst()
      const here = known?.id ?? (await freeId(tx, id, email))
      ids.set(id, here)
      emails.set(here, email)
      report.count('accounts', known ? 'known' : 'added')
      if (known || isDryRun) continue
      await tx
        .insertInto('chatapp_users')
        .values(accountRow(row, { id: here, email, now, ...passwordOf(row, auths.get(id), report) }))
        .execute()
    }
    for (const [from, to] of merged) ids.set(from, ids.get(to)!)
    const isNew = isFirst && first !== undefined
    if (isNew && !isDryRun) await claimPrimary(tx, ids.get(first.id)!)
    return { ids, emails, firstAdministrator: isNew ? first.email : null }
  })
}

/** Returns the oldest account of each e-mail. `ids` maps the other accounts with the same e-mail to it. */
function readAccounts(source: WebuiDatabase, report: Reporting) {
  const byEmail = new Map<string, Draft>()
  const ids = new Map<string, string>()
  for (const row of source.rows('user')) {
    const email = checkEmail(firstText(row.email))
    const id = String(row.id)
    if (!email.ok) {
      report.count('accounts', 'left')
      report.leave('accounts', 'the e-mail address is invalid', firstText(row.email, row.name))
      continue
    }
    const same = byEmail.get(email.value)
    if (same) {
      ids.set(id, same.id)
      report.count('accounts', 'left')
      report.leave(
        'accounts',
        'an older account has the same e-mail, so the chats are added to that account',
        email.value,
      )
    } else byEmail.set(email.value, { id, email: email.value, row })
  }
  return { drafts: [...byEmail.values()], ids }
}

async function freeId(tx: Tx, id: string, email: string): Promise<string> {
  const wanted = importedId('user', id)
  const other = await tx.selectFrom('chatapp_users').select('id').where('id', '=', wanted).executeTakeFirst()
  return other ? importedId('user', `${id} ${email}`) : wanted
}

/** Password hashes of accounts that use an identity provider are random or outdated, so they are not imported. */
function passwordOf(
  row: Row,
  auth: Row | undefined,
  report: Reporting,
): { hash: string | null; isActive: boolean } {
  const isActive = auth === undefined || (auth.active !== 0 && auth.active !== null)
  const name = normalEmail(firstText(row.email))
  const hash = firstText(auth?.password)
  if (firstText(fieldsOf(jsonOf(auth?.mfa)).secret))
    report.leave('second factors', 'their secret is encrypted with a key of Open WebUI', name)
  const hasProvider = [row.oauth, row.scim].some((json) => Object.keys(fieldsOf(jsonOf(json))).length > 0)
  if (hasProvider || firstText(row.oauth_sub)) {
    report.leave('passwords', 'the account belongs to an identity provider', name)
    return { hash: null, isActive }
  }
  if (!isActive) return { hash: null, isActive }
  if (hash && isUsableHash(hash)) return { hash, isActive }
  report.leave('passwords', hash ? 'the hash has an unknown form' : 'the file has none', name)
  return { hash: null, isActive }
}

function accountRow(
  row: Row,
  {
    id,
    email,
    now,
    hash,
    isActive,
  }: { id: string; email: string; now: number; hash: string | null; isActive: boolean },
) {
  const name = checkName(
    firstText(row.name)
      .replaceAll(/\p{Cc}/gu, ' ')
      .slice(0, 100),
  )
  const picture = firstText(row.profile_image_url)
  const createdAt = readSeconds(row.created_at) ?? now
  const isAdmin = row.role === 'admin' && isActive
  const role: Role = isAdmin ? 'admin' : row.role === 'user' && isActive ? 'user' : 'pending'
  return {
    id,
    email,
    name: name.ok ? name.value : email.split('@')[0]!.slice(0, 100),
    role,
    password_hash: hash,
    profile_image_url:
      /^data:image\/(png|jpeg|gif|webp);base64,/.test(picture) && picture.length <= MAX_PICTURE_LENGTH
        ? picture
        : '',
    oauth: null,
    settings: '{}',
    created_at: createdAt,
    updated_at: readSeconds(row.updated_at) ?? createdAt,
    last_active_at: readSeconds(row.last_active_at) ?? createdAt,
  }
}

/** Open WebUI stores one key for each person. Releases before 0.6.37 store it in the table of accounts. */
export async function importKeys(
  { store, source, report, isDryRun, now }: PeopleParts,
  { ids }: People,
): Promise<void> {
  const rows = [
    ...source.rows('api_key'),
    ...[...source.rows('user')]
      .filter(({ api_key: key }) => firstText(key))
      .map((row) => ({
        id: `key ${String(row.id)}`,
        user_id: row.id,
        key: row.api_key,
        created_at: row.updated_at,
      })),
  ] as Row[]
  await store.transaction(async (tx) => {
    for (const row of rows) {
      const [key, owner] = [firstText(row.key), ids.get(String(row.user_id))]
      if (!owner || !/^sk-\S{16,200}$/.test(key)) {
        report.count('keys', 'left')
        report.leave('API keys', owner ? 'the key does not begin with sk-' : 'the account is missing')
        continue
      }
      const hash = sha256(key)
      const known = await tx
        .selectFrom('chatapp_api_keys')
        .select('id')
        .where('key_hash', '=', hash)
        .executeTakeFirst()
      report.count('keys', known ? 'known' : 'added')
      if (known || isDryRun) continue
      await tx
        .insertInto('chatapp_api_keys')
        .values({
          id: importedId('key', hash),
          user_id: owner,
          name: 'Open WebUI',
          key_hash: hash,
          hint: key.slice(-4),
          hubs: null,
          created_at: readSeconds(row.created_at) ?? now,
          expires_at: readSeconds(row.expires_at),
          last_used_at: readSeconds(row.last_used_at),
        })
        .execute()
    }
  })
}
