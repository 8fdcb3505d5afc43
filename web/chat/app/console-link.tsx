import { LayoutDashboard } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { shell as texts } from './messages.ts'

export function ConsoleLink() {
  const address = useConsoleAddress()
  if (!address) return null
  return (
    <a
      href={address}
      className="flex min-h-hit items-center gap-2 rounded-m px-2 text-14 hover:bg-hover"
      // The Console is a separate app, so the router must not handle this link.
      rel="external"
    >
      <LayoutDashboard aria-hidden className="size-4 text-muted" />
      {texts.console}
    </a>
  )
}

/** Empty if the person has no management rights. */
export const useConsoleAddress = (): string => useSyncExternalStore(watchAddress, readAddress)

const root = document.documentElement

const readAddress = (): string => root.dataset['svcNavigation'] ?? ''

function watchAddress(onChange: () => void): () => void {
  root.addEventListener('svc-navigation', onChange)
  return () => root.removeEventListener('svc-navigation', onChange)
}
