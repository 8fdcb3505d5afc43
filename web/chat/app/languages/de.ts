import type { Language } from '../../../ui/language.ts'
import { shared } from '../../../ui/languages/de.ts'
import type { Catalogue } from './catalogue.ts'
import { agents } from './de/agents.ts'
import { artifacts } from './de/artifacts.ts'
import { chat } from './de/chat.ts'
import { integrations } from './de/integrations.ts'
import { schedules } from './de/schedules.ts'
import { server } from './de/server.ts'
import { settings } from './de/settings.ts'
import { shares } from './de/shares.ts'
import { thread } from './de/thread.ts'

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

export const german: Language = { tag: 'de', direction: 'ltr', catalogue }
