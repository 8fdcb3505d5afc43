import type { Transaction } from 'kysely'
import { epochSeconds, type Clock, type EpochMs } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import { isUniqueViolation } from '#ground/store/errors.ts'
import type { Store } from '#ground/store/store.ts'
import { removeNoticesOf } from '#ground/store/remove-notices.ts'
import { withdrawProposalsOf } from '#ground/store/withdraw-proposals.ts'
import type { Tables } from '#ground/store/tables.ts'
import { readAccountRow, type Account } from './account.ts'
import {
  checkChanges,
  checkDraft,
  type AccountDraftChanges,
  type AccountDraft,
  type DraftRefusal,
} from './draft.ts'
import { hashPassword, isImportedHash, verifyPassword, type PasswordCost } from './password.ts'
import { endResets } from '#ground/identity/account-links/links.ts'
import { lockAccount } from './lock.ts'
import { claimPrimary, primaryId } from './primary.ts'
import { isVisibleAccount, listAccounts, type AccountListing } from './listing.ts'

type Beside = (tx: Transaction<Tables>, accountId: string) => Promise<void>

export type Accounts = ReturnType<typeof createChatappAccounts>

/** Origin of an e-mail change: the provider's id, the administrator's e-mail, or null for the service. */
export type EmailMover = { provider: string } | { administrator: string } | null

export interface EmailMove {
  accountId: string
  from: string
  to: string
  by: EmailMover
}

export interface ChatappAccountsDeps {
  store: Store
  clock: Clock
  /** Runs in the transaction that changes the account's e-mail. */
  moveEmail?: ((tx: Transaction<Tables>, move: EmailMove) => Promise<void>) | undefined
  onEmailMoved?: ((move: EmailMove) => void) | undefined
  passwordCost?: PasswordCost
}

export const createChatappAccounts = (deps: ChatappAccountsDeps) => ({
  ...readingOf(deps),
  ...changesOf(deps),
})

function readingOf({ store, passwordCost }: ChatappAccountsDeps) {
  const { db } = store
  /** Stores the new hash only if no other request has changed the password meanwhile. */
  const replaceHash = async (
    { id, password_hash: before }: { id: string; password_hash: string | null },
    password: string,
  ) => {
    const password_hash = await hashPassword(password, passwordCost)
    const row = db.updateTable('chatapp_users').where('id', '=', id).where('password_hash', '=', before)
    await row.set({ password_hash }).execute()
  }
  const rows = () => db.selectFrom('chatapp_users').selectAll()
  const rowOf = (email: string) => rows().where('email', '=', normalEmail(email)).executeTakeFirst()
  return {
    find: async (id: string): Promise<Account | null> =>
      readAccountRow(await rows().where('id', '=', id).executeTakeFirst()),

    findByEmail: async (email: string): Promise<Account | null> => readAccountRow(await rowOf(email)),

    /** In the order of `ids`; unknown ids are skipped. */
    async findAll(ids: readonly string[]): Promise<Account[]> {
      const found = new Map<string, Account>()
      for (let start = 0; start < ids.length; start += 500) {
        const some = ids.slice(start, start + 500)
        const there = await rows().where('id', 'in', some).execute()
        for (const row of there) found.set(row.id, readAccountRow(row)!)
      }
      return ids.flatMap((id) => found.get(id) ?? [])
    },

    async findAllByEmail(emails: readonly string[]): Promise<(Account | null)[]> {
      const found = new Map<string, Account>()
      for (let start = 0; start < emails.length; start += 500) {
        const some = emails.slice(start, start + 500).map(normalEmail)
        const there = await rows().where('email', 'in', some).execute()
        for (const row of there) found.set(row.email, readAccountRow(row)!)
      }
      return emails.map((email) => found.get(normalEmail(email)) ?? null)
    },

    async isEmpty(): Promise<boolean> {
      return (await db.selectFrom('chatapp_users').select('id').limit(1).executeTakeFirst()) === undefined
    },

    /** Unknown e-mails take as long as wrong passwords, so that timing does not reveal which accounts exist. */
    async authenticate(email: string, password: string): Promise<Result<Account, 'wrong_credentials'>> {
      const row = await rowOf(email)
      const stored = row?.password_hash ?? null
      const matches = await verifyPassword(password, stored, { hasImported: await hasImportedHashes(db) })
      if (!matches) return refused('wrong_credentials')
      if (stored !== null && isImportedHash(stored, passwordCost)) await replaceHash(row!, password)
      return accepted(readAccountRow(row)!)
    },

    async ownsPassword(id: string, password: string): Promise<boolean> {
      const row = await db
        .selectFrom('chatapp_users')
        .select('password_hash')
        .where('id', '=', id)
        .executeTakeFirst()
      return verifyPassword(password, row?.password_hash ?? null)
    },

    primaryId: () => primaryId(db),

    isVisibleTo: (viewerId: string, id: string) => isVisibleAccount(store, viewerId, id),

    list: (listing: AccountListing) => listAccounts(store, listing),
  }
}

const hasImportedHashes = async (db: Store['db']): Promise<boolean> =>
  (await db
    .selectFrom('chatapp_users')
    .select('id')
    .where('password_hash', 'like', '$2%')
    .limit(1)
    .executeTakeFirst()) !== undefined

