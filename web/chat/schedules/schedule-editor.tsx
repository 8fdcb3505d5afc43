import { MessageSquare, MessagesSquare } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useState, type FormEvent } from 'react'
import type { NewSchedule, ScheduleForm, ScheduleView } from '#chatapp/schedules/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { focusAtOnce } from '../../ui/focus-at-once.ts'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { Agent } from '../api/agents.ts'
import { newId } from '../api/turns.ts'
import { fields } from '../field-messages.ts'
import { common } from '../messages.ts'
import { scheduleTexts as texts } from './messages.ts'
import { NEW_TIMES, scheduleOf, timesOf } from './times.ts'
import { TimesFields } from './times-fields.tsx'
import { ownTimeZone } from './words.ts'

/** The server's limit in characters. */
const MAX_PROMPT_LENGTH = 20_000

export interface ScheduleDraft {
  prompt: string
  model: string
  /** Chat of the prompt; null for a prompt without a chat. */
  chatId: string | null
}

export interface ScheduleEditorProps {
  before: ScheduleView | null
  draft: ScheduleDraft
  agents: readonly Pick<Agent, 'id' | 'name'>[]
  busy: boolean
  error: string | null
  onSave(form: NewSchedule): void
  onCancel(): void
}

export function ScheduleEditor(props: ScheduleEditorProps) {
  const { before, draft, agents, busy, error, onSave, onCancel } = props
  const [form, setForm] = useState(() => ({
    id: newId(), // after a lost response, saving again creates no second schedule
    title: before?.title ?? '',
    prompt: before?.prompt ?? draft.prompt,
    model: before?.model ?? draft.model,
    target: before?.target ?? ('new' as const),
  }))
  const [times, setTimes] = useState(before ? timesOf(before.schedule) : NEW_TIMES)
  const [timeZone, setTimeZone] = useState(before?.time_zone ?? ownTimeZone())
  const [isTried, setTried] = useState(false)
  const hasPrompt = form.prompt.trim() !== ''
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const schedule = scheduleOf(times)
    if (!hasPrompt || schedule === '') return
    const chat = form.target === 'same' && !before && draft.chatId !== null
    onSave({ ...form, schedule, time_zone: timeZone, ...(chat && { chat_id: draft.chatId }) })
  }
  const isKnown = agents.some(({ id }) => id === form.model)
  const options = agents.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <h2 className="text-18 font-semibold">{before ? texts.editTitle : texts.addTitle}</h2>
      {error && <Notice kind="failure">{error}</Notice>}
      <TextArea
        ref={focusAtOnce}
        label={texts.prompt}
        error={isTried && !hasPrompt ? fields.required(texts.prompt) : null}
        value={form.prompt}
        rows={4}
        dir="auto"
        maxLength={MAX_PROMPT_LENGTH}
        onChange={(event) => setForm({ ...form, prompt: event.currentTarget.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={texts.name}
          hint={texts.nameHint}
          value={form.title}
          dir="auto"
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setForm({ ...form, title: event.currentTarget.value })}
        />
        <SelectField
          label={texts.agent}
          value={form.model}
          options={
            isKnown ? options : [...options, { value: form.model, label: texts.closedAgent(form.model) }]
          }
          onChange={(event) => setForm({ ...form, model: event.currentTarget.value })}
        />
      </div>
      <TimesFields times={times} timeZone={timeZone} onTimes={setTimes} onTimeZone={setTimeZone} />
      <TargetChoice
        value={form.target}
        canBeHere={draft.chatId !== null && before === null}
        onChange={(target) => setForm({ ...form, target })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          {common.save}
        </Button>
        <Button onClick={onCancel}>{common.cancel}</Button>
      </div>
    </form>
  )
}

interface TargetChoiceProps {
  value: ScheduleForm['target']
  /** True if the prompt comes from a chat. */
  canBeHere: boolean
  onChange(target: ScheduleForm['target']): void
}

const TargetChoice = ({ value, canBeHere, onChange }: TargetChoiceProps) => (
  <RadioGroup.Root
    aria-label={texts.target}
    value={value}
    onValueChange={(target) => onChange(target as ScheduleForm['target'])}
    className="flex flex-col gap-2"
  >
    <p className="text-13 font-medium">{texts.target}</p>
    <Choice value="new" icon={MessagesSquare} label={texts.fresh} hint={texts.freshHint} />
    <Choice
      value="same"
      icon={MessageSquare}
      label={canBeHere ? texts.here : texts.same}
      hint={texts.sameHint}
    />
  </RadioGroup.Root>
)
