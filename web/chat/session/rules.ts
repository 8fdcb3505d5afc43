import { messages } from '../messages.ts'

export interface Entry {
  name: string
  email: string
  password: string
}

export type EntryErrors = Partial<Record<keyof Entry, string>>

/** What is wrong with a sign-in or sign-up form, field by field, before it is sent. */
export function entryErrors(entry: Entry, signingUp: boolean): EntryErrors {
  const { session } = messages
  const errors: EntryErrors = {}
  if (signingUp && !entry.name.trim()) errors.name = session.required(session.name)
  if (!entry.email.trim()) errors.email = session.required(session.email)
  else if (!/^[^\s@]+@[^\s@]+$/.test(entry.email.trim())) errors.email = session.emailShape
  if (!entry.password) errors.password = session.required(session.password)
  else if (signingUp && [...entry.password].length < 8) errors.password = session.passwordTooShort
  return errors
}
