import { systemClock } from '#ground/base/clock.ts'
import { createLocalBus } from '#ground/bus/local.ts'
import { openWorkHints, type WorkHints } from '#ground/bus/work-hints.ts'

/** What a process tells itself of work: others hear nothing of it. */
export const ownHints = (): WorkHints =>
  openWorkHints({ bus: createLocalBus({ clock: systemClock }), clock: systemClock, hub: 'garden' })
