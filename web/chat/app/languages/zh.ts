import type { Language } from '../../../ui/language.ts'
import { shared } from '../../../ui/languages/zh.ts'
import type { Catalogue } from './catalogue.ts'
import { agents } from './zh/agents.ts'
import { artifacts } from './zh/artifacts.ts'
import { chat } from './zh/chat.ts'
import { integrations } from './zh/integrations.ts'
import { schedules } from './zh/schedules.ts'
import { server } from './zh/server.ts'
import { settings } from './zh/settings.ts'
import { shares } from './zh/shares.ts'
import { thread } from './zh/thread.ts'

const catalogue: Catalogue = {
  ...shared,
  ...chat,
  ...thread,
  ...agents,
  ...artifacts,
  ...integrations,
  ...schedules,
  ...settings,
  ...shares,
  ...server,
}

export const chinese: Language = { tag: 'zh', direction: 'ltr', catalogue }
