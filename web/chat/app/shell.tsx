import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { lazyOpened } from '../../ui/lazy-opened.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { Toasts } from '../../ui/toast.tsx'
import { notifyAccessNews } from '../agents/access-news.ts'
import { common } from '../messages.ts'
import { connection as connectionTexts, shell as texts } from './messages.ts'
import { LazyBanner } from '../session/banner-place.tsx'
import { configQuery, sessionQuery } from '../session/queries.ts'
import { SettingsRoute } from './settings-route.tsx'
import { JUMP_KEYS, SHEET_KEY, SHEET_KEYS } from './shortcuts.ts'
import { SidebarPane } from './sidebar-pane.tsx'
import { SidebarProvider } from './sidebar-state.tsx'
import { CloudOff } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useLasting } from '../../ui/lasting.ts'
import { useConnectionLost } from './connection.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    hasSessionEnded?: boolean
  }
}

const route = getRouteApi('/shell')
const FactorPage = lazy(async () => ({ default: (await import('./factor-page.tsx')).FactorPage }))
const PendingPage = lazy(async () => ({
  default: (await import('../session/pending-page.tsx')).PendingPage,
}))
const ShortcutSheet = lazyOpened(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet)
const JumpPalette = lazyOpened(async () => (await import('./jump-palette.tsx')).JumpPalette)

export function Shell() {
  const { data: session } = useQuery(sessionQuery)
  const { data: config } = useSuspenseQuery(configQuery)
  const leave = useLeave()
  const { settings, error } = route.useSearch()
  const tab = settings ?? (error === undefined ? undefined : 'connections')
  const [isJumping, setJumping] = useState(false)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const openSheet = () => setSheetOpen(true)
  useShortcuts({
    [JUMP_KEYS]: () => setJumping(!isJumping),
    [SHEET_KEYS]: openSheet,
    [SHEET_KEY]: openSheet,
  })
  const signedOut = session === null
  useEffect(() => {
    if (signedOut) leave(window.location.pathname + window.location.search)
  }, [signedOut, leave])

  useAccessNews(session?.role)
  if (!session) return null
  if (session.needs_second_factor || session.role === 'pending')
    return (
      <Suspense fallback={null}>
        {session.needs_second_factor ? <FactorPage /> : <PendingPage session={session} />}
      </Suspense>
    )
  return (
    <SidebarProvider>
      <a
        href="#conversation"
        className="fixed start-2 top-2 z-50 inline-flex min-h-hit -translate-y-16 items-center rounded-m bg-accent px-3 py-2 text-14 text-on-accent focus:translate-y-0"
      >
        {texts.skip}
      </a>
      <div className="relative flex h-dvh overflow-hidden">
        <SidebarPane
          session={session}
          siteName={config.name}
          onJump={() => setJumping(true)}
          onShortcuts={openSheet}
        />
        <div className="flex min-w-0 flex-1 flex-col">
          <ConnectionBanner />
          <LazyBanner reader={session.id} />
          <Outlet />
        </div>
      </div>
      {tab && <SettingsRoute tab={tab} session={session} config={config} problem={error} />}
      {isJumping && (
        <JumpPalette
          onClose={() => setJumping(false)}
          session={session}
          config={config}
          onShortcuts={openSheet}
        />
      )}
      {isSheetOpen && <ShortcutSheet onClose={() => setSheetOpen(false)} />}
      <Toasts label={common.notifications} closeLabel={common.close} />
    </SidebarProvider>
  )
}

/**
 * Milliseconds before the first query for decided access requests, so that the query does not slow the page's start.
 */
const NOTICES_DELAY_MS = 3_500

function useAccessNews(role: string | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isIn = role !== undefined && role !== 'pending'
  useEffect(() => {
    if (!isIn) return
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      stop = notifyAccessNews(client, (agent) => void navigate({ to: '/', search: { agent } }))
    }, NOTICES_DELAY_MS)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [client, navigate, isIn])
}

function useLeave() {
  const navigate = useNavigate()
  const router = useRouter()
  return (back: string) => {
    void navigate({
      to: '/auth',
      search: back === '/' ? {} : { redirect: back },
      state: { hasSessionEnded: true },
    }).then(() => router.invalidate())
  }
}

function ConnectionBanner() {
  const { connection } = useRouter().options.context
  const lost = useLasting(useConnectionLost(connection), 600)
  return (
    <div role="status">
      {lost && (
        <p className="flex min-h-10 animate-appear items-center justify-center gap-x-3 border-b border-line bg-warn-soft px-4 py-1 text-14">
          <CloudOff aria-hidden className="size-4 shrink-0 text-warn" />
          <span className="min-w-0">{connectionTexts.lost}</span>
          <Button look="link" className="shrink-0" onClick={() => void connection.ask()}>
            {connectionTexts.retry}
          </Button>
        </p>
      )}
    </div>
  )
}
