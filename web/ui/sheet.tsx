import { lazy, Suspense } from 'react'
import type { SheetPanelProps } from './overlays/sheet-panel.tsx'

export interface SheetProps extends SheetPanelProps {
  open: boolean
}

const Panel = lazy(async () => ({ default: (await import('./overlays/sheet-panel.tsx')).SheetPanel }))

/** A panel that comes in from the start of the line, for what has no room on a phone. */
export const Sheet = ({ open, ...props }: SheetProps) =>
  open && (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  )
