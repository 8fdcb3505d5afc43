import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Ellipsis, Pencil, Trash2, UserMinus, UserPlus, UserX, UsersRound } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { AnswerOf } from '#ground/api/contract.ts'
import type { readGroup } from '#features/administration/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PersonField } from '../kit/person-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AboveRow, DataTable, rowLinkClass } from '../../ui/table.tsx'
import { errorText, hasCode } from '../kit/api.ts'
import { BackLink } from '../kit/back-link.tsx'
import { ListFailure, ListSkeleton } from '../kit/list.tsx'
import { common } from '../kit/messages.ts'
import { PageFrame, useTitleOf } from '../kit/page.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { groups } from './messages.ts'
import { groupQuery, useGroupMembers, useRemoveGroup } from './queries.ts'

const route = getRouteApi('/shell/web-chat/groups/$group')

type Shown = AnswerOf<typeof readGroup>

export function GroupPage() {
  const { group: id } = route.useParams()
  const query = useQuery(groupQuery(id))
  const { data, error } = query
  return (
    <PageFrame
      title={data?.group.name ?? groups.missing}
      above={<BackLink to="/web-chat/groups">{useTitleOf('/web-chat/groups')}</BackLink>}
      lead={data?.group.description || undefined}
      acts={data && data.locked_by === null && <GroupActs page={data} />}
    >
      {hasCode(error, 'not_found') ? (
        <Empty icon={<UserX aria-hidden />} title={groups.missing}>
          {groups.missingText}
        </Empty>
      ) : error && !data ? (
        <ListFailure error={error} onRetry={() => void query.refetch()} />
      ) : data ? (
        <Members page={data} />
      ) : (
        <ListSkeleton rows={4} />
      )}
    </PageFrame>
  )
}

function GroupActs({ page: { group } }: { page: Shown }) {
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null)
  const navigate = route.useNavigate()
  const remove = useRemoveGroup(() => void navigate({ to: '/web-chat/groups' }))
  const close = () => setAsked(null)
  return (
    <>
      <Menu trigger={<Button icon={<Ellipsis aria-hidden />}>{common.acts}</Button>}>
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAsked('rename')}>
          {groups.rename}
        </MenuItem>
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setAsked('delete')}>
          {groups.delete}
        </MenuItem>
      </Menu>
      {asked === 'rename' && <GroupDialog group={group} onClose={close} />}
      <ConfirmDialog
        open={asked === 'delete'}
        onClose={close}
        title={groups.deleteTitle(group.name)}
        confirmLabel={groups.deleteAct}
        cancelLabel={common.cancel}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(group.id, { onSettled: close })}
      >
        {groups.deleteText}
      </ConfirmDialog>
    </>
  )
}

function Members({ page: { group, members, locked_by: lock } }: { page: Shown }) {
  const change = useGroupMembers(group.id)
  return (
    <>
      {lock ? <Notice kind="info">{groups.locked(lock)}</Notice> : <AddMember group={group.id} />}
      {members.length === 0 ? (
        <Empty icon={<UsersRound aria-hidden />} title={groups.noMembers}>
          {groups.noMembersText}
        </Empty>
      ) : (
        <DataTable
          label={groups.members}
          items={members}
          keyOf={({ email }) => email}
          columns={[
            {
              head: groups.members,
              className: 'max-w-48 sm:max-w-80',
              cell: ({ email, name }) => (
                <>
                  <Link
                    to="/people/$subject"
                    params={{ subject: email }}
                    dir="auto"
                    className={`${rowLinkClass} block truncate`}
                  >
                    {name}
                  </Link>
                  <span dir="auto" className="block truncate text-12 text-faint">
                    {email}
                  </span>
                </>
              ),
            },
            {
              head: common.acts,
              quiet: true,
              className: 'w-14 text-end',
              cell: ({ email, name }) =>
                lock === null && (
                  <AboveRow>
                    <IconButton
                      label={groups.takeOut(name)}
                      disabled={change.isPending}
                      onClick={() => change.mutate({ remove: [email] })}
                    >
                      <UserMinus aria-hidden />
                    </IconButton>
                  </AboveRow>
                ),
            },
          ]}
        />
      )}
      {change.error && <Notice kind="failure">{errorText(change.error)}</Notice>}
    </>
  )
}

function AddMember({ group }: { group: string }) {
  const [email, setEmail] = useState('')
  const { mutate, error, isPending, reset } = useGroupMembers(group)
  function submit(event: FormEvent) {
    event.preventDefault()
    mutate({ add: [email.trim()] }, { onSuccess: () => setEmail('') })
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <PersonField
        className="w-full sm:w-80"
        label={groups.addMember}
        required
        value={email}
        error={error ? errorText(error) : null}
        onChange={(next) => {
          setEmail(next)
          reset()
        }}
      />
      <Button type="submit" icon={<UserPlus aria-hidden />} busy={isPending} className="min-h-10">
        {groups.add}
      </Button>
    </form>
  )
}
