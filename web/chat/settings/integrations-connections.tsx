import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, Plug } from 'lucide-react'
import { useState } from 'react'
import { beginAuthorization, endConnection, listConnectable } from '#chatapp/integrations/contract.ts'
import type { Connectable, ConnectionState } from '#chatapp/integrations/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { hrefOf } from '../../ui/href.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { relativeTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../api/client.ts'
import { common } from '../messages.ts'
import { connectionStates } from '../../ui/messages.ts'
import { integrationMessages as texts } from './integrations-messages.ts'

export function ConnectionSettings({ problem, isAdmin }: { problem: string | undefined; isAdmin: boolean }) {
  const client = useQueryClient()
  const known = useQuery({
    queryKey: ['connectable'],
    queryFn: ({ signal }) => call(listConnectable, { signal }),
    refetchOnWindowFocus: true,
  })
  const [asking, setAsking] = useState<Connectable | null>(null)
  const ending = useMutation({
    mutationFn: ({ provider: name }: Connectable) =>
      call(endConnection, { params: { name }, query: { report: 'true' } }),
    onSuccess: (ended, { name }) =>
      toast(
        ended !== true && ended.revoked === 'failed'
          ? { text: texts.disconnectedHere(name), failure: true }
          : { text: texts.disconnected(name) },
      ),
    onSettled: () => {
      setAsking(null)
      return client.invalidateQueries({ queryKey: ['connectable'] })
    },
  })
  const failure = known.error ?? ending.error
  return (
    <div className="flex flex-col gap-4">
      <p className="text-14 text-muted">{texts.connectionsText}</p>
      {problem && <Notice kind="failure">{problem}</Notice>}
      {failure && (
        <Notice kind="failure" actions={<Button onClick={() => void known.refetch()}>{common.retry}</Button>}>
          {errorText(failure)}
        </Notice>
      )}
      {known.isPending && <Skeleton className="h-32 w-full rounded-l" />}
      {known.data?.length === 0 && (
        <Empty icon={<Plug aria-hidden />} title={texts.none}>
          {isAdmin ? texts.noneTextAdmin : texts.noneText}
        </Empty>
      )}
      {known.data && known.data.length > 0 && (
        <ul
          aria-label={texts.connectionsList}
          className="divide-y divide-line overflow-hidden rounded-l border border-line bg-raised"
        >
          {known.data.map((one) => (
            <Row key={one.provider} one={one} onEnd={() => setAsking(one)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={texts.disconnectTitle(asking?.name ?? '')}
        confirmLabel={texts.disconnect}
        cancelLabel={texts.cancel}
        busy={ending.isPending}
        onConfirm={() => ending.mutate(asking!)}
      >
        {texts.disconnectText}
      </ConfirmDialog>
    </div>
  )
}

function Row({ one, onEnd }: { one: Connectable; onEnd(): void }) {
  const { name, connection, meta } = one
  const needsPerson = connection !== null && connection.state !== 'healthy'
  const facts = factsOf(one)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 ps-4 pe-2">
      <div className={needsPerson ? 'basis-full' : 'min-w-48 flex-1'}>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 text-14 font-medium break-words">{name}</span>
          {connection && <StateBadge state={connection.state} />}
        </p>
        {meta.description && <p className="text-13 break-words text-muted">{meta.description}</p>}
        {facts && <p className="text-12 break-words text-muted">{facts}</p>}
        {connection && needsPerson && (
          <p className="mt-0.5 text-13 break-words">
            {connection.state === 'scope_missing'
              ? texts.missing(connection.missing_scopes.join(', '))
              : connection.state !== 'healthy' && texts.help[connection.state]}
          </p>
        )}
      </div>
      <div className="flex items-center gap-1">
        {(!connection || needsPerson) && (
          <Button
            look={needsPerson && connection.state !== 'misconfigured' ? 'primary' : 'plain'}
            aria-label={connection ? texts.reconnectOne(name) : texts.connectOne(name)}
            onClick={() => window.location.assign(authorizeAddress(one.provider))}
          >
            {connection ? texts.reconnect : texts.connect}
          </Button>
        )}
        {connection && (
          <Button look="quiet" aria-label={texts.disconnectOne(name)} onClick={onEnd}>
            {texts.disconnect}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Scopes of the sign-in protocol, which grant no access to data. */
const PLUMBING = new Set(['openid', 'offline_access'])

function factsOf({ connection, scopes }: Connectable): string {
  if (!connection) return scopes.length > 0 ? texts.asks(scopes.join(', ')) : ''
  const granted = connection.scopes.filter((scope) => !PLUMBING.has(scope))
  return [
    texts.since(relativeTime(connection.created_at)),
    ...(connection.expires_at === null || connection.state === 'revoked'
      ? []
      : [texts.ends(relativeTime(connection.expires_at))]),
    ...(granted.length > 0 ? [texts.granted(granted.join(', '))] : []),
  ].join(' · ')
}

const BADGES: Record<ConnectionState, { tone: Tone; Icon: typeof Clock }> = {
  healthy: { tone: 'ok', Icon: CircleCheck },
  expiring: { tone: 'warn', Icon: Clock },
  expired: { tone: 'danger', Icon: CircleAlert },
  revoked: { tone: 'danger', Icon: CircleAlert },
  scope_missing: { tone: 'warn', Icon: CircleAlert },
  misconfigured: { tone: 'danger', Icon: CircleAlert },
}

function StateBadge({ state }: { state: ConnectionState }) {
  const { tone, Icon } = BADGES[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {connectionStates[state]}
    </Badge>
  )
}

const authorizeAddress = (name: string): string =>
  hrefOf(beginAuthorization, { params: { name }, query: { from: 'settings' } })
