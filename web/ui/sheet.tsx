import type { SheetPanelProps } from './overlays/sheet-panel.tsx'
import { lazyOpened } from './lazy-opened.tsx'

export interface SheetProps extends SheetPanelProps {
  open: boolean
}

const Panel = lazyOpened(async () => (await import('./overlays/overlays.ts')).SheetPanel)

export const Sheet = ({ open, ...props }: SheetProps) => open && <Panel {...props} />
