import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import { shell as texts } from './messages.ts'
import { Sidebar, type SidebarProps } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.tsx'

export function SidebarPane(props: SidebarProps) {
  const { narrow, open, setOpen } = useSidebar()
  const href = useRouterState({ select: ({ location }) => location.href })
  useEffect(() => {
    if (narrow) setOpen(false)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [href])
  if (narrow) {
    return (
      <Sheet open={open} onClose={() => setOpen(false)} title={texts.sidebar}>
        <Sidebar {...props} />
      </Sheet>
    )
  }
  if (!open) return null
  return (
    <aside aria-label={texts.sidebar} className="flex w-72 shrink-0 flex-col border-e border-line bg-sunken">
      <Sidebar {...props} />
    </aside>
  )
}
