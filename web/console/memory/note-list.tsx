import { Trash2 } from 'lucide-react'
import type { MemoryNote } from '#core/agent/memory/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { When } from '../../ui/when.tsx'
import { memory } from './messages.ts'

export interface NoteListProps {
  notes: readonly MemoryNote[]
  busy: boolean
  onErase(id: string): void
}

export const NoteList = ({ notes, busy, onErase }: NoteListProps) => (
  <ul className="divide-y divide-line overflow-hidden rounded-l border border-line bg-raised">
    {notes.map(({ id, text, saved_at }) => (
      <li key={id} className="flex items-start gap-3 py-2 ps-4 pe-2">
        <p className="min-w-0 flex-1 py-1 break-words whitespace-pre-wrap">
          {text}
          <span className="block text-12 text-faint">
            <When at={saved_at} />
          </span>
        </p>
        <IconButton label={memory.erase(text.slice(0, 60))} disabled={busy} onClick={() => onErase(id)}>
          <Trash2 aria-hidden />
        </IconButton>
      </li>
    ))}
  </ul>
)
