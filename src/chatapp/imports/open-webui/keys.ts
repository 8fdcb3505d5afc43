import type { Transaction } from 'kysely'
import { sha256 } from '#ground/base/ids.ts'
import type { Tables } from '#ground/store/tables.ts'
import { ONLY_KEY } from '#chatapp/accounts/keys/api-keys.ts'
import { firstText, readSeconds } from '#chatapp/chats/imported/plain.ts'
import { importedId } from './ids.ts'
import type { Reporting } from './report.ts'
import type { Row, WebuiDatabase } from './source.ts'

export interface KeyOwners {
  /** Maps account ids of the file to account ids of this server. */
  ids: ReadonlyMap<string, string>
  emails: ReadonlyMap<string, string>
  merged: ReadonlySet<string>
  inactive: ReadonlySet<string>
  added: ReadonlySet<string>
}

/** Accounts that already existed here get no keys, because their owners may have revoked these keys. */
export async function importKeys(
  tx: Transaction<Tables>,
  {
    source,
    report,
    isDryRun,
    now,
  }: { source: WebuiDatabase; report: Reporting; isDryRun: boolean; now: number },
  owners: KeyOwners,
): Promise<void> {
  for (const row of keyRows(source)) {
    const hash = sha256(firstText(row.key))
    const known = await tx
      .selectFrom('chatapp_api_keys')
      .select('id')
      .where('key_hash', '=', hash)
      .executeTakeFirst()
    const owner = owners.ids.get(String(row.user_id))
    const reason = known ? null : reasonAgainst(row, owners)
    report.count('keys', known ? 'known' : reason === null ? 'added' : 'left')
    if (reason !== null) report.leave('API keys', reason, owners.emails.get(owner ?? ''))
    if (known || reason !== null || owner === undefined || isDryRun) continue
    await tx
      .insertInto('chatapp_api_keys')
      .values({
        id: importedId('key', hash),
        user_id: owner,
        name: ONLY_KEY,
        key_hash: hash,
        hint: firstText(row.key).slice(-4),
        hubs: null,
        created_at: readSeconds(row.created_at) ?? now,
        expires_at: readSeconds(row.expires_at),
        last_used_at: readSeconds(row.last_used_at),
      })
      .execute()
  }
}

const keyRows = (source: WebuiDatabase): Row[] => [
  ...source.rows('api_key'),
  ...[...source.rows('user')]
    .filter(({ api_key: key }) => firstText(key))
    .map((row) => ({ user_id: row.id, key: row.api_key, created_at: row.updated_at })),
]

function reasonAgainst(row: Row, { ids, merged, inactive, added }: KeyOwners): string | null {
  const owner = String(row.user_id)
  if (!ids.has(owner)) return 'the account is missing'
  if (!/^sk-\S{16,200}$/.test(firstText(row.key))) return 'the key does not begin with sk-'
  if (merged.has(owner)) return 'another account has the same e-mail, and only its key is imported'
  if (inactive.has(owner)) return 'the account is deactivated'
  if (!added.has(owner)) return 'the account was here before; its owner creates a new key'
  const expiry = row.expires_at ?? null
  return expiry !== null && readSeconds(expiry) === null ? 'the expiry date is unreadable' : null
}
