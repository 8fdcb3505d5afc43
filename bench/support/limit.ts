/** Reason that limited a rate. */
export type Limit =
  | 'what is measured'
  | 'load and upstream'
  | 'other work on the machine'
  | 'nobody: it waits'

export interface Shares {
  /** Of the measured core, by the measured process. */
  own: number
  /** Of the measured core, by all processes. */
  core: number
  /** By kernel threads on all cores, as a share of one. */
  kernel: number
  /** Of the other core, by load generator, upstreams and benchmark. */
  helpers: number
  /** Of the other core, by all processes. */
  others: number
}

/** Below 1, because a load starts and ends gradually. */
const USED_UP = 0.9
/** More than inaccurate accounting of the kernel explains. */
const FOREIGN = 0.08

/** Only a fully used core of its own, and capacity left on the other core, make the rate a property of the process. */
export function limitOf({ own, core, kernel, helpers, others }: Shares): Limit {
  if (core - own - kernel > FOREIGN || others - helpers - kernel > FOREIGN) return 'other work on the machine'
  if (others >= USED_UP) return 'load and upstream'
  return own >= USED_UP ? 'what is measured' : 'nobody: it waits'
}
