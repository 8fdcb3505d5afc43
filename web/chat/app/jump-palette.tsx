import { useState } from 'react'
import { Palette } from '../../ui/palette.tsx'
import { jump } from './messages.ts'
import { useActEntries, type ActParts } from './jump-acts.tsx'
import { useChatEntries, usePlaceEntries } from './jump-places.tsx'

export interface JumpPaletteProps extends ActParts {
  onClose(): void
}

/** Go to a chat, an agent, a folder or a setting by typing, or do something by its name. */
export function JumpPalette({ onClose, ...parts }: JumpPaletteProps) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const chats = useChatEntries(typed)
  const { agents, folders } = usePlaceEntries(typed)
  const acts = useActEntries(typed, parts)
  // What is known at once stands before what the server finds, so that what Enter takes does not change meanwhile.
  const entries = typed
    ? [...acts, ...agents, ...folders, ...chats.entries]
    : [...chats.entries, ...agents, ...acts]
  return (
    <Palette
      open
      onClose={onClose}
      label={jump.label}
      text={text}
      onText={setText}
      entries={entries.map((entry) => ({
        ...entry,
        onChoose() {
          onClose()
          entry.onChoose()
        },
      }))}
      nothing={chats.isWaiting ? '' : jump.nothing}
      hint={jump.hint}
    />
  )
}
