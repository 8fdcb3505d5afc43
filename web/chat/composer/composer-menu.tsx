import { useNavigate, useParams } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { MenuItem } from '../../ui/menu.tsx'
import { common } from '../messages.ts'

export interface ComposerMenuProps {
  text: string
  agentId: string | undefined
}

/** The text stays in the composer, so that it is still there if the person cancels. */
export function ComposerMenu({ text: prompt, agentId }: ComposerMenuProps) {
  const navigate = useNavigate()
  const { chatId = null } = useParams({ strict: false })
  const schedule = { prompt, chatId, ...(agentId !== undefined && { model: agentId }) }
  return (
    <MenuItem
      icon={<CalendarClock aria-hidden />}
      onSelect={() => void navigate({ to: '/scheduled', state: { schedule } })}
    >
      {common.schedule}
    </MenuItem>
  )
}
