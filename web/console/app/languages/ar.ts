import type { Language } from '../../../ui/language.ts'
import { shared } from '../../../ui/languages/ar.ts'
import { access } from './ar/access.ts'
import { administration } from './ar/administration.ts'
import { app } from './ar/app.ts'
import { artifacts } from './ar/artifacts.ts'
import { audit } from './ar/audit.ts'
import { budgets } from './ar/budgets.ts'
import { changes } from './ar/changes.ts'
import { connections } from './ar/connections.ts'
import { files } from './ar/files.ts'
import { hubs } from './ar/hubs.ts'
import { inbox } from './ar/inbox.ts'
import { instances } from './ar/instances.ts'
import { kit } from './ar/kit.ts'
import { mcp } from './ar/mcp.ts'
import { memory } from './ar/memory.ts'
import { messaging } from './ar/messaging.ts'
import { notices } from './ar/notices.ts'
import { overview } from './ar/overview.ts'
import { pages } from './ar/pages.ts'
import { people } from './ar/people.ts'
import { permissions } from './ar/permissions.ts'
import { ratings } from './ar/ratings.ts'
import { runs } from './ar/runs.ts'
import { server } from './ar/server.ts'
import { traces } from './ar/traces.ts'
import { workflows } from './ar/workflows.ts'
import type { Catalogue } from './catalogue.ts'

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

export const arabic: Language = { tag: 'ar', direction: 'rtl', catalogue }
