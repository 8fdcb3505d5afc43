import { LayoutDashboard } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { shell as texts } from './messages.ts'

/** The way to the Console, for those who may manage something; the navigation script finds out who they are. */
export function ConsoleLink() {
  const address = useConsoleAddress()
  if (!address) return null
  return (
    <a
      href={address}
      className="flex min-h-hit items-center gap-2 rounded-m px-2 text-14 hover:bg-hover"
      // A page of its own, outside of this app's router.
      rel="external"
    >
      <LayoutDashboard aria-hidden className="size-4 text-muted" />
      {texts.console}
    </a>
  )
}

/** Empty for those who manage nothing, and until it is known. */
export const useConsoleAddress = (): string => useSyncExternalStore(watchAddress, readAddress)

const root = document.documentElement

const readAddress = (): string => root.dataset['svcNavigation'] ?? ''

function watchAddress(onChange: () => void): () => void {
  root.addEventListener('svc-navigation', onChange)
  return () => root.removeEventListener('svc-navigation', onChange)
}
