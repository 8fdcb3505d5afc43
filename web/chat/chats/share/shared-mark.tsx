import { UsersRound } from 'lucide-react'
import { chats } from '../messages.ts'

export const SharedMark = () => (
  <UsersRound role="img" aria-label={chats.isShared} className="size-3.5 shrink-0 text-faint" />
)
