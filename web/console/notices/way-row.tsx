import { Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { NoticeWay } from '#features/attention/notices/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { When } from '../../ui/when.tsx'
import { errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { notices } from './messages.ts'
import { useRemove, useResume, useTest } from './queries.ts'

const { ways: texts } = notices

const failed = (error: unknown) => toast({ text: errorText(error), failure: true })

export function WayRow({ way, name, icon }: { way: NoticeWay; name: string; icon: ReactNode }) {
  const [asks, setAsks] = useState(false)
  const test = useTest()
  const resume = useResume()
  const remove = useRemove()
  const full = way.address === null ? name : `${name} ${way.address}`
  const sendTest = () =>
    test.mutate(way.id, {
      onSuccess: ({ outcome, reason }) =>
        outcome === 'failed'
          ? toast({ text: texts.tested.failed(reason ?? ''), failure: true })
          : toast({ text: texts.tested[outcome] }),
      onError: failed,
    })
  return (
    <li aria-label={full} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 ps-4 pe-2">
      <span className="text-muted [&_svg]:size-4">{icon}</span>
      <span className="min-w-48 flex-1 leading-tight">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{name}</span>
          {way.paused_at !== null && <Badge tone="warn">{texts.paused}</Badge>}
          {way.address !== null && <span className="min-w-0 break-all text-muted">{way.address}</span>}
        </span>
        <LastOutcome way={way} />
      </span>
      <span className="ms-auto flex items-center gap-1">
        {way.paused_at !== null && (
          <Button
            busy={resume.isPending}
            onClick={() =>
              resume.mutate(way.id, {
                onSuccess: () => toast({ text: texts.resumed }),
                onError: failed,
              })
            }
          >
            {texts.resume}
          </Button>
        )}
        <Button busy={test.isPending} onClick={sendTest}>
          {texts.test}
        </Button>
        <IconButton label={texts.removeOf(full)} onClick={() => setAsks(true)}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={texts.removeTitle(full)}
        confirmLabel={texts.remove}
        cancelLabel={common.cancel}
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(way.id, { onSuccess: () => toast({ text: texts.removed }), onError: failed })
        }
      >
        {texts.removeText}
      </ConfirmDialog>
    </li>
  )
}

const LastOutcome = ({ way: { last_outcome, last_at, last_reason } }: { way: NoticeWay }) => (
  <span className={`block text-12 break-words ${last_outcome === 'failed' ? 'text-danger' : 'text-muted'}`}>
    {last_outcome === null ? (
      texts.unused
    ) : (
      <>
        {texts.outcomes[last_outcome]}
        {last_at !== null && (
          <>
            {' · '}
            <When at={last_at} />
          </>
        )}
        {last_reason !== null && ` · ${last_reason}`}
      </>
    )}
  </span>
)
