import { accepted, type Result } from '#ground/base/result.ts'
import type { Account } from './account.ts'
import type { Role } from './schema.ts'
import { checkPasswordRules, hashPassword, type PasswordCost } from './password.ts'
import { checkEmail, checkName } from './rules.ts'

export interface AccountDraft {
  name: string
  email: string
  /** Null for accounts that sign in only through an identity provider. */
  password: string | null
  role: Role
  profileImageUrl?: string
  oauth?: Account['oauth']
}

export interface AccountDraftChanges {
  name?: string
  email?: string
  role?: Role
  password?: string
  profileImageUrl?: string
}

export type DraftRefusal =
  | 'name_invalid'
  | 'email_invalid'
  | 'email_taken'
  | 'password_too_short'
  | 'password_too_long'

interface Columns {
  name?: string
  email?: string
  role?: Role
  profile_image_url?: string
  password_hash?: string
}

export async function checkDraft(
  draft: AccountDraft,
  cost?: PasswordCost,
): Promise<Result<{ name: string; email: string; password_hash: string | null }, DraftRefusal>> {
  const { name, email, password } = draft
  const checked = await checkChanges(password === null ? { name, email } : { name, email, password }, cost)
  if (!checked.ok) return checked
  const columns = checked.value
  return accepted({
    name: columns.name!,
    email: columns.email!,
    password_hash: columns.password_hash ?? null,
  })
}

export async function checkChanges(
  changes: AccountDraftChanges,
  cost?: PasswordCost,
): Promise<Result<Columns, DraftRefusal>> {
  const columns: Columns = {}
  if (changes.name !== undefined) {
    const name = checkName(changes.name)
    if (!name.ok) return name
    columns.name = name.value
  }
  if (changes.email !== undefined) {
    const email = checkEmail(changes.email)
    if (!email.ok) return email
    columns.email = email.value
  }
  if (changes.role !== undefined) columns.role = changes.role
  if (changes.profileImageUrl !== undefined) columns.profile_image_url = changes.profileImageUrl
  if (changes.password !== undefined) {
    const password = checkPasswordRules(changes.password)
    if (!password.ok) return password
    columns.password_hash = await hashPassword(password.value, cost)
  }
  return accepted(columns)
}
