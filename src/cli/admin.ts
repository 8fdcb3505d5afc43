import { CommandFailure } from './failure.ts'
import { openAccess } from './open-access.ts'
import { openAccounts } from './open-store.ts'
import { readPassword } from './password.ts'
import { print, printJson } from './print.ts'

export interface CreateAdminOptions {
  email: string
  name: string
  passwordStdin?: boolean
  hub?: string
  json?: boolean
}

const ADVICE = {
  email_taken: 'an account with this e-mail exists already; change its role on the Console page People',
  email_invalid: '--email is not an e-mail address',
  name_invalid: '--name is empty or too long',
  password_too_short: 'the password is too short: at least 8 characters',
  password_too_long: 'the password is too long; choose a shorter password',
  signup_closed: 'sign-up is closed',
}

/** `hub admin create`. The first administrator of the web chat also administers the organization. */
export async function createAdmin({
  email,
  name,
  passwordStdin,
  hub,
  json,
}: CreateAdminOptions): Promise<void> {
  await using opened = await openAccounts(hub)
  const password = await readPassword({ fromStdin: passwordStdin ?? false })
  const created = await opened.accounts.create({ email, name, password, role: 'admin' })
  if (!created.ok)
    throw new CommandFailure(ADVICE[created.refusal], created.refusal === 'email_taken' ? 1 : 2)
  const account = created.value
  await using access = await openAccess(hub)
  await access.access.bootstrap(account.email)
  if (json) printJson({ id: account.id, email: account.email, name: account.name, role: account.role })
  else print(`${account.name} <${account.email}> is an administrator and can sign in`)
}

/** `hub admin rescue`: restores sign-in for an administrator if password, second factor or identity provider fails. */
export async function rescueAdmin({
  email,
  passwordStdin,
  hub,
}: Pick<CreateAdminOptions, 'email' | 'passwordStdin' | 'hub'>): Promise<void> {
  await using opened = await openAccounts(hub)
  const account = await opened.accounts.findByEmail(email)
  if (account?.role !== 'admin') throw new CommandFailure('no administrator has this e-mail; check --email')
  const password = await readPassword({ fromStdin: passwordStdin ?? false })
  const updated = await opened.accounts.update(account.id, { password })
  if (!updated.ok)
    throw new CommandFailure(
      updated.refusal === 'account_missing' ? 'the account was deleted' : ADVICE[updated.refusal],
      2,
    )
  await opened.allowPasswordOnly(account.id)
  print(
    `${account.name} <${account.email}> can sign in with this password alone; sign-in with passwords is allowed for one hour`,
  )
}
