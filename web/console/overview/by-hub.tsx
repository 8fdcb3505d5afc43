import { Link } from '@tanstack/react-router'
import type { Summary } from '#core/usage/schema.ts'
import { DataTable, rowLinkClass, type Column } from '../../ui/table.tsx'
import { overview } from './messages.ts'
import { count, money } from '../kit/numbers.ts'

type Row = Summary['hubs'][number]

export function ByHub({ hubs: rows }: { hubs: readonly Row[] }) {
  const weigh = (hub: Row) => hub.cost_usd ?? 0
  const hasCost = rows.some((hub) => weigh(hub) > 0)
  const weight = (hub: Row) => (hasCost ? weigh(hub) : hub.tokens)
  const most = Math.max(1e-9, ...rows.map(weight))
  const sorted = rows.toSorted((one, other) => weight(other) - weight(one))
  const share: Column<Row> = {
    head: overview.share,
    quiet: true,
    from: 'xl',
    className: 'w-1/4',
    cell: (hub) => <Share part={weight(hub) / most} />,
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h2 className="font-semibold">{hasCost ? overview.costByHub : overview.usageByHub}</h2>
      <DataTable
        label={overview.usageByHub}
        items={sorted}
        keyOf={({ hub }) => hub}
        columns={[
          {
            head: overview.hub,
            className: 'max-w-56',
            cell: ({ hub, name }) => (
              <Link
                to="/"
                search={(before) => ({ ...before, hub })}
                dir="auto"
                className={`${rowLinkClass} block truncate`}
              >
                {name}
              </Link>
            ),
          },
          ...(rows.length > 1 ? [share] : []),
          {
            head: overview.figures.cost_usd,
            number: true,
            cell: ({ cost_usd: cost }) => (cost === null ? '–' : money(cost)),
          },
          { head: overview.figures.tokens, number: true, cell: ({ tokens }) => count(tokens) },
          { head: overview.figures.messages, from: 'xl', number: true, cell: (hub) => count(hub.messages) },
          { head: overview.runs, from: '2xl', number: true, cell: ({ runs }) => count(runs) },
          { head: overview.missed, from: '2xl', number: true, cell: (hub) => count(hub.missed_slots) },
        ]}
      />
    </div>
  )
}

const Share = ({ part }: { part: number }) => (
  <div aria-hidden className="h-2 rounded-full bg-selected">
    <div className="h-2 rounded-full bg-chart-1" style={{ width: `${part * 100}%` }} />
  </div>
)
