import { UsersRound } from 'lucide-react'
import { chats } from '../messages.ts'

/** That others may read a chat, beside its title. */
export const SharedMark = () => (
  <UsersRound role="img" aria-label={chats.isShared} className="size-3.5 shrink-0 text-faint" />
)
