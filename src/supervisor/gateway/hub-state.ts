import type { ServedHub } from '#processes/served-hubs.ts'

export type HubState =
  | { kind: 'starting' }
  | { kind: 'serving'; hub: ServedHub; endpoints: readonly string[] }
  /** The Hub is not served, for the reason in `message`. The start is retried automatically. */
  | { kind: 'broken'; message: string }
  | { kind: 'paused' }
