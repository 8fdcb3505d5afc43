import { Link } from '@tanstack/react-router'
import { ArrowUp, TriangleAlert } from 'lucide-react'
import type { AccessItem, PermissionCatalog, PermissionEntry } from '#core/access/schema.ts'
import { listed } from '../../ui/language.ts'
import { cx } from '../../ui/cx.ts'
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx'
import { tooltip } from '../../ui/tooltips.ts'
import { hubs } from './messages.ts'
import { people } from '../people/messages.ts'
import { permissionGroup, permissionLabel } from '../access/permissions.tsx'
import { PersonStatus } from '../people/person-status.tsx'
import { AccessReasons } from './access-reasons.tsx'
import { cellState } from './cell-state.ts'
import type { AccessDraft, Edit, PermissionHolder } from './draft.ts'
import { holderName, holderOf } from './holder.ts'
import { MatrixCell } from './matrix-cell.tsx'
import { useRoving } from './roving.ts'

export interface MatrixProps {
  label: string
  items: readonly AccessItem[]
  catalog: PermissionCatalog
  draft: AccessDraft
  stale: boolean
  onToggle(holder: PermissionHolder, permission: string): void
  onEnd(holder: PermissionHolder, wanted: { permission: string; end: string | null }): void
  selected: ReadonlySet<string>
  onSelect(subjects: readonly string[], selected: boolean): void
  first: string | undefined
  onFirst(permission: string | undefined): void
}

export function Matrix(props: MatrixProps) {
  const { label, items, catalog, draft, stale, selected, onToggle, onEnd, onSelect, first, onFirst } = props
  const roving = useRoving()
  const groups = [...Map.groupBy(catalog.items, permissionGroup)]
  const permissions = groups.flatMap(([, entries]) => entries)
  return (
    <Table label={label} stale={stale}>
      <MatrixHead
        groups={groups}
        catalog={catalog}
        first={first}
        onFirst={onFirst}
        isAllSelected={items.every(({ subject }) => selected.has(subject))}
        onSelectAll={(all) =>
          onSelect(
            items.map(({ subject }) => subject),
            all,
          )
        }
      />
      {/* Keydown events bubble from the cells. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <tbody {...roving}>
        {items.map((item) => (
          <MatrixRow
            key={item.subject}
            item={item}
            edit={draft.people.get(item.subject)}
            end={draft.end}
            permissions={permissions}
            catalog={catalog}
            onToggle={onToggle}
            onEnd={onEnd}
            isSelected={selected.has(item.subject)}
            onSelect={onSelect}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface MatrixHeadProps extends Pick<MatrixProps, 'first' | 'onFirst'> {
  isAllSelected: boolean
  onSelectAll(all: boolean): void
  groups: readonly (readonly [string, readonly PermissionEntry[]])[]
  catalog: PermissionCatalog
}

const MatrixHead = ({ groups, catalog, first, onFirst, isAllSelected, onSelectAll }: MatrixHeadProps) => (
  <thead className="sticky top-0 z-20">
    <tr>
      <HeadCell rowSpan={2} className="start-0 z-20 min-w-44 @2xl:min-w-64">
        <span className="flex items-center gap-2">
          <SelectBox label={hubs.selectAll} checked={isAllSelected} onChange={onSelectAll} />
          {people.person}
        </span>
      </HeadCell>
      {groups.map(([group, entries]) => (
        <HeadCell key={group} scope="colgroup" colSpan={entries.length} className="h-7 border-s">
          {/* The group's title stays visible while the table scrolls over the group's columns. */}
          <span className="sticky start-47 @2xl:start-83">{group}</span>
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
            aria-sort={first === entry.name ? 'descending' : undefined}
            className={cx('top-7! h-8 min-w-24 text-center! font-normal!', index === 0 && 'border-s')}
          >
            <PermissionHead
              entry={entry}
              catalog={catalog}
              isFirst={first === entry.name}
              onFirst={() => onFirst(first === entry.name ? undefined : entry.name)}
            />
          </HeadCell>
        )),
      )}
    </tr>
  </thead>
)

interface MatrixRowProps extends Pick<MatrixProps, 'catalog' | 'onToggle' | 'onEnd' | 'onSelect'> {
  isSelected: boolean
  item: AccessItem
  edit: Edit | undefined
  end: string | null
  permissions: readonly PermissionEntry[]
}

