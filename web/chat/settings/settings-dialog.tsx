import { Tabs } from 'radix-ui'
import { useEffect, useRef, type ReactNode } from 'react'
import type { StartedSession } from '#chatapp/accounts/sessions/schema.ts'
import type { SiteConfig } from '#chatapp/accounts/settings/schema.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useHiddenSides } from '../../ui/hidden-sides.ts'
import { common } from '../messages.ts'
import { settings } from './messages.ts'
import { ApiKeySettings } from './api-key-settings.tsx'
import { AppearanceSettings } from './appearance-settings.tsx'
import { DataSettings, type ChatTaking } from './data-settings.tsx'
import { InstructionsSettings } from './instructions-settings.tsx'
import { ConnectionSettings } from './integrations-connections.tsx'
import { IntegrationSettings } from './integrations-settings.tsx'
import { PasskeySettings } from './passkey-settings.tsx'
import { PasswordSettings } from './password-settings.tsx'
import { ProfileSettings } from './profile-settings.tsx'
import { PromptsSettings } from './prompts-settings.tsx'
import { SecuritySettings } from './security-settings.tsx'
import { settingsTabs, type SettingsTab } from './tabs.ts'
import { TwoStepSettings } from './two-step-settings.tsx'

export interface SettingsDialogProps {
  tab: SettingsTab
  session: StartedSession
  config: SiteConfig
  problem: string | undefined
  taking: ChatTaking
  onTab(tab: SettingsTab): void
  onClose(): void
}

export function SettingsDialog(props: SettingsDialogProps) {
  const { tab, session, config, problem, taking, onTab, onClose } = props
  const tabs = settingsTabs(session, config)
  const panels: Record<SettingsTab, () => ReactNode> = {
    profile: () => <ProfileSettings session={session} />,
    password: () => <PasswordSettings />,
    security: () => (
      <div className="flex flex-col gap-8">
        {config.features.enable_password_change_form !== false && <PasskeySettings />}
        <TwoStepSettings />
        <SecuritySettings />
      </div>
    ),
    connections: () => <ConnectionSettings problem={problem} isAdmin={session.role === 'admin'} />,
    key: () => <ApiKeySettings />,
    appearance: () => <AppearanceSettings />,
    instructions: () => <InstructionsSettings />,
    prompts: () => <PromptsSettings />,
    data: () => (
      <DataSettings
        taking={taking}
        ownEmail={config.features.enable_account_deletion ? session.email : null}
      />
    ),
    integrations: () => <IntegrationSettings />,
  }
  const shown = tabs.some(({ id }) => id === tab) ? tab : 'profile'
  return (
    <Dialog
      open
      onClose={onClose}
      title={settings.title}
      closeLabel={common.close}
      className="h-[min(36rem,calc(100dvh-2rem))] max-w-2xl"
    >
      <Tabs.Root
        value={shown}
        onValueChange={(next) => onTab(next as SettingsTab)}
        className="flex flex-col gap-5 sm:min-h-80 sm:flex-row"
      >
        <TabRow tabs={tabs} shown={shown} />
        {tabs.map(({ id }) => (
          <Tabs.Content key={id} value={id} className="min-w-0 flex-1 outline-none">
            {panels[id]()}
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Dialog>
  )
}

interface TabRowProps {
  tabs: ReturnType<typeof settingsTabs>
  shown: SettingsTab
}

function TabRow({ tabs, shown }: TabRowProps) {
  const { scroller, hidden, onScroll } = useHiddenSides<HTMLDivElement>()
  return (
    <Tabs.List
      ref={scroller}
      aria-label={settings.title}
      data-hidden={hidden}
      onScroll={onScroll}
      className="fades-sides flex shrink-0 gap-1 overflow-x-auto sm:sticky sm:top-0 sm:w-40 sm:flex-col sm:self-start"
    >
      {tabs.map(({ id, label, Icon }) => (
        <Tab key={id} id={id} isShown={id === shown}>
          <Icon aria-hidden />
          {label}
        </Tab>
      ))}
    </Tabs.List>
  )
}

function Tab({ id, isShown, children }: { id: SettingsTab; isShown: boolean; children: ReactNode }) {
  const tab = useRef<HTMLButtonElement>(null)
  // Scrolls to the shown tab, because on a phone the row of tabs is wider than the screen.
  useEffect(() => {
    if (isShown) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isShown])
  return (
    <Tabs.Trigger
      ref={tab}
      value={id}
      className="flex min-h-hit shrink-0 items-center gap-2 rounded-m px-2 text-14 text-muted hover:bg-hover data-[state=active]:bg-selected data-[state=active]:text-text max-sm:[&_svg]:hidden [&_svg]:size-4"
    >
      {children}
    </Tabs.Trigger>
  )
}
