/** A program that the person let use a Hub. Times are ISO 8601. */
export interface SignIn {
  id: string
  /** What it called itself. */
  program: string
  /** Slug. */
  hub: string
  created_at: string
  last_used_at: string | null
}

/** How each app reaches the person's sign-ins, which are the Console's. */
export interface SignInsApi {
  list(signal?: AbortSignal): Promise<{ items: SignIn[] }>
  end(id: string): Promise<unknown>
}

export const SIGN_INS_PATH = '/portal/api/mcp-sign-ins'
