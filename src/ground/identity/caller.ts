/** Surface on which a request arrived. Tools may be restricted by it. */
export type Surface = string

/** The person a piece of work is done for. */
export interface Caller {
  /**
   * Verified e-mail, trimmed and lower case; null when the request named no person (it then acts as the key's
   * holder).
   */
  email: string | null
  surface: Surface
  /** Web chat groups the request named. */
  groups: readonly string[]
}

/** E-mails are compared trimmed and in lower case everywhere. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()
