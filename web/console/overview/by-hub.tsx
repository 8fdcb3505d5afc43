import { Link } from '@tanstack/react-router'
import type { Summary } from '#usage/schema.ts'
import { Cell, HeadCell, Row, rowLinkClass, Table } from '../../ui/table.tsx'
import { messages } from '../messages.ts'
import { count, money } from './numbers.ts'

const { overview, hubs } = messages

/** What each Hub came to; its share of the cost, or of the tokens while no price is known, as a bar. */
export function ByHub({ hubs: rows }: { hubs: Summary['hubs'] }) {
  const weigh = (hub: Summary['hubs'][number]) => hub.cost_usd ?? 0
  const hasCost = rows.some((hub) => weigh(hub) > 0)
  const weight = (hub: Summary['hubs'][number]) => (hasCost ? weigh(hub) : hub.tokens)
  const most = Math.max(1e-9, ...rows.map(weight))
  const sorted = rows.toSorted((one, other) => weight(other) - weight(one))
  return (
    <section aria-labelledby="by-hub" className="flex min-w-0 flex-col gap-2">
      <h2 id="by-hub" className="font-semibold">
        {hasCost ? overview.costByHub : overview.usageByHub}
      </h2>
      <Table label={overview.usageByHub}>
        <thead>
          <tr>
            <HeadCell>{hubs.hub}</HeadCell>
            <HeadCell className="w-1/4 @max-xl:hidden">
              <span className="sr-only">{overview.share}</span>
            </HeadCell>
            <HeadCell number>{overview.figures.cost_usd}</HeadCell>
            <HeadCell number>{overview.figures.tokens}</HeadCell>
            <HeadCell number className="@max-xl:hidden">
              {overview.figures.messages}
            </HeadCell>
            <HeadCell number className="@max-2xl:hidden">
              {overview.runs}
            </HeadCell>
            <HeadCell number className="@max-2xl:hidden">
              {overview.missed}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {sorted.map((hub) => (
            <Row key={hub.hub}>
              <Cell className="max-w-56">
                <Link
                  to="/"
                  search={(before) => ({ ...before, hub: hub.hub })}
                  className={`${rowLinkClass} block truncate`}
                >
                  {hub.name}
                </Link>
              </Cell>
              <Cell className="@max-xl:hidden">
                <div aria-hidden className="h-2 rounded-full bg-selected">
                  <div
                    className="h-2 rounded-full bg-chart-1"
                    style={{ width: `${(weight(hub) / most) * 100}%` }}
                  />
                </div>
              </Cell>
              <Cell number>{hub.cost_usd === null ? '–' : money(hub.cost_usd)}</Cell>
              <Cell number>{count(hub.tokens)}</Cell>
              <Cell number className="@max-xl:hidden">
                {count(hub.messages)}
              </Cell>
              <Cell number className="@max-2xl:hidden">
                {count(hub.runs)}
              </Cell>
              <Cell number className="@max-2xl:hidden">
                {count(hub.missed_slots)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
