import type { ReactNode } from 'react'
import { List, type ListProps } from './list.tsx'
import { messages } from './messages.ts'
import { Page, type PageProps } from './page.tsx'

interface Listed {
  items: readonly unknown[]
  total: number
  /** False when there are at least that many. */
  total_is_exact?: boolean
}

export interface ListPageProps<Data extends Listed>
  extends Pick<PageProps, 'title' | 'lead' | 'acts'>, ListProps<Data> {
  /** Above the filters: what somebody should see first. */
  notices?: ReactNode
  /** One line of filters; they live in the address. */
  filters?: ReactNode
}

/** A page that is a list: title with count, filters, and the list in each of its states. */
export function ListPage<Data extends Listed>(props: ListPageProps<Data>) {
  const { title, lead, acts, notices, filters, ...list } = props
  const { data } = props.query
  return (
    <Page
      fills
      title={title}
      lead={lead}
      acts={acts}
      count={data && messages.list.total(data.total, data.total_is_exact ?? true)}
    >
      {notices}
      {filters && <div className="flex flex-wrap items-center gap-2">{filters}</div>}
      <List {...list} />
    </Page>
  )
}
