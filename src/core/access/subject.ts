import { normalEmail } from '#ground/identity/caller.ts'

/** Subject of a grant, in normal form: an e-mail in lower case, `svc:<name>`, or `*`. */
export type Subject = string

/** Everyone who is signed in. Existing grants to `*` are valid; new grants to `*` are refused. */
export const EVERYONE: Subject = '*'

/**
 * ASCII only, because an administrator could mistake an address with a look-alike letter of another alphabet for a
 * known address.
 */
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/
const SERVICE = /^svc:[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$/
const MAX_EMAIL_LENGTH = 254
/** Source: RFC 5321, section 4.5.3.1.1. */
const MAX_LOCAL_PART_LENGTH = 64

export function parseSubject(text: string): Subject | null {
  const subject = normalEmail(text)
  return subject === EVERYONE || SERVICE.test(subject) || isEmail(subject) ? subject : null
}

export const isPerson = (subject: Subject): boolean => subject !== EVERYONE && !subject.startsWith('svc:')

const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL_LENGTH && text.indexOf('@') <= MAX_LOCAL_PART_LENGTH && EMAIL.test(text)
