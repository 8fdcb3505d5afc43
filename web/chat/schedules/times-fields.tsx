import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { errorText } from '../api/client.ts'
import { scheduleTimesQuery } from '../api/schedules.ts'
import { scheduleTexts as texts } from './messages.ts'
import { scheduleOf, type TimesDraft, type TimesKind } from './times.ts'
import { momentText, weekdayName } from './words.ts'

/** Monday first. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0]
/** Each month has these days. */
const SAFE_DAYS = 28

const zones = (chosen: string): string[] => [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen]),
]

export interface TimesFieldsProps {
  times: TimesDraft
  timeZone: string
  onTimes(times: TimesDraft): void
  onTimeZone(timeZone: string): void
}

export function TimesFields({ times, timeZone, onTimes, onTimeZone }: TimesFieldsProps) {
  const { kind, time, weekday, day, custom } = times
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={texts.repeats}
        value={kind}
        options={(['day', 'weekdays', 'week', 'month', 'custom'] as const).map((value) => ({
          value,
          label: texts.kinds[value],
        }))}
        onChange={(event) =>
          onTimes({
            ...times,
            custom: kind === 'custom' ? custom : scheduleOf(times),
            kind: event.currentTarget.value as TimesKind,
          })
        }
      />
      {kind === 'week' && (
        <SelectField
          label={texts.weekday}
          value={String(weekday)}
          options={WEEKDAYS.map((value) => ({ value: String(value), label: weekdayName(value) }))}
          onChange={(event) => onTimes({ ...times, weekday: Number(event.currentTarget.value) })}
        />
      )}
      {kind === 'month' && (
        <SelectField
          label={texts.day}
          value={String(day)}
          {...(day > SAFE_DAYS && { hint: texts.dayHint })}
          options={Array.from({ length: 31 }, (_, n) => ({ value: String(n + 1), label: String(n + 1) }))}
          onChange={(event) => onTimes({ ...times, day: Number(event.currentTarget.value) })}
        />
      )}
      {kind === 'custom' ? (
        <Field
          label={texts.cron}
          hint={texts.cronHint}
          value={custom}
          dir="ltr"
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="sm:col-span-2 [&_input]:font-mono"
          onChange={(event) => onTimes({ ...times, custom: event.currentTarget.value })}
        />
      ) : (
        <Field
          label={texts.time}
          type="time"
          required
          value={time}
          onChange={(event) =>
            event.currentTarget.value && onTimes({ ...times, time: event.currentTarget.value })
          }
        />
      )}
      <SelectField
        label={texts.zone}
        value={timeZone}
        options={zones(timeZone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        onChange={(event) => onTimeZone(event.currentTarget.value)}
      />
      <NextTimes schedule={scheduleOf(times)} timeZone={timeZone} />
    </div>
  )
}

function NextTimes({ schedule, timeZone }: { schedule: string; timeZone: string }) {
  const asked = useDeferredValue(schedule)
  const { data, error } = useQuery({ ...scheduleTimesQuery(asked, timeZone), enabled: asked !== '' })
  return (
    <div aria-live="polite" className="min-h-5 text-13 sm:col-span-2">
      {error && asked !== '' ? (
        <p className="text-danger">{errorText(error)}</p>
      ) : (
        data && (
          <p className="text-muted">
            <span className="font-medium text-text">{texts.next}:</span>{' '}
            {data.next.map(momentText).join(' · ')}
          </p>
        )
      )}
    </div>
  )
}
