import { useState } from 'react'
import { Palette } from '../../ui/palette.tsx'
import { jump } from './messages.ts'
import { useActEntries, type ActParts } from './jump-acts.tsx'
import { useChatEntries, usePlaceEntries } from './jump-places.tsx'

export interface JumpPaletteProps extends ActParts {
  open: boolean
  onClose(): void
}

/** Go to a chat, an agent, a folder or a setting by typing, or do something by its name. */
export function JumpPalette({ open, onClose, ...parts }: JumpPaletteProps) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const close = () => {
    onClose()
    setText('')
  }
  const chats = useChatEntries(open, typed)
  const { agents, folders } = usePlaceEntries(open, typed)
  const acts = useActEntries(open, typed, parts)
  // What is known at once stands before what the server finds, so that what Enter takes does not change meanwhile.
  const entries = typed
    ? [...acts, ...agents, ...folders, ...chats.entries]
    : [...chats.entries, ...agents, ...acts]
  return (
    <Palette
      open={open}
      onClose={close}
      label={jump.label}
      text={text}
      onText={setText}
      entries={entries.map((entry) => ({
        ...entry,
        onChoose() {
          close()
          entry.onChoose()
        },
      }))}
      nothing={chats.isWaiting ? '' : jump.nothing}
      hint={jump.hint}
    />
  )
}
