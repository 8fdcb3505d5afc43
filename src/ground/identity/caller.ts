/** Where a request arrived, such as `web`. Access to tools may depend on it. */
export type Surface = string

/** The person on whose behalf work is done. */
export interface Caller {
  /**
   * Verified email address, trimmed and in lower case. Null if the request named no person and acts for the key's
   * owner.
   */
  email: string | null
  surface: Surface
  /** Web chat groups named by the request. */
  groups: readonly string[]
}

/** Normal form for all comparisons of email addresses. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()
