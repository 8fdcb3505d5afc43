import type { Transaction } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { isUsableHash } from '#chatapp/accounts/password.ts'
import { claimPrimary, primaryId } from '#chatapp/accounts/primary.ts'
import { checkEmail, checkName } from '#chatapp/accounts/rules.ts'
import type { Role } from '#chatapp/accounts/schema.ts'
import { firstText, fieldsOf, readSeconds } from '#chatapp/chats/imported/plain.ts'
import { importedId } from './ids.ts'
import { jsonOf } from './json.ts'
import { importKeys } from './keys.ts'
import type { Reporting } from './report.ts'
import type { Row, WebuiDatabase } from './source.ts'

type Tx = Transaction<Tables>

export interface People {
  /** Maps account ids of the file to account ids of this server. */
  ids: ReadonlyMap<string, string>
  emails: ReadonlyMap<string, string>
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
  auth: Row | undefined
  isActive: boolean
}

const MAX_PICTURE_LENGTH = 512 * 1024

/** Stores all accounts and their keys in one transaction. @throws NoAdministrator */
export async function importPeople(parts: PeopleParts): Promise<People> {
  const { store, source, report, isDryRun, now } = parts
  const { drafts, merged, inactive } = readAccounts(source, report)
  return store.transaction(async (tx) => {
    const [ids, emails, added] = [new Map<string, string>(), new Map<string, string>(), new Set<string>()]
    const primary = await primaryId(tx)
    const first = drafts.find((draft) => roleOf(draft) === 'admin')
    if (primary === null && !first && drafts.length > 0)
      throw new NoAdministrator(
        'the file has no active administrator and this Hub has none; run `hub admin create` first',
      )
    for (const draft of drafts) {
      const known = await accountHere(tx, draft)
      const here = known?.id ?? importedId('user', draft.id)
      ids.set(draft.id, here)
      emails.set(here, known?.email ?? draft.email)
      report.count('accounts', known ? 'known' : 'added')
      if (known) continue
      added.add(draft.id)
      const row = accountRow(draft, { id: here, now, hash: passwordOf(draft, report) })
      if (!isDryRun) await tx.insertInto('chatapp_users').values(row).execute()
    }
    for (const [from, to] of merged) ids.set(from, ids.get(to)!)
    await importKeys(tx, parts, { ids, emails, merged: new Set(merged.keys()), inactive, added })
    const firstId = first && ids.get(first.id)
    if (primary === null && firstId !== undefined && !isDryRun) await claimPrimary(tx, firstId)
    return { ids, emails }
  })
}

/** Of accounts with the same e-mail, the oldest active account is imported. `merged` maps the others to it. */
function readAccounts(source: WebuiDatabase, report: Reporting) {
  const auths = new Map([...source.rows('auth')].map((auth) => [String(auth.id), auth]))
  const byEmail = new Map<string, Draft>()
  const [merged, inactive] = [new Map<string, string>(), new Set<string>()]
  const rows = [...source.rows('user')].map((row) => {
    const auth = auths.get(String(row.id))
    const isActive = auth === undefined || (auth.active !== 0 && auth.active !== null)
    return { id: String(row.id), row, auth, isActive }
  })
  for (const draft of rows.toSorted((a, b) => Number(b.isActive) - Number(a.isActive))) {
    const { id, row } = draft
    const email = checkEmail(firstText(row.email))
    if (!draft.isActive) inactive.add(id)
    if (!email.ok) {
      report.count('accounts', 'left')
      report.leave('accounts', 'the e-mail address is invalid', firstText(row.email, row.name))
      continue
    }
    const same = byEmail.get(email.value)
    if (same) {
      merged.set(id, same.id)
      report.count('accounts', 'left')
      report.leave(
        'accounts',
        'another account has the same e-mail, so the chats are added to that account',
        email.value,
      )
    } else byEmail.set(email.value, { ...draft, email: email.value })
  }
  return { drafts: [...byEmail.values()], merged, inactive }
}

/** Finds by id first, because the e-mail may have changed here since an earlier import. */
async function accountHere(tx: Tx, { id, email }: Draft): Promise<{ id: string; email: string } | undefined> {
  const accounts = tx.selectFrom('chatapp_users').select(['id', 'email'])
  return (
    (await accounts.where('id', '=', importedId('user', id)).executeTakeFirst()) ??
    (await accounts.where('email', '=', email).executeTakeFirst())
  )
}

function roleOf({ row, isActive }: Draft): Role {
  if (!isActive) return 'pending'
  return row.role === 'admin' || row.role === 'user' ? row.role : 'pending'
}

/** Password hashes of accounts that use an identity provider are random or outdated, so they are not imported. */
function passwordOf({ row, auth, email, isActive }: Draft, report: Reporting): string | null {
  const hash = firstText(auth?.password)
  if (firstText(fieldsOf(jsonOf(auth?.mfa)).secret))
    report.leave('second factors', 'their secret is encrypted with a key of Open WebUI', email)
  const hasProvider = [row.oauth, row.scim].some((json) => Object.keys(fieldsOf(jsonOf(json))).length > 0)
  if (hasProvider || firstText(row.oauth_sub)) {
    report.leave('passwords', 'the account belongs to an identity provider', email)
    return null
  }
  if (!isActive) return null
  if (hash && isUsableHash(hash)) return hash
  report.leave('passwords', hash ? 'the hash has an unknown form' : 'the file has none', email)
  return null
}

function accountRow(draft: Draft, { id, now, hash }: { id: string; now: number; hash: string | null }) {
  const { row, email } = draft
  const name = checkName(
    firstText(row.name)
      .replaceAll(/\p{Cc}/gu, ' ')
      .slice(0, 100),
  )
  const picture = firstText(row.profile_image_url)
  const createdAt = readSeconds(row.created_at) ?? now
  return {
    id,
    email,
    name: name.ok ? name.value : email.split('@')[0]!.slice(0, 100),
    role: roleOf(draft),
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
