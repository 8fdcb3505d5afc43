import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { normalEmail } from '#ground/identity/caller.ts'

const Email = z.email().max(254)

export function checkEmail(email: string): Result<string, 'email_invalid'> {
  const parsed = Email.safeParse(normalEmail(email))
  return parsed.success ? accepted(parsed.data) : refused('email_invalid')
}

/** No control characters, because names are sent in HTTP headers. */
export function checkName(name: string): Result<string, 'name_invalid'> {
  const trimmed = name.toWellFormed().normalize('NFC').trim()
  return trimmed.length >= 1 && trimmed.length <= 100 && !/\p{Cc}/u.test(trimmed)
    ? accepted(trimmed)
    : refused('name_invalid')
}
