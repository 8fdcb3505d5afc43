import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ClientAccount } from '#ground/identity/chatapp-client/account.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { isUnknownRoute } from '#ground/identity/chatapp-client/refusal.ts'
import { chatappRefusal, type PeopleRefusal } from '../refusal.ts'

type Done = Promise<Result<void, PeopleRefusal>>

export interface SignInControl {
  endSessions(email: string): Done
  removeFactors(email: string): Done
  /** Closes the web chat to a blocked person. @param onRoleLost Receives the role that the account loses. */
  close(email: string, onRoleLost: (role: 'user' | 'admin') => Promise<void>): Done
  /** Opens the web chat to a person before the block ends. @param lostRole True if the account lost a role. */
  reopen(email: string, lostRole: boolean): Done
}

/**
 * Open WebUI has no blocked accounts. A block therefore makes the account pending, so its owner can use neither chats
 * nor keys. After the block, a user or administrator has the role `user`, and a pending account stays pending.
 */
export function openWebuiSignIns(
  accounts: Pick<ChatappClient['accounts'], 'findByEmail' | 'endSessions' | 'update'>,
): SignInControl {
  const withAccount = async (email: string, work: (account: ClientAccount) => Done): Done => {
    const found = await accounts.findByEmail(email)
    if (!found.ok) return refused(chatappRefusal(found.refusal))
    return found.value ? work(found.value) : accepted(undefined)
  }

  const endSessions = async ({ id }: ClientAccount): Done => {
    const ended = await accounts.endSessions(id)
    if (ended.ok) return ended
    return refused(isUnknownRoute(ended.refusal) ? NO_REVOCATION : chatappRefusal(ended.refusal))
  }

  const setRole = async ({ id }: ClientAccount, role: 'pending' | 'user'): Done => {
    const updated = await accounts.update(id, { role })
    if (updated.ok) return accepted(undefined)
    const { refusal } = updated
    if (refusal.code === 'protected') return refused({ code: 'forbidden', detail: refusal.detail })
    return refused(refusal.code === 'email_taken' ? { code: 'duplicate_email' } : chatappRefusal(refusal))
  }

  return {
    endSessions: (email) => withAccount(email, endSessions),
    removeFactors: () => Promise.resolve(refused(NO_FACTOR_RESET)),
    close: (email, onRoleLost) =>
      withAccount(email, async (account) => {
        const closed = await setRole(account, 'pending')
        if (!closed.ok) return closed
        if (account.role !== 'pending') await onRoleLost(account.role)
        const ended = await endSessions(account)
        // Some releases cannot end sessions. This is acceptable, because sessions of a pending account give no
        // access.
        return ended.ok || ended.refusal === NO_REVOCATION ? accepted(undefined) : ended
      }),
    reopen: (email, lostRole) =>
      withAccount(email, async (account) =>
        account.role === 'pending' && lostRole ? setRole(account, 'user') : accepted(undefined),
      ),
  }
}

const NO_REVOCATION: PeopleRefusal = {
  code: 'forbidden',
  detail: 'This release of Open WebUI cannot end another person’s sessions. Update it to 0.12 or newer.',
}

const NO_FACTOR_RESET: PeopleRefusal = {
  code: 'forbidden',
  detail: 'Open WebUI lets only the owner remove a second factor, with a recovery code. Nothing was changed.',
}
