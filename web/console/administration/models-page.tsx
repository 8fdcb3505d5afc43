import { useQuery } from '@tanstack/react-query'
import { Bot, CircleCheck, CirclePause, Ellipsis, Pencil, Plus, Power, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ModelConnection, ModelConnections } from '#features/administration/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AboveRow, DataTable, rowLinkClass } from '../../ui/table.tsx'
import { ListPage } from '../kit/list.tsx'
import { common } from '../kit/messages.ts'
import { ConnectionDialog } from './connection-dialog.tsx'
import { administration, models } from './messages.ts'
import { modelsQuery, useRemoveConnection, useSwitchConnection } from './queries.ts'

type Asked = { act: 'add' } | { act: 'edit' | 'remove'; connection: ModelConnection }

export function ModelsPage() {
  const query = useQuery(modelsQuery)
  const [asked, setAsked] = useState<Asked | null>(null)
  const list = query.data && { ...query.data, total: query.data.items.length }
  const close = () => setAsked(null)
  const add = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setAsked({ act: 'add' })}>
      {models.add}
    </Button>
  )
  return (
    <>
      <ListPage
        lead={models.lead}
        acts={add}
        notices={query.data && !query.data.is_on && <Notice kind="attention">{models.off}</Notice>}
        query={{ ...query, data: list, refetch: query.refetch }}
        filtered={false}
        empty={
          <Empty icon={<Bot aria-hidden />} title={models.empty} action={add}>
            {models.emptyText}
          </Empty>
        }
      >
        {(shown) => <ConnectionTable list={shown} onAsk={setAsked} />}
      </ListPage>
      {query.data && asked && asked.act !== 'remove' && (
        <ConnectionDialog
          revision={query.data.revision}
          connection={asked.act === 'edit' ? asked.connection : null}
          onClose={close}
        />
      )}
      {query.data && asked?.act === 'remove' && (
        <RemoveDialog list={query.data} connection={asked.connection} onClose={close} />
      )}
    </>
  )
}

interface ConnectionTableProps {
  list: ModelConnections
  onAsk(action: Asked): void
}

function ConnectionTable({ list, onAsk }: ConnectionTableProps) {
  return (
    <DataTable
      label={models.table}
      items={list.items}
      keyOf={({ place }) => place}
      columns={[
        {
          head: models.url,
          className: 'max-w-48 sm:max-w-80',
          cell: (connection) => (
            <>
              <button
                type="button"
                dir="auto"
                className={`${rowLinkClass} block max-w-full truncate`}
                onClick={() => onAsk({ act: 'edit', connection })}
              >
                {connection.url}
              </button>
              {connection.headers.length > 0 && (
                <span dir="auto" className="block truncate text-12 text-faint">
                  {models.headers(connection.headers)}
                </span>
              )}
            </>
          ),
        },
        { head: models.state, cell: ({ enabled }) => <State enabled={enabled} /> },
        {
          head: models.keyColumn,
          from: 'xl',
          className: 'text-muted',
          cell: ({ has_key: hasKey }) => (hasKey ? models.stored : models.none),
        },
        {
          head: models.prefix,
          from: '2xl',
          className: 'text-muted',
          cell: ({ prefix }) => prefix || models.none,
        },
        {
          head: models.modelIds,
          from: '2xl',
          className: 'text-muted',
          cell: ({ model_ids: ids }) => (ids.length > 0 ? models.someModels(ids.length) : models.allModels),
        },
        {
          head: common.acts,
          quiet: true,
          className: 'w-14 text-end',
          cell: (connection) => (
            <ConnectionMenu connection={connection} revision={list.revision} onAsk={onAsk} />
          ),
        },
      ]}
    />
  )
}

const State = ({ enabled }: { enabled: boolean }) =>
  enabled ? (
    <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
      {models.on}
    </Badge>
  ) : (
    <Badge icon={<CirclePause aria-hidden />}>{models.isOff}</Badge>
  )

interface ConnectionMenuProps {
  connection: ModelConnection
  revision: string
  onAsk(action: Asked): void
}

function ConnectionMenu({ connection, revision, onAsk }: ConnectionMenuProps) {
  const change = useSwitchConnection()
  const { place, enabled } = connection
  return (
    <AboveRow>
      <Menu
        trigger={
          <IconButton label={administration.actsFor(connection.url)}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAsk({ act: 'edit', connection })}>
          {models.edit}
        </MenuItem>
        <MenuItem
          icon={<Power aria-hidden />}
          onSelect={() => change.mutate({ place, expected_revision: revision, enabled: !enabled })}
        >
          {enabled ? models.switchOff : models.switchOn}
        </MenuItem>
        <MenuLine />
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => onAsk({ act: 'remove', connection })}>
          {models.remove}
        </MenuItem>
      </Menu>
    </AboveRow>
  )
}

interface RemoveDialogProps {
  list: ModelConnections
  connection: ModelConnection
  onClose(): void
}

function RemoveDialog({ list, connection, onClose }: RemoveDialogProps) {
  const remove = useRemoveConnection()
  const { place, url } = connection
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={models.removeTitle}
      confirmLabel={models.removeAct}
      cancelLabel={common.cancel}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ place, revision: list.revision }, { onSettled: onClose })}
    >
      {models.removeText(url)}
    </ConfirmDialog>
  )
}