function changesOf({ store, clock, passwordCost, moveEmail, onEmailMoved }: ChatappAccountsDeps) {
  return {
    /** The first account becomes an administrator, even when requests race. `onlyFirst` refuses every later account. */
    async create(
      draft: AccountDraft,
      { onlyFirst = false, beside }: { onlyFirst?: boolean; beside?: Beside } = {},
    ): Promise<Result<Account, DraftRefusal | 'signup_closed'>> {
      const checked = await checkDraft(draft, passwordCost)
      if (!checked.ok) return checked
      const id = newId()
      return store.transaction(async (tx) => {
        const isFirst = await claimPrimary(tx, id)
        if (onlyFirst && !isFirst) return refused('signup_closed')
        const row = await tx
          .insertInto('chatapp_users')
          .values({
            ...newRow(draft, epochSeconds(clock)),
            ...checked.value,
            id,
            ...(isFirst && { role: 'admin' }),
          })
          .onConflict((conflict) => conflict.column('email').doNothing())
          .returningAll()
          .executeTakeFirst()
        if (!row) return refused('email_taken')
        await beside?.(tx, id)
        return accepted(readAccountRow(row)!)
      })
    },

    /**
     * A new password ends all sessions except `keepSession`. A new e-mail moves the data that is stored under the old
     * e-mail.
     */
    async update(
      id: string,
      changes: AccountDraftChanges,
      { keepSession = null, movedBy = null, beside }: UpdateOptions = {},
    ): Promise<Result<Account, DraftRefusal | 'account_missing'>> {
      const checked = await checkChanges(changes, passwordCost)
      if (!checked.ok) return checked
      const columns = checked.value
      type Done = Result<{ account: Account; move: EmailMove | null }, DraftRefusal | 'account_missing'>
      const write = async (tx: Transaction<Tables>): Promise<Done> => {
        if (columns.email !== undefined) await lockAccount(tx, id)
        const move = columns.email === undefined ? null : await moveOf(tx, id, columns.email, movedBy)
        if (move && (await emailIsTaken(tx, move.to, id))) return refused('email_taken')
        const updated = await tx
          .updateTable('chatapp_users')
          .set({ ...columns, updated_at: epochSeconds(clock) })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
        if (!updated) return refused('account_missing')
        await beside?.(tx, id)
        if (columns.password_hash !== undefined)
          await signOut(tx, { id, email: move?.from ?? updated.email }, { keepSession, now: clock.now() })
        if (move) await moveEmail?.(tx, move)
        return accepted({ account: readAccountRow(updated)!, move })
      }
      const done = await retryOnUniqueViolation(store, write)
      if (!done.ok) return done
      if (done.value.move) onEmailMoved?.(done.value.move)
      return accepted(done.value.account)
    },

    /**
     * Callers must first delete the stored contents of the account's files, because the database deletes the rows of
     * these files with the account. The primary administrator becomes the owner of the account's models.
     */
    async remove(id: string): Promise<void> {
      await store.transaction(async (tx) => {
        const heir = await primaryId(tx)
        if (heir !== null)
          await tx.updateTable('chatapp_models').set({ user_id: heir }).where('user_id', '=', id).execute()
        await tx
          .deleteFrom('chatapp_model_grants')
          .where('principal_type', '=', 'user')
          .where('principal_id', '=', id)
          .execute()
        await removeRow(tx, id, clock.now())
      })
    },

    async touch(account: Account): Promise<void> {
      const last_active_at = epochSeconds(clock)
      if (last_active_at - account.lastActiveAt < 60) return
      const row = store.db.updateTable('chatapp_users').where('id', '=', account.id)
      await row.set({ last_active_at }).execute()
    },
  }
}

async function removeRow(tx: Transaction<Tables>, id: string, now: EpochMs): Promise<void> {
  const removed = await tx
    .deleteFrom('chatapp_users')
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst()
  if (!removed) return
  await tx.deleteFrom('stored_responses').where('owner', '=', removed.email).execute()
  await removeNoticesOf(tx, removed.email)
  await withdrawProposalsOf(tx, removed.email)
  await endResets(tx, { accountId: id, email: removed.email }, now)
}

const newRow = (draft: AccountDraft, now: number) => ({
  role: draft.role,
  profile_image_url: draft.profileImageUrl ?? '',
  oauth: draft.oauth ? JSON.stringify(draft.oauth) : null,
  settings: '{}',
  created_at: now,
  updated_at: now,
  last_active_at: now,
})

interface UpdateOptions {
  keepSession?: string | null
  movedBy?: EmailMover
  beside?: Beside
}

async function moveOf(
  tx: Transaction<Tables>,
  accountId: string,
  to: string,
  by: EmailMover,
): Promise<EmailMove | null> {
  const row = await tx
    .selectFrom('chatapp_users')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row && row.email !== to ? { accountId, from: row.email, to, by } : null
}

/**
 * On Postgres, another transaction may store the same e-mail between the check and the write. The retry finds that
 * e-mail and refuses the change.
 */
const retryOnUniqueViolation = <T>(
  { transaction }: Pick<Store, 'transaction'>,
  write: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> =>
  transaction(write).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    return transaction(write)
  })

const emailIsTaken = async (tx: Transaction<Tables>, email: string, exceptId: string): Promise<boolean> =>
  (await tx
    .selectFrom('chatapp_users')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', exceptId)
    .executeTakeFirst()) !== undefined

/** Also ends the links for a new password. */
async function signOut(
  tx: Transaction<Tables>,
  { id, email }: { id: string; email: string },
  { keepSession, now }: { keepSession: string | null; now: EpochMs },
): Promise<void> {
  let sessions = tx.deleteFrom('chatapp_sessions').where('user_id', '=', id)
  if (keepSession !== null) sessions = sessions.where('id', '!=', keepSession)
  await sessions.execute()
  await endResets(tx, { accountId: id, email }, now)
}
