import type { Language } from '../../../ui/language.ts'
import { shared } from '../../../ui/languages/de.ts'
import type { Catalogue } from './catalogue.ts'
import { access } from './de/access.ts'
import { administration } from './de/administration.ts'
import { app } from './de/app.ts'
import { artifacts } from './de/artifacts.ts'
import { audit } from './de/audit.ts'
import { budgets } from './de/budgets.ts'
import { changes } from './de/changes.ts'
import { connections } from './de/connections.ts'
import { files } from './de/files.ts'
import { hubs } from './de/hubs.ts'
import { inbox } from './de/inbox.ts'
import { instances } from './de/instances.ts'
import { kit } from './de/kit.ts'
import { mcp } from './de/mcp.ts'
import { memory } from './de/memory.ts'
import { messaging } from './de/messaging.ts'
import { notices } from './de/notices.ts'
import { overview } from './de/overview.ts'
import { pages } from './de/pages.ts'
import { people } from './de/people.ts'
import { permissions } from './de/permissions.ts'
import { ratings } from './de/ratings.ts'
import { runs } from './de/runs.ts'
import { server } from './de/server.ts'
import { traces } from './de/traces.ts'
import { workflows } from './de/workflows.ts'

const catalogue: Catalogue = {
  ...shared,
  ...access,
  ...administration,
  ...app,
  ...artifacts,
  ...audit,
  ...budgets,
  ...changes,
  ...connections,
  ...files,
  ...hubs,
  ...inbox,
  ...instances,
  ...kit,
  ...mcp,
  ...memory,
  ...messaging,
  ...notices,
  ...overview,
  ...pages,
  ...people,
  ...permissions,
  ...ratings,
  ...runs,
  ...server,
  ...traces,
  ...workflows,
}

export const german: Language = { tag: 'de', direction: 'ltr', catalogue }
