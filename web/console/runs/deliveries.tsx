import { useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck, CircleCheckBig, CircleHelp, CircleX, Hourglass, Redo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { DeliveryView } from '#features/messaging/schema.ts'
import type { RunDetail } from '#features/work/runs/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx'
import { exactTime, mediumTime } from '../../ui/time.ts'
import { common } from '../kit/messages.ts'
import { runs } from './messages.ts'
import { deliveriesQuery, useDeliverAgain } from './queries.ts'

export function RunDeliveries({ run: { hub, id, ended_at } }: { run: RunDetail }) {
  const { data } = useQuery(deliveriesQuery(hub, id, ended_at !== null))
  const again = useDeliverAgain(hub)
  if (!data || data.items.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-16 font-semibold">{runs.deliveries}</h2>
      <Table label={runs.deliveries}>
        <thead>
          <tr>
            <HeadCell className="w-2/5">{runs.deliveredTo}</HeadCell>
            <HeadCell>{runs.status}</HeadCell>
            <HeadCell className="@max-xl:hidden">{runs.deliveredAt}</HeadCell>
            <HeadCell>
              <span className="sr-only">{runs.again}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {data.items.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              busy={again.isPending}
              onAgain={() => again.mutate(delivery.id)}
            />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

const LOOKS: Record<DeliveryView['state'], { tone: Tone; icon: ReactNode }> = {
  waiting: { tone: 'accent', icon: <Hourglass aria-hidden /> },
  sent: { tone: 'ok', icon: <CircleCheck aria-hidden /> },
  delivered: { tone: 'ok', icon: <CircleCheckBig aria-hidden /> },
  unknown: { tone: 'warn', icon: <CircleHelp aria-hidden /> },
  failed: { tone: 'danger', icon: <CircleX aria-hidden /> },
  refused: { tone: 'neutral', icon: <Ban aria-hidden /> },
}

interface RowProps {
  delivery: DeliveryView
  busy: boolean
  onAgain(): void
}

function DeliveryRow({ delivery, busy, onAgain }: RowProps) {
  const { by, to, state, reason, attempts } = delivery
  return (
    <Row>
      <Cell className="max-w-72 @max-xl:min-w-36">
        <span className="block text-12 text-faint">{runs.carriers[by]}</span>
        <bdi className="block whitespace-normal wrap-anywhere">{to}</bdi>
      </Cell>
      <Cell className="max-w-96 whitespace-normal">
        <Badge {...LOOKS[state]}>{runs.deliveryStates[state]}</Badge>
        {attempts > 1 && <span className="ms-2 text-12 text-faint">{runs.attempts(attempts)}</span>}
        {reason !== null && (
          <p className="mt-1 text-12 break-words text-muted">{runs.deliveryReasons[reason] ?? reason}</p>
        )}
      </Cell>
      <Cell className="text-12 text-muted @max-xl:hidden">
        <LastTime delivery={delivery} />
      </Cell>
      <Cell className="text-end">
        {REPEATABLE_STATES.has(state) && (
          <Again isDoubtful={state === 'unknown'} busy={busy} onAgain={onAgain} />
        )}
      </Cell>
    </Row>
  )
}

const REPEATABLE_STATES: ReadonlySet<DeliveryView['state']> = new Set(['failed', 'refused', 'unknown'])

function LastTime({
  delivery: { state, attempts, due_at, sent_at, delivered_at },
}: Pick<RowProps, 'delivery'>) {
  const at = delivered_at ?? sent_at ?? (attempts > 0 ? due_at : null)
  if (at === null) return null
  return (
    <time dateTime={at} title={exactTime(Date.parse(at) / 1000)}>
      {state === 'waiting' && `${runs.nextTry} `}
      {mediumTime(at)}
    </time>
  )
}

function Again({ isDoubtful, busy, onAgain }: { isDoubtful: boolean; busy: boolean; onAgain(): void }) {
  const [asking, setAsking] = useState(false)
  const send = () => {
    setAsking(false)
    onAgain()
  }
  return (
    <>
      <Button
        icon={<Redo2 aria-hidden />}
        busy={busy}
        onClick={() => (isDoubtful ? setAsking(true) : send())}
      >
        <span className="@max-xl:sr-only">{runs.again}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={runs.againTitle}
        confirmLabel={runs.again}
        cancelLabel={common.cancel}
        onConfirm={send}
      >
        {runs.againText}
      </ConfirmDialog>
    </>
  )
}
