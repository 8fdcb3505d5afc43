/** Where a request came in. Tools may be narrowed by it. */
export type Surface = string

/** Who a piece of work is done for. */
export interface Caller {
  /** Verified e-mail, trimmed and lower case; null when the request named nobody (it then acts as the key's holder). */
  email: string | null
  surface: Surface
  /** Web chat groups the request named. */
  groups: readonly string[]
}

/** E-mails are compared trimmed and in lower case everywhere. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()
