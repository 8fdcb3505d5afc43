/** What kept a rate from being higher. */
export type Limit =
  | 'what is measured'
  | 'load and upstream'
  | 'other work on the machine'
  | 'nobody: it waits'

export interface Shares {
  /** Of its core that the measured process took. */
  own: number
  /** Of the measured process's core that anybody took. */
  core: number
  /** Of a core that the kernel's own threads took, wherever they ran. */
  kernel: number
  /** Of the other core that load, upstream and benchmark took. */
  helpers: number
  /** Of the other core that anybody took. */
  others: number
}

/** Below it a core had room. Beginning and ending of a load take a part of the time. */
const USED_UP = 0.9
/** More than the kernel's way of counting explains. */
const FOREIGN = 0.08

/** A rate is a figure of the measured process only when its core was used up, by itself, and the other one was not. */
export function limitOf({ own, core, kernel, helpers, others }: Shares): Limit {
  if (core - own - kernel > FOREIGN || others - helpers - kernel > FOREIGN) return 'other work on the machine'
  if (others >= USED_UP) return 'load and upstream'
  return own >= USED_UP ? 'what is measured' : 'nobody: it waits'
}
