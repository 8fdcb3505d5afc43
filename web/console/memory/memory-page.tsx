import { useQuery } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import type { MemoryNote } from '#core/agent/memory/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { toast } from '../../ui/toast.tsx'
import { useHubName } from '../access/hubs.tsx'
import { TextFilter } from '../kit/filters.tsx'
import { useListAddress } from '../kit/list-address.ts'
import { List, usePaging } from '../kit/list.tsx'
import { usePageRange } from '../kit/page-size.ts'
import { common } from '../kit/messages.ts'
import { PageFrame } from '../kit/page.tsx'
import { memorySearch } from './address.ts'
import { memory } from './messages.ts'
import { Note } from './note.tsx'
import { memoryQuery, useEraseAll } from './queries.ts'

/** With fewer notes, a search field would only take space. */
const MANY = 8

export function MemoryPage() {
  const paging = usePaging()
  const { search, narrow } = useListAddress(memorySearch)
  const { q, note } = search
  const query = useQuery(memoryQuery({ search: q, ...usePageRange(paging.page) }))
  const total = query.data?.total ?? 0
  return (
    <PageFrame count={query.data && String(total)} lead={memory.lead}>
      {(q !== undefined || total > MANY) && (
        <TextFilter
          className="sm:max-w-xs"
          label={memory.search}
          value={q}
          onChange={(text) => narrow({ q: text })}
        />
      )}
      <List
        {...paging}
        query={query}
        filtered={q !== undefined}
        empty={
          <Empty icon={<NotebookPen aria-hidden />} title={memory.empty}>
            {memory.emptyText}
          </Empty>
        }
      >
        {({ items }) => (
          <ByHub
            notes={items}
            opened={note}
            isWhole={q === undefined}
            onClosed={() => narrow({ note: undefined })}
          />
        )}
      </List>
    </PageFrame>
  )
}

interface NotesProps {
  notes: readonly MemoryNote[]
  opened: string | undefined
  /** Called when the editor of the opened note closes. */
  onClosed(): void
  /** False if a search leaves out notes. */
  isWhole: boolean
}

function ByHub({ notes, ...props }: NotesProps) {
  const hubs = [...new Set(notes.map(({ hub }) => hub))]
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {hubs.map((hub) => (
        <HubMemory key={hub} hub={hub} notes={notes.filter((note) => note.hub === hub)} {...props} />
      ))}
    </div>
  )
}

function HubMemory({ hub, notes, opened, isWhole, onClosed }: NotesProps & { hub: string }) {
  const hubName = useHubName()
  const [asking, setAsking] = useState(false)
  const erase = useEraseAll(() => {
    setAsking(false)
    toast({ text: memory.erasedAll })
  })
  return (
    <section aria-label={hubName(hub)} className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <h2 dir="auto" className="min-w-0 flex-1 truncate text-16 font-semibold">
          {hubName(hub)}
        </h2>
        {isWhole && <Button onClick={() => setAsking(true)}>{memory.eraseAll}</Button>}
      </div>
      <ul className="divide-y divide-line overflow-hidden rounded-l border border-line bg-raised">
        {notes.map((note) => (
          <Note key={note.id} note={note} isOpened={note.id === opened} onClosed={onClosed} />
        ))}
      </ul>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={memory.eraseAllTitle(hubName(hub))}
        confirmLabel={memory.eraseAll}
        cancelLabel={common.cancel}
        busy={erase.isPending}
        onConfirm={() => erase.mutate(hub)}
      >
        {memory.eraseAllText}
      </ConfirmDialog>
    </section>
  )
}