function MatrixRow(props: MatrixRowProps) {
  const { item, edit, end, permissions, catalog, onToggle, onEnd, isSelected, onSelect } = props
  const { subject } = item
  const name = holderName(item)
  const states = permissions.map((permission) => cellState(item, permission, edit, end))
  return (
    <Row data-edited={edit ? '' : undefined} className="data-edited:bg-accent-soft">
      <HolderCell
        item={item}
        name={name}
        isSelected={isSelected}
        onSelect={(selected) => onSelect([subject], selected)}
      />
      {permissions.map((permission, index) => (
        <Cell key={permission.name} className="p-0 text-center">
          <MatrixCell
            state={states[index]!}
            person={name}
            permission={permissionLabel(permission.name, catalog)}
            onToggle={() => onToggle(holderOf(item), permission.name)}
          />
        </Cell>
      ))}
      <Cell className="p-0 text-center">
        <AccessReasons
          item={item}
          catalog={catalog}
          name={name}
          edit={edit}
          onEnd={(wanted) => onEnd(holderOf(item), wanted)}
        />
      </Cell>
    </Row>
  )
}

interface HolderCellProps {
  item: AccessItem
  name: string
  isSelected: boolean
  onSelect(selected: boolean): void
}

const HolderCell = ({ item: { subject, status, kind }, name, isSelected, onSelect }: HolderCellProps) => (
  <th
    scope="row"
    className="sticky start-0 z-10 h-11 max-w-44 border-b border-line bg-raised px-3 py-1.5 text-start font-normal group-hover:bg-[image:linear-gradient(var(--hover),var(--hover))] group-data-edited:bg-[image:linear-gradient(var(--accent-soft),var(--accent-soft))] group-last:border-b-0 @2xl:max-w-80"
  >
    <span className="flex items-center gap-2">
      <SelectBox label={hubs.select(name)} checked={isSelected} onChange={onSelect} isCell />
      <Link
        to="/people/$subject"
        params={{ subject }}
        data-cell
        tabIndex={-1}
        dir="auto"
        className="min-w-0 truncate rounded-s font-medium hover:underline"
      >
        {name}
      </Link>
      {status !== 'active' && kind === 'person' && <PersonStatus status={status} />}
    </span>
    {name !== subject && (
      <span dir="auto" className="block truncate ps-6 text-12 text-faint">
        {subject}
      </span>
    )}
  </th>
)

interface SelectBoxProps {
  label: string
  checked: boolean
  onChange(checked: boolean): void
  isCell?: boolean
}

/** The label is larger than the box, so that a finger finds it. */
const SelectBox = ({ label, checked, onChange, isCell = false }: SelectBoxProps) => (
  <label className="flex size-4 shrink-0 items-center justify-center pointer-coarse:-m-3.5 pointer-coarse:size-hit">
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      className="size-4 accent-accent"
      {...(isCell && { 'data-cell': true, tabIndex: -1 })}
    />
  </label>
)

interface PermissionHeadProps {
  entry: PermissionEntry
  catalog: PermissionCatalog
  isFirst: boolean
  onFirst(): void
}

function PermissionHead({ entry, catalog, isFirst, onFirst }: PermissionHeadProps) {
  const label = permissionLabel(entry.name, catalog)
  const head = (
    <button
      type="button"
      aria-pressed={isFirst}
      onClick={onFirst}
      className={cx(
        'inline-flex min-h-8 items-center gap-1 rounded-s px-1 hover:underline pointer-coarse:min-h-hit',
        isFirst && 'font-medium text-accent-text',
      )}
      {...tooltip(hubs.firstBy(label))}
    >
      {label}
      {isFirst && <ArrowUp aria-hidden className="size-3.5" />}
    </button>
  )
  if (entry.configured) return head
  const missing = entry.missing.length > 0 ? hubs.missingVariables(listed(entry.missing)) : hubs.notConfigured
  return (
    <span className="inline-flex items-center gap-1">
      {head}
      <button
        type="button"
        aria-label={missing}
        className="inline-flex size-6 items-center justify-center rounded-s text-warn pointer-coarse:h-hit pointer-coarse:w-8"
        {...tooltip(missing)}
      >
        <TriangleAlert aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}
