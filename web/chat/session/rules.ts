import { fields } from '../field-messages.ts'

export interface SignInEntry {
  name: string
  email: string
  password: string
}

export type EntryErrors = Partial<Record<keyof SignInEntry, string>>

export function entryErrors(entry: SignInEntry, signingUp: boolean): EntryErrors {
  const errors: EntryErrors = {}
  if (signingUp && !entry.name.trim()) errors.name = fields.required(fields.name)
  if (!entry.email.trim()) errors.email = fields.required(fields.email)
  else if (!/^[^\s@]+@[^\s@]+$/.test(entry.email.trim())) errors.email = fields.emailShape
  if (!entry.password) errors.password = fields.required(fields.password)
  else if (signingUp && [...entry.password].length < 8) errors.password = fields.passwordTooShort
  return errors
}
