import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { AccessItem, PermissionCatalog, PermissionEntry } from '#core/access/schema.ts'
import { cx } from '../../ui/cx.ts'
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx'
import { tooltip } from '../../ui/tooltips.ts'
import { hubs } from './messages.ts'
import { common } from '../kit/messages.ts'
import { people } from '../people/messages.ts'
import { permissionLabel } from '../access/permissions.tsx'
import { PersonStatus } from '../people/person-status.tsx'
import { AccessReasons } from './access-reasons.tsx'
import { cellState } from './cell-state.ts'
import type { Draft, Edit, Holder } from './draft.ts'
import { MatrixCell } from './matrix-cell.tsx'

export interface MatrixProps {
  label: string
  items: readonly AccessItem[]
  catalog: PermissionCatalog
  draft: Draft
  stale: boolean
  onToggle(holder: Holder, permission: string): void
}

/** People down, permissions across, grouped as the Hub's catalogue groups them. */
export function Matrix({ label, items, catalog, draft, stale, onToggle }: MatrixProps) {
  const groups = [...Map.groupBy(catalog.items, ({ group }) => group)]
  const permissions = groups.flatMap(([, entries]) => entries)
  return (
    <Table label={label} stale={stale}>
      <MatrixHead groups={groups} catalog={catalog} />
      {/* The cells have the keys; here they arrive. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <tbody onKeyDown={moveBetweenCells}>
        {items.map((item) => (
          <MatrixRow
            key={item.subject}
            item={item}
            edit={draft.people.get(item.subject)}
            permissions={permissions}
            catalog={catalog}
            onToggle={onToggle}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface MatrixHeadProps {
  groups: readonly (readonly [string, readonly PermissionEntry[]])[]
  catalog: PermissionCatalog
}

const MatrixHead = ({ groups, catalog }: MatrixHeadProps) => (
  <thead className="sticky top-0 z-20">
    <tr>
      <HeadCell rowSpan={2} className="start-0 z-20 min-w-44 @2xl:min-w-64">
        {people.person}
      </HeadCell>
      {groups.map(([group, entries]) => (
        <HeadCell key={group} scope="colgroup" colSpan={entries.length} className="h-7 border-s text-center!">
          {group}
        </HeadCell>
      ))}
      <HeadCell rowSpan={2} className="w-10 border-s">
        <span className="sr-only">{hubs.reasons}</span>
      </HeadCell>
    </tr>
    <tr>
      {groups.flatMap(([group, entries]) =>
        entries.map((entry, index) => (
          <HeadCell
            key={`${group} ${entry.name}`}
            className={cx('top-7! h-8 min-w-24 text-center! font-normal!', index === 0 && 'border-s')}
          >
            <PermissionHead entry={entry} catalog={catalog} />
          </HeadCell>
        )),
      )}
    </tr>
  </thead>
)

interface MatrixRowProps extends Pick<MatrixProps, 'catalog' | 'onToggle'> {
  item: AccessItem
  edit: Edit | undefined
  permissions: readonly PermissionEntry[]
}

function MatrixRow({ item, edit, permissions, catalog, onToggle }: MatrixRowProps) {
  const { subject, direct } = item
  const name = holderName(item)
  const states = permissions.map((permission) => cellState(item, permission, edit))
  const firstOpen = Math.max(
    0,
    states.findIndex(({ lock }) => lock === null),
  )
  return (
    <Row data-edited={edit ? '' : undefined} className="data-edited:bg-accent-soft">
      <HolderCell item={item} name={name} />
      {permissions.map((permission, index) => (
        <Cell key={permission.name} className="p-0 text-center">
          <MatrixCell
            state={states[index]!}
            person={name}
            permission={permissionLabel(permission.name, catalog)}
            tabbable={index === firstOpen}
            onToggle={() => onToggle({ subject, name, direct }, permission.name)}
          />
        </Cell>
      ))}
      <Cell className="p-0 text-center">
        <AccessReasons item={item} catalog={catalog} name={name} />
      </Cell>
    </Row>
  )
}

const HolderCell = ({ item: { subject, status, kind }, name }: { item: AccessItem; name: string }) => (
  <th
    scope="row"
    className="sticky start-0 z-10 h-11 max-w-44 border-b border-line bg-raised px-3 py-1.5 text-start font-normal group-hover:bg-[image:linear-gradient(var(--hover),var(--hover))] group-data-edited:bg-[image:linear-gradient(var(--accent-soft),var(--accent-soft))] group-last:border-b-0 @2xl:max-w-80"
  >
    <span className="flex items-center gap-2">
      <Link
        to="/people/$subject"
        params={{ subject }}
        className="min-w-0 truncate rounded-s font-medium hover:underline"
      >
        {name}
      </Link>
      {status !== 'active' && kind === 'person' && <PersonStatus status={status} />}
    </span>
    {name !== subject && <span className="block truncate text-12 text-faint">{subject}</span>}
  </th>
)

function PermissionHead({ entry, catalog }: { entry: PermissionEntry; catalog: PermissionCatalog }) {
  const label = permissionLabel(entry.name, catalog)
  if (entry.configured) return label
  const missing =
    entry.missing.length > 0 ? hubs.missingVariables(entry.missing.join(', ')) : hubs.notConfigured
  return (
    <span className="inline-flex items-center gap-1">
      {label}
      <button type="button" aria-label={missing} className="rounded-s text-warn" {...tooltip(missing)}>
        <TriangleAlert aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}

const holderName = ({ kind, name, subject }: AccessItem): string =>
  kind === 'everyone' ? people.everyone : (name ?? subject ?? common.none)

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

/** Arrows lead from cell to cell, as in a sheet. */
function moveBetweenCells(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const cell = event.target as HTMLElement
  if (!step || !cell.hasAttribute('data-cell')) return
  const rows = [...event.currentTarget.children].map((row) => [
    ...row.querySelectorAll<HTMLElement>('[data-cell]'),
  ])
  const row = rows.findIndex((cells) => cells.includes(cell))
  const next = rows[row + step[0]]?.[rows[row]!.indexOf(cell) + step[1]]
  if (!next) return
  event.preventDefault()
  next.focus()
}
