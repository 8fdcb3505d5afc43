import { format } from '../../ui/language.ts'
import { ChoiceFilter, choicesOf } from './filters.tsx'
import { span } from './messages.ts'
import type { SpanSearch } from './span.ts'

export interface SpanFilterProps {
  search: SpanSearch
  onChange(change: Partial<SpanSearch>): void
}

export function SpanFilter({ search, onChange }: SpanFilterProps) {
  const { range, since, until } = search
  return (
    <>
      <ChoiceFilter
        label={span.range}
        value={range}
        closedLabel={range === 'custom' ? daysText(since, until) : undefined}
        choices={choicesOf(span.ranges)}
        onChange={(range) => onChange({ range, since: undefined, until: undefined })}
      />
      {range === 'custom' && (
        <span className="inline-flex flex-wrap items-center gap-2 text-13 text-muted">
          <DayField label={span.since} value={since} max={until} onDay={(day) => onChange({ since: day })} />
          <DayField label={span.until} value={until} min={since} onDay={(day) => onChange({ until: day })} />
        </span>
      )}
    </>
  )
}

function daysText(since: string | undefined, until: string | undefined): string {
  if (since && until) return days().formatRange(dayOf(since), dayOf(until))
  if (since) return span.sinceDay(days().format(dayOf(since)))
  return until ? span.untilDay(days().format(dayOf(until))) : span.customDays
}

const days = () =>
  format('days', (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }))

const dayOf = (day: string): Date => new Date(`${day}T00:00Z`)

interface DayFieldProps {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onDay(day: string | undefined): void
}

const DayField = ({ label, value, min, max, onDay }: DayFieldProps) => (
  <label className="inline-flex items-center gap-1.5">
    {label}
    <input
      type="date"
      value={value ?? ''}
      min={min}
      max={max}
      onChange={(event) => onDay(event.currentTarget.value || undefined)}
      className="min-h-hit rounded-m border border-line bg-canvas px-2 text-text"
    />
  </label>
)
