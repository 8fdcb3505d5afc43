import type { Sealer } from '#ground/base/sealing.ts'
import type { Store } from '#ground/store/store.ts'
import type { SessionOrigin } from '#chatapp/accounts/sessions/sessions.ts'
import type { IdentityProvider } from './provider.ts'
import type { SignedIn } from './signing-in.ts'

/** Longer ID tokens would not fit into the sign-out URL. */
const MAX_HINT_CHARACTERS = 6000

/** Without a session id, all sessions of the subject have ended. */
export type EndedProviderSession = { issuer: string } & (
  | { session: string; subject: string | null }
  | { session: null; subject: string }
)

export type ProviderSessions = ReturnType<typeof createProviderSessions>

/** ID tokens are sealed, because they contain personal data. */
export function createProviderSessions({ store: { db }, sealer }: { store: Store; sealer: Sealer }) {
  const sealContextOf = ({ issuer, subject }: Pick<SessionOrigin, 'issuer' | 'subject'>) =>
    `id-token/${JSON.stringify([issuer, subject])}`
  return {
    originOf(provider: IdentityProvider, { person, idToken, providerSession }: SignedIn): SessionOrigin {
      const { issuer, subject } = person
      return {
        provider: provider.id,
        issuer,
        subject,
        providerSession,
        idToken:
          idToken.length <= MAX_HINT_CHARACTERS
            ? sealer.seal(idToken, sealContextOf({ issuer, subject }))
            : null,
      }
    },

    idTokenOf: (origin: SessionOrigin): string | null =>
      origin.idToken === null ? null : sealer.open(origin.idToken, sealContextOf(origin)),

    async end(ended: EndedProviderSession): Promise<string[]> {
      let sessions = db.deleteFrom('chatapp_sessions').where('issuer', '=', ended.issuer)
      if (ended.session !== null) sessions = sessions.where('provider_session', '=', ended.session)
      if (ended.subject !== null) sessions = sessions.where('subject', '=', ended.subject)
      const rows = await sessions.returning('user_id').execute()
      if (rows.length === 0) return []
      const ids = rows.map(({ user_id: id }) => id)
      const accounts = await db
        .selectFrom('chatapp_users')
        .select(['id', 'email'])
        .where('id', 'in', [...new Set(ids)])
        .execute()
      return ids.flatMap((id) => accounts.find((account) => account.id === id)?.email ?? [])
    },
  }
}
