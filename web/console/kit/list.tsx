import { useNavigate, useSearch } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Unreachable } from '#ground/api/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useServerReturn } from '../../ui/use-server-return.ts'
import { errorText, isConsoleUnreachable } from './api.ts'
import { common, list as texts } from './messages.ts'
import { PageFrame, type PageProps } from './page.tsx'
import { JumpTo, PageSizeChoice } from './list-foot.tsx'
import type { ShownOrder } from './order.ts'
import { PAGE_SIZES, usePageRange } from './page-size.ts'
import { SavedViews } from './saved-views.tsx'
import { Unreached } from './unreached.tsx'

interface Listed {
  items: readonly unknown[]
  total: number
  /** False: `total` is a lower bound. */
  total_is_exact?: boolean
  unreachable?: Unreachable
}

interface Paging {
  page: number
  onPage(page: number): void
  onClear(): void
}

interface Ordering {
  /** Only for a list with sortable columns. */
  order?: ShownOrder
}

export interface ListProps<Data extends Listed> extends Paging, Ordering {
  query: { data: Data | undefined; error: unknown; refetch(): unknown }
  filtered: boolean
  empty: ReactNode
  children(data: Data): ReactNode
}

export interface ListPageProps<Data extends Listed>
  extends Pick<PageProps, 'lead' | 'acts' | 'above'>, Omit<ListProps<Data>, keyof Paging>, Partial<Paging> {
  notices?: ReactNode
  filters?: ReactNode
  /** True until the notices above the list have loaded: they would push down a list that is shown earlier. */
  isWaiting?: boolean
}

export function ListPage<Data extends Listed>(props: ListPageProps<Data>) {
  const { lead, acts, above, notices, filters, isWaiting, ...list } = props
  const { data } = list.query
  const paging = usePaging()
  if (isWaiting)
    return (
      <PageFrame fills above={above} lead={lead} acts={acts}>
        <ListSkeleton />
      </PageFrame>
    )
  return (
    <PageFrame
      fills
      above={above}
      lead={lead}
      acts={acts}
      count={data && texts.total(data.total, data.total_is_exact ?? true)}
    >
      {notices}
      {filters && <SavedViews />}
      {filters && <div className="flex flex-wrap items-center gap-2 print:hidden">{filters}</div>}
      <List {...paging} {...list} />
    </PageFrame>
  )
}

export function usePaging(): Paging {
  const { page = 1 } = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    page,
    onPage: (next) =>
      void navigate({ to: '.', search: (before) => ({ ...before, page: next > 1 ? next : undefined }) }),
    onClear: () => void navigate({ to: '.', search: {} }),
  }
}

export function List<Data extends Listed>(props: ListProps<Data>) {
  const { query, filtered, onClear, empty, page, onPage, order, children } = props
  const range = usePageRange(page)
  const { data, error } = query
  if (!data && error) return <ListFailure error={error} onRetry={() => void query.refetch()} />
  if (!data) return <ListSkeleton />
  if (data.items.length === 0) {
    if (!filtered && page === 1 && order?.from === undefined)
      return (
        <>
          <Unreached hubs={data.unreachable} />
          {empty}
        </>
      )
    return (
      <Empty
        icon={<SearchX aria-hidden />}
        title={texts.noMatch}
        action={<Button onClick={onClear}>{texts.clear}</Button>}
      >
        {texts.noMatchText}
      </Empty>
    )
  }
  const first = range.offset + 1
  const last = first + data.items.length - 1
  const isExact = data.total_is_exact ?? true
  return (
    <>
      {Boolean(error) && <ListFailure error={error} onRetry={() => void query.refetch()} />}
      <Unreached hubs={data.unreachable} />
      {children(data)}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 print:hidden">
        {order &&
          order.kind !== 'number' &&
          (order.from !== undefined || !isExact || data.total > range.limit) && (
            <JumpTo key={`${order.by} ${order.from}`} order={order} />
          )}
        {data.total > PAGE_SIZES[0] && <PageSizeChoice onChosen={() => onPage(1)} />}
        <Pager
          label={texts.pages}
          summary={texts.range(first, last, texts.total(data.total, isExact))}
          previousLabel={texts.previous}
          nextLabel={texts.next}
          onPrevious={page > 1 ? () => onPage(page - 1) : undefined}
          onNext={last < data.total || !isExact ? () => onPage(page + 1) : undefined}
        />
      </div>
    </>
  )
}

export function ListFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  useServerReturn(isConsoleUnreachable(error), onRetry)
  return (
    <Notice kind="failure" title={texts.failed} actions={<Button onClick={onRetry}>{common.retry}</Button>}>
      {errorText(error)}
    </Notice>
  )
}

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
