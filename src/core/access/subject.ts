import { normalEmail } from '#ground/identity/caller.ts'

/** Whom a grant applies to, in normal form: an e-mail in lower case, `svc:<name>`, or `*`. */
export type Subject = string

/** Everyone signed in. Old grants to it count, new ones are refused. */
export const EVERYONE: Subject = '*'

/**
 * An address as web chats accept it, in ASCII only: a look-alike letter of another alphabet makes another address, so
 * it is refused here instead of being shown to an administrator as somebody they know.
 */
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/
const SERVICE = /^svc:[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$/
const LONGEST_EMAIL = 254
/** Before `@`. Source: RFC 5321, section 4.5.3.1.1. */
const LONGEST_LOCAL_PART = 64

/** The normal form of a subject as somebody wrote it; null when it names nobody. */
export function parseSubject(text: string): Subject | null {
  const subject = normalEmail(text)
  return subject === EVERYONE || SERVICE.test(subject) || isEmail(subject) ? subject : null
}

/** Whether a subject in normal form is a person: somebody who can sign in. */
export const isPerson = (subject: Subject): boolean => subject !== EVERYONE && !subject.startsWith('svc:')

const isEmail = (text: string): boolean =>
  text.length <= LONGEST_EMAIL && text.indexOf('@') <= LONGEST_LOCAL_PART && EMAIL.test(text)
