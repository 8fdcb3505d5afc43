import { Link } from '@tanstack/react-router'
import type { ScheduleResult } from '#chatapp/schedules/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { scheduleTexts as texts } from './messages.ts'
import { momentText, reasonText } from './words.ts'

const TONES: Record<ScheduleResult['state'], Tone> = {
  waiting: 'neutral',
  running: 'accent',
  done: 'ok',
  stopped: 'neutral',
  interrupted: 'warn',
  failed: 'danger',
  refused: 'danger',
  missed: 'warn',
  deleted: 'neutral',
}

export function ResultLine({ result, title }: { result: ScheduleResult; title: string }) {
  const { state, at, is_late, is_manual, times, chat_id, note } = result
  const reason = reasonText(result)
  const details = [
    momentText(at),
    ...(times > 1 ? [texts.times(times)] : []),
    ...(is_late ? [texts.late] : []),
    ...(is_manual ? [texts.manual] : []),
  ]
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-muted">
      <Badge tone={note ? 'warn' : TONES[state]}>{note ? texts.notes[note] : texts.states[state]}</Badge>
      <span>{details.join(' · ')}</span>
      {chat_id !== null && (
        <Link
          to="/c/$chatId"
          params={{ chatId: chat_id }}
          className="text-accent-text underline-offset-4 hover:underline"
        >
          {texts.openChat}
          <span className="sr-only">
            {' '}
            {title}, {momentText(at)}
          </span>
        </Link>
      )}
      {reason && <span className="w-full break-words">{reason}</span>}
    </div>
  )
}
