import { systemClock } from '#ground/base/clock.ts'
import { BadConfiguration, type Environment } from '#ground/base/environment.ts'
import { workSubject } from '#ground/bus/work-messages.ts'
import { ACCESS_CHANGED } from '#core/access/access-notifications.ts'
import { changedSubject } from '#features/artifacts/artifacts.ts'
import { begunSubject } from '#chatapp/turns/subjects.ts'
import type { BusTrouble } from '#cluster/bus/trouble.ts'
import { busSecretFor } from './bus.ts'
import { readSharedConfig, type SharedConfig } from './config/shared.ts'
import { openSecrets } from './secrets.ts'

export async function findBusTrouble(shared: SharedConfig): Promise<BusTrouble | null> {
  if (shared.bus === null) return null
  const [{ tryBus }, { answerSubject, stopSubject }, secrets] = await Promise.all([
    import('#cluster/bus/open.ts'),
    import('#cluster/live-answers/subjects.ts'),
    openSecrets(shared),
  ])
  const id = 'check' // no instance listens to this id
  const subjects = [
    answerSubject(id, id),
    stopSubject(id, id),
    begunSubject(id),
    changedSubject(id),
    ACCESS_CHANGED,
    workSubject(id),
  ]
  return tryBus({ address: shared.bus, secret: busSecretFor(shared, secrets), clock: systemClock, subjects })
}

/** Does not connect to the server. @throws BadConfiguration if a file named in SVC_BUS_URL is unusable. */
export async function refuseBadBusFiles(environment: Environment, folder: string): Promise<void> {
  const { bus } = readSharedConfig(environment, folder)
  if (bus === null) return
  const [{ readBusFiles }, { BusTrouble, sentenceOf }] = await Promise.all([
    import('#cluster/bus/files.ts'),
    import('#cluster/bus/trouble.ts'),
  ])
  await readBusFiles(bus).catch((error: unknown) => {
    if (!(error instanceof BusTrouble)) throw error
    throw new BadConfiguration([{ variable: 'SVC_BUS_URL', message: sentenceOf(error) }])
  })
}
