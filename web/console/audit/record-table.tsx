import { useState, type ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { AboveRow, DataTable, rowLinkClass, type Column, type TableOrder } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { audit } from './messages.ts'
import { RecordDialog, type Fact } from './record-dialog.tsx'

interface LedgerRecord {
  id: number
  at: string
  hash: string
}

export interface RecordTableProps<Entry extends LedgerRecord> {
  label: string
  stale: boolean
  order?: TableOrder
  items: readonly Entry[]
  link: {
    head: string
    text(record: Entry): string
    beside?(record: Entry): ReactNode
    below?(record: Entry): ReactNode
    className?: string
  }
  columns: readonly Column<Entry>[]
  factsOf(record: Entry): readonly Fact[]
}

export function RecordTable<Entry extends LedgerRecord>(props: RecordTableProps<Entry>) {
  const { label, stale, order, items, link, columns, factsOf } = props
  const [shown, setShown] = useState<Entry | null>(null)
  return (
    <>
      <DataTable
        label={label}
        stale={stale}
        order={order}
        items={items}
        keyOf={({ id }) => id}
        columns={[
          {
            head: audit.when,
            sort: 'at',
            className: 'whitespace-nowrap text-muted',
            cell: ({ at }) => (
              <AboveRow>
                <When at={at} />
              </AboveRow>
            ),
          },
          {
            head: link.head,
            className: cx(link.className, '@max-xl:w-full @max-xl:max-w-0'),
            cell: (record) => (
              <>
                <button
                  type="button"
                  dir="auto"
                  className={`${rowLinkClass} max-w-full truncate`}
                  onClick={() => setShown(record)}
                >
                  {link.text(record)}
                </button>
                {link.beside?.(record)}
                {link.below && (
                  <span className="block truncate text-12 text-muted @xl:hidden">{link.below(record)}</span>
                )}
              </>
            ),
          },
          ...columns,
        ]}
      />
      {shown && (
        <RecordDialog
          title={audit.record(shown.id)}
          at={shown.at}
          hash={shown.hash}
          facts={factsOf(shown)}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}
