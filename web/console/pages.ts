import { group, groups, mail, modelConnections, providers, signIns, signUp } from './administration/page.ts'
import { artifact, artifacts } from './artifacts/page.ts'
import { accessChanges, audit } from './audit/page.ts'
import { budgets } from './budgets/page.ts'
import { change, changes } from './changes/page.ts'
import { connections, journey, journeyDone } from './connections/page.ts'
import { hubFiles } from './files/page.ts'
import { hub, hubAccess, hubs, hubSettings, organization } from './hubs/page.ts'
import { event, hubInbox, inbox } from './inbox/page.ts'
import { instances } from './instances/page.ts'
import { authorize, authorizeByQuery, mcp } from './mcp/page.ts'
import { memory } from './memory/page.ts'
import { hubMessages, message, messages } from './messaging/page.ts'
import { notices } from './notices/page.ts'
import { overview } from './overview/page.ts'
import { permissions } from './permissions/page.ts'
import { people, person } from './people/page.ts'
import { rosterPage } from './messaging/roster/page.ts'
import { ratings } from './ratings/page.ts'
import { hubRuns, run, runs } from './runs/page.ts'
import { hubTraces, trace, traces } from './traces/page.ts'
import { workflow, workflows } from './workflows/page.ts'

/** In the order of the navigation rail. */
export const PAGES = [
  overview,
  notices,
  hubs,
  people,
  person,
  permissions,
  groups,
  group,
  organization,
  workflows,
  workflow,
  runs,
  run,
  inbox,
  event,
  messages,
  message,
  rosterPage,
  traces,
  trace,
  audit,
  accessChanges,
  signIns,
  modelConnections,
  signUp,
  providers,
  mail,
  instances,
  changes,
  change,
  artifacts,
  artifact,
  connections,
  memory,
  mcp,
] as const

/** Tabs of a Hub, in their order. */
export const HUB_PAGES = [
  hub,
  hubAccess,
  hubRuns,
  hubInbox,
  hubMessages,
  hubTraces,
  ratings,
  hubFiles,
  budgets,
  hubSettings,
] as const

/** Pages reached by a link to connect an account. They need no management rights and show no navigation. */
export const JOURNEY_PAGES = [journey, journeyDone] as const

export const BARE_PAGES = [authorize, authorizeByQuery] as const
