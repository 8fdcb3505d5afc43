import { lazy, Suspense } from 'react'
import type { ConfirmPanelProps } from './overlays/confirm-panel.tsx'

export interface ConfirmDialogProps extends ConfirmPanelProps {
  open: boolean
}

const Panel = lazy(async () => ({ default: (await import('./overlays/confirm-panel.tsx')).ConfirmPanel }))

/** Ask before something that can't be undone. Focus starts on the way out. */
export const ConfirmDialog = ({ open, ...props }: ConfirmDialogProps) =>
  open && (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  )
