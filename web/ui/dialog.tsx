import { lazy, Suspense } from 'react'
import type { DialogPanelProps } from './overlays/dialog-panel.tsx'

export interface DialogProps extends DialogPanelProps {
  open: boolean
}

const Panel = lazy(async () => ({ default: (await import('./overlays/dialog-panel.tsx')).DialogPanel }))

/** What it takes to show one is fetched when the first one opens. */
export const Dialog = ({ open, ...props }: DialogProps) =>
  open && (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  )
