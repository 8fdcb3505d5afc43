import { NotebookPen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MemoryNote } from '#core/agent/memory/schema.ts'
import type { NoteAct, ToolActivity } from '#ground/turn/schema.ts'
import { Button } from '../../ui/button.tsx'
import { hrefOfMemory } from '../api/memory-link.ts'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../api/client.ts'
import { useForget, useNotes } from '../api/memory.ts'
import { memoryTexts as texts } from './memory-messages.ts'

const MAX_NAME_LENGTH = 60

/** The notes that the model received for an answer and that still exist. */
export function RememberedNotes({ hub, ids }: { hub: string; ids: readonly string[] }) {
  const { data = [] } = useNotes(hub)
  const notes = data.filter(({ id }) => ids.includes(id))
  if (notes.length === 0) return null
  return (
    <section aria-label={texts.remembered} className="mt-3 border-t border-line pt-2 text-13">
      <p className="text-muted">{texts.remembered}</p>
      <ul className="max-h-[40dvh] overflow-y-auto">
        {notes.map((note) => (
          <li key={note.id} className="py-1">
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {note.text}
            </p>
            <NoteActs hub={hub} note={note} label={texts.forget} isEditable />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lines for the notes that the agent saved, changed or erased while it answered. */
export function NoteLines({ hub, tools }: { hub: string; tools: readonly ToolActivity[] }) {
  const { data = [] } = useNotes(hub)
  const acts = new Map(tools.flatMap(({ note }) => (note ? [[note.id, note] as const] : [])))
  return (
    <ul className="flex flex-col gap-1 text-13 text-muted empty:hidden">
      {[...acts.values()].map((act) => (
        <NoteLine key={act.id} hub={hub} act={act} note={data.find(({ id }) => id === act.id)} />
      ))}
    </ul>
  )
}

interface NoteLineProps {
  hub: string
  act: NoteAct
  note: MemoryNote | undefined
}

function NoteLine({ hub, act: { act }, note }: NoteLineProps) {
  if (act === 'forgotten') return <Line>{texts.forgotten}</Line>
  if (!note) return null // the person has erased the note
  return (
    <Line>
      {act === 'saved' ? texts.saved : texts.changed} <bdi className="break-words text-text">{note.text}</bdi>
      <NoteActs
        hub={hub}
        note={note}
        label={act === 'saved' ? texts.undo : texts.forget}
        isEditable={act === 'changed'}
      />
    </Line>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <li className="flex items-start gap-2">
    <NotebookPen aria-hidden className="mt-0.5 size-4 shrink-0" />
    <div className="min-w-0">{children}</div>
  </li>
)

interface NoteActsProps {
  hub: string
  note: MemoryNote
  label: string
  isEditable: boolean
}

function NoteActs({ hub, note: { id, text }, label, isEditable }: NoteActsProps) {
  const forget = useForget(hub, {
    onForgotten: (restore) => toast({ text: texts.erased, action: { label: texts.undo, run: restore } }),
    onError: (error) => toast({ text: errorText(error), failure: true }),
  })
  const name = text.slice(0, MAX_NAME_LENGTH)
  return (
    <span className="flex gap-4">
      <Button
        look="link"
        aria-label={label === texts.undo ? undefined : texts.forgetNote(name)}
        busy={forget.isPending}
        onClick={() => forget.mutate(id)}
      >
        {label}
      </Button>
      {isEditable && (
        <a
          href={hrefOfMemory({ id, text })}
          rel="external"
          aria-label={texts.editNote(name)}
          className="flex min-h-hit items-center text-14 text-accent-text underline-offset-4 hover:underline"
        >
          {texts.edit}
        </a>
      )}
    </span>
  )
}
