import type { Language } from '../../../ui/language.ts'
import { shared } from '../../../ui/languages/ar.ts'
import type { Catalogue } from './catalogue.ts'
import { agents } from './ar/agents.ts'
import { artifacts } from './ar/artifacts.ts'
import { chat } from './ar/chat.ts'
import { integrations } from './ar/integrations.ts'
import { schedules } from './ar/schedules.ts'
import { server } from './ar/server.ts'
import { settings } from './ar/settings.ts'
import { shares } from './ar/shares.ts'
import { thread } from './ar/thread.ts'

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

export const arabic: Language = { tag: 'ar', direction: 'rtl', catalogue }
