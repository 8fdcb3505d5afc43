import { useNavigate } from '@tanstack/react-router'
import type { StartedSession } from '#chatapp/accounts/sessions/schema.ts'
import type { SiteConfig } from '#chatapp/accounts/settings/schema.ts'
import type { ChatTaking } from '../settings/data-settings.tsx'
import type { SettingsTab } from '../settings/tabs.ts'
import { lazyOpened } from '../../ui/lazy-opened.tsx'

const SettingsDialog = lazyOpened(
  async () => (await import('../settings/settings-dialog.tsx')).SettingsDialog,
)

const taking: ChatTaking = {
  exportAll: async (onProgress) => (await import('../chats/taking.ts')).exportAll(onProgress),
  importChats: async (file, onProgress) => (await import('../chats/taking.ts')).importChats(file, onProgress),
}

export function SettingsRoute({
  tab,
  session,
  config,
  problem,
}: {
  tab: string
  session: StartedSession
  config: SiteConfig
  problem: string | undefined
}) {
  const navigate = useNavigate()
  const show = (settings: SettingsTab | undefined) =>
    void navigate({ to: '.', search: (search) => ({ ...search, settings, error: undefined }), replace: true })
  return (
    <SettingsDialog
      tab={tab as SettingsTab}
      session={session}
      config={config}
      problem={problem}
      taking={taking}
      onTab={show}
      onClose={() => show(undefined)}
    />
  )
}
