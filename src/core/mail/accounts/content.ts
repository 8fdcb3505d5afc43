import type { EpochMs } from '#ground/base/clock.ts'
import { isBlocked } from '#core/access/is-blocked.ts'
import { LANGUAGES, type Language } from '#ground/turn/language/language.ts'
import type { Store } from '#ground/store/store.ts'
import { dateIn } from '#ground/turn/language/formats.ts'
import { linkOf, storeResetLink, tokenHash, tokenOf } from '#ground/identity/account-links/links.ts'
import type { MailRow } from '#ground/identity/account-links/outbox.ts'
import { findResettable } from '#ground/identity/account-links/resettable.ts'
import { mailText, type MailText } from './text.ts'
import { wordsIn } from './words/words.ts'

interface ContentDeps {
  store: Pick<Store, 'db'>
  publicUrl: string
  secret: string
}

/** Null if the mail is no longer wanted, or if no account may receive it. */
export async function contentOf(deps: ContentDeps, mail: MailRow, now: EpochMs): Promise<MailText | null> {
  switch (mail.kind) {
    case 'invitation':
      return invitationContent(deps, mail, now)
    case 'reset':
      return resetContent(deps, mail, now)
    case 'password_changed': {
      const language = await languageFor(deps, mail)
      return mailText(language, wordsIn(language).passwordChanged(hostOf(deps.publicUrl)), null)
    }
    default:
      return null
  }
}

async function invitationContent(
  { store, publicUrl, secret }: ContentDeps,
  mail: MailRow,
  now: EpochMs,
): Promise<MailText | null> {
  const token = tokenOf(secret, mail.id)
  const link = await store.db
    .selectFrom('account_links')
    .select(['created_by', 'expires_at_ms'])
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at_ms', '>', now)
    .executeTakeFirst()
  if (!link) return null
  const language = languageIn(mail.language)
  const facts = {
    host: hostOf(publicUrl),
    invitedBy: link.created_by ?? '',
    until: dateIn(language, link.expires_at_ms),
  }
  return mailText(language, wordsIn(language).invitation(facts), linkOf(publicUrl, 'invitation', token))
}

async function resetContent(
  { store, publicUrl, secret }: ContentDeps,
  mail: MailRow,
  now: EpochMs,
): Promise<MailText | null> {
  const account = await findResettable({ store, isBlocked: (email) => isBlocked(store, email) }, mail.email)
  if (account === null) return null
  const token = tokenOf(secret, mail.id)
  const { id: accountId, email } = account
  await storeResetLink(store.db, { mailId: mail.id, email, accountId, hash: tokenHash(token), now })
  const language = await languageFor({ store }, mail)
  return mailText(language, wordsIn(language).reset(hostOf(publicUrl)), linkOf(publicUrl, 'reset', token))
}

const hostOf = (publicUrl: string): string => new URL(publicUrl).host

/** The language that the person chose for notices, else the language of the request. */
async function languageFor({ store }: Pick<ContentDeps, 'store'>, mail: MailRow): Promise<Language> {
  const chosen = await store.db
    .selectFrom('notice_settings')
    .select('language')
    .where('email', '=', mail.email)
    .executeTakeFirst()
  return languageIn(chosen?.language ?? mail.language)
}

const languageIn = (text: string): Language => LANGUAGES.find((language) => language === text) ?? 'en'
