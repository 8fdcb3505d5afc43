import type { ServedHub } from '#processes/served-hubs.ts'

/** How a Hub of a gateway is. */
export type HubState =
  | { kind: 'starting' }
  | { kind: 'serving'; hub: ServedHub; endpoints: readonly string[] }
  /** It isn't served, for a reason that a person can mend. It is tried again, also by itself. */
  | { kind: 'broken'; message: string }
  /** A person wants it so. */
  | { kind: 'paused' }
