export type Limit =
  | 'what is measured'
  | 'load and upstream'
  | 'other work on the machine'
  | 'nobody: it waits'

export interface Shares {
  /** Share of the measured core that the measured process used. */
  own: number
  /** Share of the measured core that was in use. */
  core: number
  /** Processor time of kernel threads on both cores, as a share of one core. */
  kernel: number
  /** Share of the other core that load generator, upstreams and benchmark used. */
  helpers: number
  /** Share of the other core that was in use. */
  others: number
}

/** A core counts as fully used above this share, because a load starts and ends gradually. */
const USED_UP = 0.9
const FOREIGN = 0.08

export function limitOf({ own, core, kernel, helpers, others }: Shares): Limit {
  if (core - own - kernel > FOREIGN || others - helpers - kernel > FOREIGN) return 'other work on the machine'
  if (others >= USED_UP) return 'load and upstream'
  return own >= USED_UP ? 'what is measured' : 'nobody: it waits'
}
