/** A personal API key as the web chat lists it. Times are epoch seconds. */
export interface ApiKey {
  id: string
  name: string
  /** Its last characters. */
  hint: string
  /** Slugs of the Hubs it is for; null for all. */
  hubs: readonly string[] | null
  created_at: number
  expires_at: number | null
  last_used_at: number | null
}

export interface KeyDraft {
  name: string
  hubs: readonly string[] | null
  expires_at: number | null
}

/** A key with its value, which is told once. */
export interface NewKey extends ApiKey {
  api_key: string
}

/** How each app reaches the web chat's keys. */
export interface KeysApi {
  list(signal?: AbortSignal): Promise<{ items: ApiKey[] }>
  create(draft: KeyDraft): Promise<NewKey>
  revoke(id: string): Promise<unknown>
}

/** An agent that a key may be for. */
export interface KeyHub {
  slug: string
  name: string
}

export const KEYS_PATH = '/api/v1/auths/api_keys'

/** How long new keys live, in days; 0 is for ever. */
export const LIVES = [30, 90, 365, 0] as const
export type Life = (typeof LIVES)[number]

/** When a key that is made now ends. Pure. */
export const endOf = (life: Life, nowMs: number): number | null =>
  life === 0 ? null : Math.floor(nowMs / 1000) + life * 86_400
