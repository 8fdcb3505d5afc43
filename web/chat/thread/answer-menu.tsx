import { AlignLeft, GitFork, MessageCircleQuestion, Pencil, TextSelect } from 'lucide-react'
import type { ShownMessage } from '#chatapp/chats/schema.ts'
import { MenuItem, MenuLine } from '../../ui/menu.tsx'
import { useFork } from './fork.ts'
import { messageMenu as texts } from './message-menu-messages.ts'
import type { ThreadTurns } from './turns.ts'

export interface AnswerMenuProps {
  message: ShownMessage
  locked: boolean
  canRevise: boolean
  turns: ThreadTurns
  onEdit(): void
  onOtherwise(): void
}

export function AnswerMenu({ message, locked, canRevise, turns, onEdit, onOtherwise }: AnswerMenuProps) {
  const fork = useFork(message)
  const revise = (how: 'shorter' | 'longer') => void turns.regenerate(message, { how, text: '' })
  return (
    <>
      {canRevise && (
        <>
          <MenuItem icon={<TextSelect aria-hidden />} disabled={locked} onSelect={() => revise('shorter')}>
            {texts.shorter}
          </MenuItem>
          <MenuItem icon={<AlignLeft aria-hidden />} disabled={locked} onSelect={() => revise('longer')}>
            {texts.longer}
          </MenuItem>
          <MenuItem icon={<MessageCircleQuestion aria-hidden />} disabled={locked} onSelect={onOtherwise}>
            {texts.otherwise}
          </MenuItem>
          <MenuLine />
        </>
      )}
      {message.content !== '' && (
        <MenuItem icon={<Pencil aria-hidden />} disabled={locked} onSelect={onEdit}>
          {texts.edit}
        </MenuItem>
      )}
      <MenuItem icon={<GitFork aria-hidden />} onSelect={() => void fork()}>
        {texts.fork}
      </MenuItem>
    </>
  )
}
