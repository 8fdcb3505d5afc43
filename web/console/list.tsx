import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Notice } from '../ui/notice.tsx'
import { Pager } from '../ui/pager.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { errorText } from './api/client.ts'
import { messages } from './messages.ts'

/** Items of one page of every list. */
export const PAGE_SIZE = 50

/** Where a page of a list is, as the API takes it. Pages count from 1. */
export const pageOf = (page: number) => ({ offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE })

const { list, common } = messages

interface Listed<Data> {
  data: Data | undefined
  error: unknown
  refetch(): unknown
}

export interface ListProps<Data extends { items: readonly unknown[]; total: number }> {
  query: Listed<Data>
  /** Some filter is set: no items means no match. */
  filtered: boolean
  onClear(): void
  /** What belongs here, and the first step. */
  empty: ReactNode
  page: number
  onPage(page: number): void
  children(data: Data): ReactNode
}

/** A list in each of its states: coming, failed, empty, without a match, and with a page of items. */
export function List<Data extends { items: readonly unknown[]; total: number }>(props: ListProps<Data>) {
  const { query, filtered, onClear, empty, page, onPage, children } = props
  const { data, error } = query
  if (!data && error) return <ListFailure error={error} onRetry={() => void query.refetch()} />
  if (!data) return <ListSkeleton />
  if (data.items.length === 0) {
    if (!filtered && page === 1) return empty
    return (
      <Empty
        icon={<SearchX aria-hidden />}
        title={list.noMatch}
        action={<Button onClick={onClear}>{list.clear}</Button>}
      >
        {list.noMatchText}
      </Empty>
    )
  }
  const first = pageOf(page).offset + 1
  const last = first + data.items.length - 1
  return (
    <>
      {Boolean(error) && <ListFailure error={error} onRetry={() => void query.refetch()} />}
      {children(data)}
      <Pager
        label={list.pages}
        summary={list.range(first, last, data.total)}
        previousLabel={list.previous}
        nextLabel={list.next}
        onPrevious={page > 1 ? () => onPage(page - 1) : undefined}
        onNext={last < data.total ? () => onPage(page + 1) : undefined}
      />
    </>
  )
}

export const ListFailure = ({ error, onRetry }: { error: unknown; onRetry(): void }) => (
  <Notice kind="failure" title={list.failed} actions={<Button onClick={onRetry}>{common.retry}</Button>}>
    {errorText(error)}
  </Notice>
)

export const ListSkeleton = ({ rows = 8 }: { rows?: number }) => (
  <div role="status" aria-label={common.loading} className="overflow-hidden rounded-l border border-line">
    <div className="h-9 border-b border-line bg-sunken" />
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="flex h-11 items-center gap-6 border-b border-line px-3 last:border-b-0">
        <Skeleton className="h-3.5 w-1/4" />
        <Skeleton className="h-3.5 w-1/6" />
        <Skeleton className="h-3.5 w-1/5 max-sm:hidden" />
        <Skeleton className="ms-auto h-3.5 w-16" />
      </div>
    ))}
  </div>
)
