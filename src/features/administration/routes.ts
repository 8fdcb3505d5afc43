import type { ConsoleApp, ConsoleFeature } from '#ground/api/console-app.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { Store } from '#ground/store/store.ts'
import * as contract from './contract.ts'
import { createGroupAdministration } from './groups.ts'
import { createModelConnections } from './model-connections.ts'
import { recorder, type RecordDeps } from './record.ts'
import { createSecondFactorRule } from './second-factor.ts'
import { readSignIns } from './sign-ins.ts'
import { createSite } from './site.ts'

export interface AdministrationDeps extends RecordDeps {
  store: Store
  chatapp: Pick<ChatappClient, 'kind' | 'forms' | 'site' | 'groups' | 'accounts'>
  groupsLockVariable: string | null
}

export const administrationFeature = (deps: AdministrationDeps): ConsoleFeature => ({
  routes(app) {
    const parts = { chatapp: deps.chatapp, record: recorder(deps) }
    modelRoutes(app, createModelConnections(parts))
    siteRoutes(app, createSite(parts))
    ruleRoutes(app, createSecondFactorRule(parts))
    groupRoutes(app, createGroupAdministration({ ...parts, lockedBy: deps.groupsLockVariable }))
    app.handle(contract.listSignIns, ({ query }) => readSignIns(deps.store, query))
  },
})

function modelRoutes(app: ConsoleApp, connections: ReturnType<typeof createModelConnections>): void {
  app.handle(contract.listModelConnections, () => connections.list())
  app.handle(contract.addModelConnection, (asked) => connections.add(asked, asked.body))
  app.handle(contract.changeModelConnection, (asked) =>
    connections.change(asked, Number(asked.params.place), asked.body),
  )
  app.handle(contract.removeModelConnection, (asked) =>
    connections.remove(asked, Number(asked.params.place), asked.body.expected_revision),
  )
  app.handle(contract.testModelConnection, async ({ body }) => ({ models: await connections.test(body) }))
}

function siteRoutes(app: ConsoleApp, site: ReturnType<typeof createSite>): void {
  app.handle(contract.readSignUp, () => site.signUp())
  app.handle(contract.changeSignUp, (asked) => site.setSignUp(asked, asked.body))
  app.handle(contract.readBanner, async () => ({ banner: await site.banner() }))
  app.handle(contract.changeBanner, async (asked) => ({ banner: await site.setBanner(asked, asked.body) }))
  app.handle(contract.readWaysIn, () => site.waysIn())
}

function ruleRoutes(app: ConsoleApp, rule: ReturnType<typeof createSecondFactorRule>): void {
  app.handle(contract.readSecondFactorRule, () => rule.read())
  app.handle(contract.changeSecondFactorRule, (asked) => rule.set(asked, asked.body.is_on))
}

function groupRoutes(app: ConsoleApp, groups: ReturnType<typeof createGroupAdministration>): void {
  app.handle(contract.listGroups, () => groups.list())
  app.handle(contract.createGroup, (asked) => groups.create(asked, asked.body))
  app.handle(contract.readGroup, ({ params }) => groups.page(params.group))
  app.handle(contract.changeGroup, (asked) => groups.change(asked, asked.params.group, asked.body))
  app.handle(contract.changeGroupMembers, (asked) =>
    groups.changeMembers(asked, asked.params.group, asked.body),
  )
  app.handle(contract.removeGroup, (asked) => groups.remove(asked, asked.params.group))
}
