import type { DialogPanelProps } from './overlays/dialog-panel.tsx'
import { lazyOpened } from './lazy-opened.tsx'

export interface DialogProps extends DialogPanelProps {
  open: boolean
}

const Panel = lazyOpened(async () => (await import('./overlays/dialog-panel.tsx')).DialogPanel)

export const Dialog = ({ open, ...props }: DialogProps) => open && <Panel {...props} />
