import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { AlignLeft, GitFork, MessageCircleQuestion, Pencil, TextSelect } from 'lucide-react'
import type { ShownMessage } from '#chatapp/chats/schema.ts'
import { forkChat } from '#chatapp/chats/copies/contract.ts'
import { MenuItem, MenuLine } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../api/client.ts'
import { answerMenu as texts } from './answer-menu-messages.ts'
import { chatQuery } from './queries.ts'
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

function useFork({ id }: ShownMessage) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { chatId } = useParams({ strict: false })
  return async () => {
    if (chatId === undefined) return
    const title = client.getQueryData(chatQuery(chatId).queryKey)?.title
    try {
      const body = { message_id: id, ...(title && { title: texts.forked(title.slice(0, 180)) }) }
      const copy = await call(forkChat, { params: { id: chatId }, body })
      void client.invalidateQueries({ queryKey: ['chats'] })
      await navigate({ to: '/c/$chatId', params: { chatId: copy.id } })
    } catch (error) {
      toast({ text: errorText(error), failure: true })
    }
  }
}
