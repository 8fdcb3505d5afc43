import {
  Blocks,
  KeyRound,
  Lock,
  MessagesSquare,
  NotebookPen,
  Palette,
  Plug,
  ShieldCheck,
  SquareSlash,
  User,
  type LucideIcon,
} from 'lucide-react'
import type { StartedSession } from '#chatapp/accounts/sessions/schema.ts'
import type { SiteConfig } from '#chatapp/accounts/settings/schema.ts'
import { dataTexts } from './data-messages.ts'
import { instructionTexts } from './instructions-messages.ts'
import { integrationMessages } from './integrations-messages.ts'
import { settings } from './messages.ts'
import { ownPromptTexts } from './prompts-messages.ts'
import { signInTexts } from './sign-in-messages.ts'

const ICONS = {
  profile: User,
  password: Lock,
  security: ShieldCheck,
  connections: Plug,
  key: KeyRound,
  appearance: Palette,
  instructions: NotebookPen,
  prompts: SquareSlash,
  data: MessagesSquare,
  integrations: Blocks,
} as const satisfies Record<string, LucideIcon>

export type SettingsTab = keyof typeof ICONS

const labels = (): Record<SettingsTab, string> => ({
  profile: settings.profile,
  password: settings.password,
  security: signInTexts.security,
  connections: integrationMessages.connections,
  key: settings.apiKeys,
  appearance: settings.appearance,
  instructions: instructionTexts.title,
  prompts: ownPromptTexts.title,
  data: dataTexts.title,
  integrations: integrationMessages.integrations,
})

export function settingsTabs(session: StartedSession, config: SiteConfig) {
  const hidden = new Set<SettingsTab>()
  if (config.features.enable_password_change_form === false) hidden.add('password')
  if (!mayHaveKey(session, config)) hidden.add('key')
  if (session.role !== 'admin') hidden.add('integrations')
  return (Object.keys(ICONS) as SettingsTab[])
    .filter((id) => !hidden.has(id))
    .map((id) => ({ id, label: labels()[id], Icon: ICONS[id] }))
}

const mayHaveKey = ({ role, permissions }: StartedSession, { features }: SiteConfig): boolean =>
  features.enable_api_keys === true && (role === 'admin' || permissions?.features?.api_keys === true)
