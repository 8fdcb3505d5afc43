import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { Budget } from '#core/usage/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { When } from '../../ui/when.tsx'
import { errorText } from '../kit/api.ts'
import { budgets as texts } from './messages.ts'
import { amountText, subjectText } from './amount.ts'
import { useChangeBudget } from './queries.ts'
import { UsedBar } from './used-bar.tsx'

export interface BudgetTableProps {
  hub: string
  label: string
  items: readonly Budget[]
  onEdit(budget: Budget): void
}

export function BudgetTable({ hub, label, items, onEdit }: BudgetTableProps) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <HeadCell>{texts.of}</HeadCell>
          <HeadCell className="@max-xl:hidden">{texts.each}</HeadCell>
          <HeadCell number className="@max-xl:hidden">
            {texts.limit}
          </HeadCell>
          <HeadCell>{texts.usage}</HeadCell>
          <HeadCell className="@max-2xl:hidden">{texts.anew}</HeadCell>
          <HeadCell className="@max-2xl:hidden">{texts.setBy}</HeadCell>
          <HeadCell className="w-10">
            <span className="sr-only">{texts.edit}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {items.map((budget) => (
          <BudgetRow key={keyOf(budget)} hub={hub} budget={budget} onEdit={onEdit} />
        ))}
      </tbody>
    </Table>
  )
}

const keyOf = ({ scope, subject, period, unit }: Budget) => [scope, subject, period, unit].join(' ')

function BudgetRow({ hub, budget, onEdit }: Pick<BudgetTableProps, 'hub' | 'onEdit'> & { budget: Budget }) {
  const change = useChangeBudget(hub)
  const { scope, subject, period, unit, limit, environment_limit } = budget
  const name = subjectText(budget)
  const remove = () =>
    change.mutate(
      { scope, subject, period, unit, remove: true },
      {
        onSuccess: () => toast({ text: texts.removed }),
        onError: (error) => toast({ text: errorText(error), failure: true }),
      },
    )
  return (
    <Row>
      <Cell className="font-medium @max-xl:w-full @max-xl:max-w-0">
        <span dir="auto" className="block truncate @xl:max-w-64" title={name}>
          {name}
        </span>
        <span className="block text-12 font-normal text-muted @xl:hidden">
          {texts.narrow(texts.periods[period], limit === null ? texts.noLimit : amountText(unit, limit))}
        </span>
        {scope === 'person' && subject === null && (
          <span className="block text-12 font-normal text-faint @max-2xl:hidden">{texts.ownToo}</span>
        )}
      </Cell>
      <Cell className="@max-xl:hidden">{texts.periods[period]}</Cell>
      <Cell number className="whitespace-nowrap @max-xl:hidden">
        {limit === null ? texts.noLimit : amountText(unit, limit)}
      </Cell>
      <Cell>
        <UsedBar budget={budget} />
      </Cell>
      <Cell className="text-muted @max-2xl:hidden">
        <When at={budget.resets_at} />
      </Cell>
      <Cell className="text-muted @max-2xl:hidden">
        {budget.set_by ?? texts.environment}
        {budget.set_at && (
          <span className="block text-12 text-faint">
            <When at={budget.set_at} />
          </span>
        )}
      </Cell>
      <Cell className="text-end @max-xl:px-1">
        <Menu
          trigger={
            <IconButton label={texts.acts(name)}>
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onEdit(budget)}>
            {texts.edit}
          </MenuItem>
          {budget.source === 'console' && (
            <MenuItem icon={<Trash2 aria-hidden />} onSelect={remove}>
              {environment_limit === null
                ? texts.remove
                : texts.removeToEnvironment(amountText(unit, environment_limit))}
            </MenuItem>
          )}
        </Menu>
      </Cell>
    </Row>
  )
}
