import { useQuery } from '@tanstack/react-query'
import { NotebookPen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { MemoryNote } from '#core/agent/memory/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../kit/api.ts'
import { useHubName } from '../access/hubs.tsx'
import { List, usePaging } from '../kit/list.tsx'
import { usePageRange } from '../kit/page-size.ts'
import { common } from '../kit/messages.ts'
import { memory } from './messages.ts'
import { PageFrame } from '../kit/page.tsx'
import { memoryQuery, useErase } from './queries.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { When } from '../../ui/when.tsx'

export function MemoryPage() {
  const paging = usePaging()
  const query = useQuery(memoryQuery(usePageRange(paging.page)))
  return (
    <PageFrame count={query.data && String(query.data.total)} lead={memory.lead}>
      <List
        {...paging}
        query={query}
        filtered={false}
        empty={
          <Empty icon={<NotebookPen aria-hidden />} title={memory.empty}>
            {memory.emptyText}
          </Empty>
        }
      >
        {({ items }) => <ByHub notes={items} />}
      </List>
    </PageFrame>
  )
}

function ByHub({ notes }: { notes: readonly MemoryNote[] }) {
  const hubs = [...new Set(notes.map(({ hub }) => hub))]
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {hubs.map((hub) => (
        <HubMemory key={hub} hub={hub} notes={notes.filter((note) => note.hub === hub)} />
      ))}
    </div>
  )
}

function HubMemory({ hub, notes }: { hub: string; notes: readonly MemoryNote[] }) {
  const hubName = useHubName()
  const [asking, setAsking] = useState(false)
  const erase = useErase(() => {
    setAsking(false)
    toast({ text: memory.erased })
  })
  const failed = (error: unknown) => toast({ text: errorText(error), failure: true })
  return (
    <section aria-label={hubName(hub)} className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <h2 dir="auto" className="min-w-0 flex-1 truncate text-16 font-semibold">
          {hubName(hub)}
        </h2>
        <Button onClick={() => setAsking(true)}>{memory.eraseAll}</Button>
      </div>
      <NoteList
        notes={notes}
        busy={erase.isPending}
        onErase={(id) => erase.mutate({ hub, id }, { onError: failed })}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={memory.eraseAllTitle(hubName(hub))}
        confirmLabel={memory.eraseAll}
        cancelLabel={common.cancel}
        busy={erase.isPending}
        onConfirm={() => erase.mutate({ hub }, { onError: failed })}
      >
        {memory.eraseAllText}
      </ConfirmDialog>
    </section>
  )
}

interface NoteListProps {
  notes: readonly MemoryNote[]
  busy: boolean
  onErase(id: string): void
}

const NoteList = ({ notes, busy, onErase }: NoteListProps) => (
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
