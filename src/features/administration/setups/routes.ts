import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createSetupChanges, type SetupDeps } from './change.ts'
import * as contract from './contract.ts'
import { createProvidersSetup, type ProvidersSetupDeps } from './providers.ts'
import { createMailSetup, type MailSetupDeps } from './mail.ts'

export interface SetupsDeps
  extends
    Omit<SetupDeps, 'tries' | 'clock'>,
    Pick<ProvidersSetupDeps, 'chatapp' | 'publicUrl' | 'tryProvider'> {
  clock: Clock
  mail: MailSetupDeps['environment']
}

const TRIES = { attempts: 10, windowSeconds: 60 }

export const setupsFeature = (deps: SetupsDeps): ConsoleFeature => ({
  routes(app) {
    const changes = createSetupChanges({ ...deps, tries: createRateLimit({ ...TRIES, clock: deps.clock }) })
    const mail = createMailSetup({ setups: deps.setups, changes, environment: deps.mail })
    const providers = createProvidersSetup({ ...deps, changes })
    app.handle(contract.readMailSetup, () => mail.read())
    app.handle(contract.changeMailSetup, (asked) => mail.save(asked, asked.body))
    app.handle(contract.removeMailSetup, (asked) => mail.remove(asked, asked.body.expected_revision))
    app.handle(contract.readProvidersSetup, () => providers.read())
    app.handle(contract.changeProviderSetup, (asked) =>
      providers.save(asked, asked.params.provider, asked.body),
    )
    app.handle(contract.removeProviderSetup, (asked) =>
      providers.remove(asked, asked.params.provider, asked.body.expected_revision),
    )
  },
})
