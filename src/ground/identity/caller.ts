export type Surface = string

export interface Caller {
  /** Verified, trimmed and lower case. Null: the request named no person and acts for the owner of the bridge key. */
  email: string | null
  surface: Surface
  groups: readonly string[]
}

export const normalEmail = (email: string): string => email.trim().toLowerCase()
