import type { Language } from '../../../ui/language.ts'
import { shared } from '../../../ui/languages/zh.ts'
import type { Catalogue } from './catalogue.ts'
import { access } from './zh/access.ts'
import { administration } from './zh/administration.ts'
import { app } from './zh/app.ts'
import { artifacts } from './zh/artifacts.ts'
import { audit } from './zh/audit.ts'
import { budgets } from './zh/budgets.ts'
import { changes } from './zh/changes.ts'
import { connections } from './zh/connections.ts'
import { files } from './zh/files.ts'
import { hubs } from './zh/hubs.ts'
import { inbox } from './zh/inbox.ts'
import { instances } from './zh/instances.ts'
import { kit } from './zh/kit.ts'
import { mcp } from './zh/mcp.ts'
import { memory } from './zh/memory.ts'
import { messaging } from './zh/messaging.ts'
import { notices } from './zh/notices.ts'
import { overview } from './zh/overview.ts'
import { pages } from './zh/pages.ts'
import { people } from './zh/people.ts'
import { permissions } from './zh/permissions.ts'
import { ratings } from './zh/ratings.ts'
import { runs } from './zh/runs.ts'
import { server } from './zh/server.ts'
import { traces } from './zh/traces.ts'
import { workflows } from './zh/workflows.ts'

const catalogue: Catalogue = {
  ...shared,
  ...kit,
  ...app,
  ...access,
  ...administration,
  ...artifacts,
  ...audit,
  ...budgets,
  ...changes,
  ...connections,
  ...files,
  ...hubs,
  ...inbox,
  ...instances,
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

export const chinese: Language = { tag: 'zh', direction: 'ltr', catalogue }
