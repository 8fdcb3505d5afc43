import { createAccess } from '#core/access/access.ts'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { accountMailEvents } from '#core/mail/accounts/log-events.ts'
import { startAccountMails, type AccountMails } from '#core/mail/accounts/sender.ts'
import { createMailServer } from '#features/administration/setups/stored-mail.ts'
import { accountChange } from '#features/people/accounts/deps.ts'
import { createAcceptedInvitations } from '#features/people/invitations/accepted.ts'
import type { AccountLinkPorts } from '#chatapp/options.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import type { Store } from '#ground/store/store.ts'
import type { SharedConfig } from './config/shared.ts'
import { accountLinkSecretOf, type Secrets } from './secrets.ts'

export interface AccountMailParts {
  store: Store
  clock: Clock
  secrets: Secrets
  shared: Pick<SharedConfig, 'publicUrl' | 'publicUrlIsSet'>
  mail: Parameters<typeof createMailServer>[0]
  log: Log
}

export function openAccountMails({ secrets, shared, mail, log, ...parts }: AccountMailParts): AccountMails {
  const events = accountMailEvents(log)
  return startAccountMails({
    ...parts,
    mailServer: createMailServer(mail),
    publicUrl: shared.publicUrlIsSet ? shared.publicUrl : null,
    secret: accountLinkSecretOf(secrets),
    onTrouble: events.mailTrouble,
    onFailure: (error) => events.mailsFailed({ error }),
  })
}

/** What the web chat needs to reset passwords and to let invited people in. */
export function openAccountLinks(
  parts: AccountMailParts,
  onAccessChanged: (subjects: readonly string[]) => void,
): AccountLinkPorts & AsyncDisposable {
  const { store, clock, log } = parts
  const changes = createAccessChanges(store)
  const mails = openAccountMails(parts)
  return {
    mails,
    recordReset: (tx, { email, request: requestId }) =>
      changes.append(tx, [
        accountChange({ clock }, { email, requestId }, { action: 'account.password_reset', subject: email }),
      ]),
    invitedAccess: createAcceptedInvitations({
      store,
      clock,
      changes,
      access: createAccess({ store, changes, clock, onChanged: onAccessChanged }),
      onFailure: accountMailEvents(log).invitedAccessMissing,
    }),
    [Symbol.asyncDispose]: () => mails[Symbol.asyncDispose](),
  }
}
