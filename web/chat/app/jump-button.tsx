import { Command } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { keysLabel } from '../../ui/shortcuts.ts'
import { jump } from './messages.ts'
import { JUMP_KEYS } from './shortcuts.ts'

export const JumpButton = ({ onJump }: { onJump(): void }) => (
  <IconButton
    label={jump.open}
    keys={keysLabel(JUMP_KEYS)}
    onClick={onJump}
    className="shrink-0 border border-line bg-canvas"
  >
    <Command aria-hidden />
  </IconButton>
)
