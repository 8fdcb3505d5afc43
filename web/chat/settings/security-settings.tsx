import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, LogOut, Monitor, Smartphone, Terminal } from 'lucide-react'
import { useState } from 'react'
import { endOtherSessions, endSession, listSessions } from '#chatapp/accounts/sessions/sign-ins/contract.ts'
import type { SessionView } from '#chatapp/accounts/sessions/sign-ins/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { exactTime, relativeTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../api/client.ts'
import { common } from '../messages.ts'
import { signInTexts as texts } from './sign-in-messages.ts'

const QUERY_KEY = ['sessions']

export function SecuritySettings() {
  const { known, ending, endingOthers } = useSessions()
  const [asking, setAsking] = useState<SessionView | 'others' | null>(null)
  const one = asking === 'others' ? null : asking
  const others = known.data ? known.data.total - known.data.items.filter((it) => it.is_current).length : 0
  const close = () => setAsking(null)
  return (
    <section aria-labelledby="sessions" className="flex flex-col gap-4">
      <div>
        <h3 id="sessions" className="text-14 font-medium">
          {texts.title}
        </h3>
        <p className="text-14 text-muted">{known.data && others === 0 ? texts.alone : texts.text}</p>
      </div>
      {known.error && (
        <Notice kind="failure" actions={<Button onClick={() => void known.refetch()}>{common.retry}</Button>}>
          {errorText(known.error)}
        </Notice>
      )}
      {known.isPending && <Skeleton className="h-32 w-full rounded-l" />}
      {known.data && (
        <>
          <ul
            aria-label={texts.list}
            className="divide-y divide-line overflow-hidden rounded-l border border-line bg-raised"
          >
            {known.data.items.map((session) => (
              <Row key={session.id} session={session} onEnd={() => setAsking(session)} />
            ))}
          </ul>
          {known.data.total > known.data.items.length && (
            <p className="text-13 text-muted">{texts.more(known.data.total - known.data.items.length)}</p>
          )}
          {others > 0 && (
            <Button className="self-start" icon={<LogOut aria-hidden />} onClick={() => setAsking('others')}>
              {texts.endOthers}
            </Button>
          )}
        </>
      )}
      <ConfirmDialog
        open={one !== null}
        onClose={close}
        title={texts.endTitle(one ? nameOf(one) : '')}
        confirmLabel={texts.end}
        cancelLabel={common.cancel}
        busy={ending.isPending}
        onConfirm={() => ending.mutate(one!, { onSettled: close })}
      >
        {texts.endText}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'others'}
        onClose={close}
        title={texts.endOthersTitle}
        confirmLabel={texts.endOthers}
        cancelLabel={common.cancel}
        busy={endingOthers.isPending}
        onConfirm={() => endingOthers.mutate(undefined, { onSettled: close })}
      >
        {texts.endOthersText(others)}
      </ConfirmDialog>
    </section>
  )
}

function useSessions() {
  const client = useQueryClient()
  const known = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => call(listSessions, { signal }),
    refetchOnWindowFocus: true,
  })
  const outcome = {
    onError: (error: Error) => toast({ text: errorText(error), failure: true }),
    onSettled: () => client.invalidateQueries({ queryKey: QUERY_KEY }),
  }
  const ending = useMutation({
    mutationFn: ({ id }: SessionView) => call(endSession, { params: { id } }),
    onSuccess: (_, session) => toast({ text: texts.ended(nameOf(session)) }),
    ...outcome,
  })
  const endingOthers = useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: () => toast({ text: texts.endedOthers }),
    ...outcome,
  })
  return { known, ending, endingOthers }
}

function Row({ session, onEnd }: { session: SessionView; onEnd(): void }) {
  const { address, created_at: createdAt, last_seen_at: lastSeenAt, is_current: isCurrent } = session
  const Icon = ICONS[kindOf(session)]
  const where = address ?? texts.unknownAddress
  return (
    <li className="flex min-h-14 items-center gap-3 py-2.5 ps-4 pe-2">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0 text-14 font-medium break-words">{nameOf(session)}</span>
          {isCurrent && (
            <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
              {texts.current}
            </Badge>
          )}
        </p>
        <p className="text-12 break-words text-muted">
          {where} · <time title={exactTime(createdAt)}>{texts.signedIn(relativeTime(createdAt))}</time>
          {lastSeenAt !== null && !isCurrent && (
            <>
              {' · '}
              <time title={exactTime(lastSeenAt)}>{texts.seen(relativeTime(lastSeenAt))}</time>
            </>
          )}
        </p>
      </div>
      {!isCurrent && (
        <IconButton label={texts.endOne(nameOf(session), where)} onClick={onEnd}>
          <LogOut aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

const nameOf = ({ program, system }: SessionView): string => texts.device(program, system)

const HANDHELD = new Set(['iPhone', 'iPad', 'Android'])

const ICONS = { program: Terminal, handheld: Smartphone, computer: Monitor } as const

function kindOf({ program, system }: SessionView): keyof typeof ICONS {
  if (system === null && program !== null) return 'program'
  return system !== null && HANDHELD.has(system) ? 'handheld' : 'computer'
}
