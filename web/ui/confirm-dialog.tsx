import type { ConfirmPanelProps } from './overlays/confirm-panel.tsx'
import { lazyOpened } from './lazy-opened.tsx'

export interface ConfirmDialogProps extends ConfirmPanelProps {
  open: boolean
}

const Panel = lazyOpened(async () => (await import('./overlays/overlays.ts')).ConfirmPanel)

export const ConfirmDialog = ({ open, ...props }: ConfirmDialogProps) => open && <Panel {...props} />
