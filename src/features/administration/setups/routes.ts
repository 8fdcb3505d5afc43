import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { createSetupChanges, type SetupDeps } from '#core/setups/changes.ts'
import * as contract from './contract.ts'
import { createProvidersSetup, type ProvidersSetupDeps } from './providers.ts'
import { createMailSetup, type MailSetupDeps } from './mail.ts'

export interface SetupRoutesDeps
  extends SetupDeps, Pick<ProvidersSetupDeps, 'chatapp' | 'publicUrl' | 'tryProvider'> {
  mail: MailSetupDeps['environment']
}

export const setupsFeature = (deps: SetupRoutesDeps): ConsoleFeature => ({
  routes(app) {
    const changes = createSetupChanges(deps)
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
