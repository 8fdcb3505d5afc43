import type { ConfirmPanelProps } from './overlays/confirm-panel.tsx'
import { lazyOpened } from './lazy-opened.tsx'

export interface ConfirmDialogProps extends ConfirmPanelProps {
  open: boolean
}

const Panel = lazyOpened(async () => (await import('./overlays/confirm-panel.tsx')).ConfirmPanel)

/** Ask before something that can't be undone. Focus starts on the way out. */
export const ConfirmDialog = ({ open, ...props }: ConfirmDialogProps) => open && <Panel {...props} />
