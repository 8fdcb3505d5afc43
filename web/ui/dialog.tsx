import type { DialogPanelProps } from './overlays/dialog-panel.tsx'
import { lazyOpened } from './lazy-opened.tsx'

export interface DialogProps extends DialogPanelProps {
  open: boolean
}

const Panel = lazyOpened(async () => (await import('./overlays/overlays.ts')).DialogPanel)

export const Dialog = ({ open, ...props }: DialogProps) => open && <Panel {...props} />
