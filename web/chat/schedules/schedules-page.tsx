import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import type { NewSchedule, ScheduleView } from '#chatapp/schedules/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Agent } from '../api/agents.ts'
import { errorText } from '../api/client.ts'
import {
  changeSchedule,
  removeSchedule,
  saveSchedule,
  schedulesQuery,
  type ScheduleAct,
} from '../api/schedules.ts'
import { common } from '../messages.ts'
import { scheduleTexts as texts } from './messages.ts'
import { ScheduleEditor, type ScheduleDraft } from './schedule-editor.tsx'
import { ScheduleRow } from './schedule-row.tsx'

export interface SchedulesPageProps {
  agents: readonly Pick<Agent, 'id' | 'name'>[]
  draft: ScheduleDraft
  /** True if the person came here to schedule `draft`. */
  isAdding: boolean
  /** Called when the form with `draft` closes. */
  onAdded(): void
}

export function SchedulesPage({ agents, draft, isAdding, onAdded }: SchedulesPageProps) {
  const { list, save, act, remove } = useSchedules()
  const [edited, setEdited] = useState<ScheduleView | 'new' | null>(isAdding ? 'new' : null)
  const [removed, setRemoved] = useState<ScheduleView | null>(null)
  function close() {
    save.reset()
    setEdited(null)
    onAdded()
  }
  if (edited) {
    const before = edited === 'new' ? null : edited
    return (
      <ScheduleEditor
        before={before}
        draft={draft}
        agents={agents}
        busy={save.isPending}
        error={save.error && errorText(save.error)}
        onSave={(form) => save.mutate({ id: before?.id ?? null, form }, { onSuccess: close })}
        onCancel={close}
      />
    )
  }
  const { data, error, refetch } = list
  if (!data && !error) return <Skeleton className="h-40" />
  if (!data)
    return (
      <Notice kind="failure" actions={<Button onClick={() => void refetch()}>{common.retry}</Button>}>
        {errorText(error)}
      </Notice>
    )
  const add = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setEdited('new')}>
      {texts.add}
    </Button>
  )
  if (data.schedules.length === 0)
    return (
      <Empty icon={<CalendarClock aria-hidden />} title={texts.none} action={add}>
        {texts.noneText}
      </Empty>
    )
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose min-w-0 flex-1 basis-64 text-13 text-muted">{texts.lead}</p>
        {add}
      </div>
      <ul className="flex flex-col gap-3">
        {data.schedules.map((schedule) => (
          <ScheduleRow
            key={schedule.id}
            schedule={schedule}
            agent={agents.find(({ id }) => id === schedule.model)?.name ?? texts.closedAgent(schedule.model)}
            busy={act.isPending && act.variables.id === schedule.id}
            onAct={(kind) => act.mutate({ id: schedule.id, act: kind })}
            onEdit={() => setEdited(schedule)}
            onRemove={() => setRemoved(schedule)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={texts.removeTitle(removed?.title ?? '')}
        confirmLabel={texts.removeLabel}
        cancelLabel={common.cancel}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(removed!.id, { onSettled: () => setRemoved(null) })}
      >
        {texts.removeText}
      </ConfirmDialog>
    </div>
  )
}

function useSchedules() {
  const client = useQueryClient()
  const list = useQuery(schedulesQuery)
  const readAgain = () => client.invalidateQueries({ queryKey: schedulesQuery.queryKey })
  const onError = (error: Error) => toast({ text: errorText(error), failure: true })
  const save = useMutation({
    mutationFn: ({ id, form }: { id: string | null; form: NewSchedule }) => saveSchedule(id, form),
    onSuccess: readAgain,
  })
  const act = useMutation({
    mutationFn: (change: { id: string; act: ScheduleAct }) => changeSchedule(change.id, change.act),
    onSuccess: readAgain,
    onError,
  })
  const remove = useMutation({ mutationFn: removeSchedule, onSuccess: readAgain, onError })
  return { list, save, act, remove }
}
