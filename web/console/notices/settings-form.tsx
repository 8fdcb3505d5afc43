import { useState, type FormEvent, type ReactNode } from 'react'
import type { NoticeSettings } from '#features/attention/notices/schema.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../kit/api.ts'
import { choicesOf } from '../kit/filters.tsx'
import { browserZone } from './defaults.ts'
import { notices } from './messages.ts'
import { useSave } from './queries.ts'
import { TimeField } from './time-field.tsx'

const { what: texts } = notices

type Level = NoticeSettings['level']
type Pace = NoticeSettings['pace']
type Kind = NoticeSettings['muted'][number]

const FIRST_QUIET = { from: 20 * 60, until: 7 * 60 }

const options = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  choicesOf<Value>(labels).map(([value, label]) => ({ value, label }))

export function SettingsForm({ stored }: { stored: NoticeSettings }) {
  const [form, setForm] = useState(stored)
  const { mutate, error, isPending } = useSave()
  const set = (change: Partial<NoticeSettings>) => setForm({ ...form, ...change })
  const hasSameTimes = form.quiet !== null && form.quiet.from === form.quiet.until
  function submit(event: FormEvent) {
    event.preventDefault()
    if (hasSameTimes) return
    mutate({ ...form, time_zone: browserZone() }, { onSuccess: () => toast({ text: texts.saved }) })
  }
  return (
    <form
      aria-labelledby="notice-settings"
      onSubmit={submit}
      className="flex flex-col items-start gap-5 rounded-l border border-line bg-raised p-4"
    >
      <h2 id="notice-settings" className="text-16 font-semibold">
        {texts.title}
      </h2>
      {error && <Notice kind="failure">{errorText(error)}</Notice>}
      <Group label={texts.level} hint={texts.levelHints[form.level]}>
        <Segmented<Level>
          label={texts.level}
          value={form.level}
          options={options<Level>(texts.levels)}
          onChange={(level) => set({ level })}
        />
      </Group>
      <Kinds level={form.level} muted={form.muted} onChange={(muted) => set({ muted })} />
      <CheckField
        label={texts.solved}
        checked={form.with_solved}
        onChange={(with_solved) => set({ with_solved })}
      />
      <Group label={texts.pace} hint={texts.paceHints[form.pace]}>
        <Segmented<Pace>
          label={texts.pace}
          value={form.pace}
          options={options<Pace>(texts.paces)}
          onChange={(pace) => set({ pace })}
        />
      </Group>
      {form.pace === 'daily' ? (
        <TimeField label={texts.dailyAt} value={form.daily_at} onChange={(daily_at) => set({ daily_at })} />
      ) : (
        <Quiet quiet={form.quiet} hasSameTimes={hasSameTimes} onChange={(quiet) => set({ quiet })} />
      )}
      {(form.pace === 'daily' || form.quiet !== null) && (
        <p className="-mt-3 text-12 text-faint">{texts.zone(browserZone())}</p>
      )}
      <SelectField
        label={texts.language}
        className="w-full sm:w-64"
        value={form.language}
        options={options(texts.languages)}
        onChange={(event) => set({ language: event.currentTarget.value as NoticeSettings['language'] })}
      />
      <Button type="submit" look="primary" busy={isPending}>
        {texts.save}
      </Button>
    </form>
  )
}

const Group = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  <div className="flex max-w-full flex-col items-start gap-1">
    <span aria-hidden className="text-13 font-medium">
      {label}
    </span>
    {children}
    {hint && <span className="text-12 text-faint">{hint}</span>}
  </div>
)

interface KindsProps {
  level: Level
  muted: readonly Kind[]
  onChange(muted: Kind[]): void
}

/** Kinds below the chosen level cannot be chosen. */
function Kinds({ level, muted, onChange }: KindsProps) {
  return (
    <fieldset className="w-full">
      <legend className="text-13 font-medium">{texts.kinds}</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {choicesOf<Kind>(texts.kind).map(([kind, label]) => {
          const isBelow = LEVELS.indexOf(WORST[kind] ?? 'failure') > LEVELS.indexOf(level)
          return (
            <div key={kind} className={isBelow ? 'text-faint' : undefined}>
              <CheckField
                label={label}
                checked={!isBelow && !muted.includes(kind)}
                disabled={isBelow}
                onChange={(isWanted) =>
                  onChange(isWanted ? muted.filter((one) => one !== kind) : [...muted, kind])
                }
              />
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

/** Most severe first, in the order of the texts. */
const LEVELS = Object.keys(texts.levels) as Level[]

/** Highest level of each kind that is never a failure. */
const WORST: Partial<Record<Kind, Level>> = {
  hub_problems: 'warning',
  run_retrying: 'warning',
  channel_silent: 'warning',
  key_expires: 'warning',
  sign_ups: 'decision',
  access_request: 'decision',
  change_requests: 'decision',
}

interface QuietProps {
  quiet: NoticeSettings['quiet']
  hasSameTimes: boolean
  onChange(quiet: NoticeSettings['quiet']): void
}

const Quiet = ({ quiet, hasSameTimes, onChange }: QuietProps) => (
  <div className="flex flex-col gap-1">
    <CheckField
      label={texts.quiet}
      checked={quiet !== null}
      onChange={(isOn) => onChange(isOn ? FIRST_QUIET : null)}
    />
    {quiet !== null && (
      <div className="flex flex-wrap gap-3">
        <TimeField
          label={texts.quietFrom}
          value={quiet.from}
          onChange={(from) => onChange({ ...quiet, from })}
        />
        <TimeField
          label={texts.quietUntil}
          value={quiet.until}
          error={hasSameTimes ? texts.quietSame : null}
          onChange={(until) => onChange({ ...quiet, until })}
        />
      </div>
    )}
  </div>
)
