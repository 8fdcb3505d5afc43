import { createContext, use, useMemo, useRef, useState, type ReactNode, type RefCallback } from 'react'
import { useMedia } from '../../ui/media.ts'
import { browserEntries } from '../../ui/storage.ts'

export interface SidebarState {
  narrow: boolean
  open: boolean
  setOpen(open: boolean): void
  toggle: RefCallback<HTMLButtonElement>
}

const Context = createContext<SidebarState | null>(null)
const KEY = 'sidebar'

export function SidebarProvider({ children }: { children: ReactNode }) {
  const narrow = useMedia('(max-width: 47.99rem)')
  const [wide, setWide] = useState(() => browserEntries.read(KEY) !== 'closed')
  const [over, setOver] = useState(false)
  const control = useRef<HTMLButtonElement>(null)
  const state = useMemo(() => {
    function setOpen(open: boolean) {
      const byKeyboard = document.activeElement?.matches(':focus-visible')
      // The pressed button has unmounted, so its counterpart takes the focus.
      if (byKeyboard) requestAnimationFrame(() => isFocusFree() && control.current?.focus())
      if (narrow) return setOver(open)
      setWide(open)
      browserEntries.write(KEY, open ? 'open' : 'closed')
    }
    // Ignores null, because React may detach the old button after it attaches the new one.
    const toggle = (element: HTMLButtonElement | null) => void (control.current = element ?? control.current)
    return { narrow, open: narrow ? over : wide, setOpen, toggle }
  }, [narrow, over, wide])
  return <Context value={state}>{children}</Context>
}

export function useSidebar(): SidebarState {
  const state = use(Context)
  if (!state) throw new Error('useSidebar outside of SidebarProvider')
  return state
}

const isFocusFree = () => document.activeElement === document.body
