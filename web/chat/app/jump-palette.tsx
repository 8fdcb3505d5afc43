import { useState } from 'react'
import { Palette } from '../../ui/palette.tsx'
import { jump } from './messages.ts'
import { useActEntries, type ActParts } from './jump-acts.tsx'
import { useChatEntries, useAgentAndFolderEntries } from './jump-places.tsx'

export interface JumpPaletteProps extends ActParts {
  onClose(): void
}

export function JumpPalette({ onClose, ...parts }: JumpPaletteProps) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const chats = useChatEntries(typed)
  const { agents, folders } = useAgentAndFolderEntries(typed)
  const acts = useActEntries(typed, parts)
  // Local matches are first, so that Enter opens the same entry before and after the server's response.
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
