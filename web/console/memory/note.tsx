import { Pencil, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { MemoryNote } from '#core/agent/memory/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { When } from '../../ui/when.tsx'
import { surfaces } from '../kit/messages.ts'
import { memory } from './messages.ts'
import { NoteEditor } from './note-editor.tsx'
import { useErase } from './queries.ts'

export interface NoteProps {
  note: MemoryNote
  isOpened: boolean
  onClosed(): void
}

export function Note({ note, isOpened, onClosed }: NoteProps) {
  const [editing, setEditing] = useState(isOpened)
  const erase = useErase()
  const name = note.text.slice(0, 60)
  const close = () => {
    setEditing(false)
    if (isOpened) onClosed()
  }
  if (editing)
    return (
      <li className="p-4">
        <NoteEditor note={note} onClose={close} />
      </li>
    )
  return (
    <li className="flex items-start gap-1 py-2 ps-4 pe-2">
      <div className="min-w-0 flex-1 py-1">
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {note.text}
        </p>
        <NoteFacts note={note} />
      </div>
      <IconButton label={memory.edit(name)} onClick={() => setEditing(true)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={memory.erase(name)} disabled={erase.isPending} onClick={() => erase.mutate(note)}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  )
}

function NoteFacts({ note }: { note: MemoryNote }) {
  const { saved_at, changed_at, uses, used_at } = note
  return (
    <ul className="mt-0.5 flex flex-wrap gap-x-4 text-12 text-muted">
      <Source note={note} />
      <Fact>
        {memory.saved} <When at={saved_at} />
      </Fact>
      {changed_at && (
        <Fact>
          {memory.changed} <When at={changed_at} />
        </Fact>
      )}
      <Fact>
        {uses === 0 ? memory.unused : memory.used(uses)}
        {used_at && (
          <>
            {' · '}
            {memory.lastUsed} <When at={used_at} />
          </>
        )}
      </Fact>
    </ul>
  )
}

const Fact = ({ children }: { children: ReactNode }) => <li className="min-w-0">{children}</li>

function Source({ note: { source, source_chat: chat } }: { note: MemoryNote }) {
  if (chat)
    return (
      <li className="flex max-w-full min-w-0 gap-1">
        <span className="shrink-0">{memory.from}</span>
        <a href={`/c/${chat.id}`} className="truncate text-accent-text underline-offset-4 hover:underline">
          <bdi>{chat.title || memory.fromChat}</bdi>
        </a>
      </li>
    )
  return source && <Fact>{sourceName(source.surface)}</Fact>
}

function sourceName(surface: string): string {
  const channels: Readonly<Record<string, string>> = surfaces.channels
  const names: Readonly<Record<string, string>> = {
    chatapp: memory.fromChat,
    api: memory.fromApi,
    terminal: memory.fromTerminal,
    import: memory.fromImport,
  }
  return names[surface] ?? memory.fromOther(channels[surface] ?? surface)
}
