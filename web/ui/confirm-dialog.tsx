import type { ConfirmPanelProps } from './overlays/confirm-panel.tsx'
import { lazyOpened } from './lazy-opened.tsx'

export interface ConfirmDialogProps extends ConfirmPanelProps {
  open: boolean
}

const Panel = lazyOpened(async () => (await import('./overlays/confirm-panel.tsx')).ConfirmPanel)

/** Asks before an action that can't be undone. The focus starts on “Cancel”. */
export const ConfirmDialog = ({ open, ...props }: ConfirmDialogProps) => open && <Panel {...props} />
