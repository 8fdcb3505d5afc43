import { useState, type FormEvent } from 'react'
import type { PromptForm, PromptView } from '#chatapp/prompts/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusAtOnce } from '../../ui/focus-at-once.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { fields } from '../field-messages.ts'
import { common } from '../messages.ts'
import { ownPromptTexts as texts } from './prompts-messages.ts'

/** The server's limit in characters. */
const MAX_PROMPT_LENGTH = 20_000

export interface PromptEditorProps {
  before: PromptView | null
  busy: boolean
  error: string | null
  onSave(form: PromptForm): void
  onCancel(): void
}

export function PromptEditor({ before, busy, error, onSave, onCancel }: PromptEditorProps) {
  const [draft, setDraft] = useState<PromptForm>({
    name: before?.name ?? '',
    title: before?.title ?? '',
    text: before?.text ?? '',
  })
  const [isTried, setTried] = useState(false)
  const missing = (value: string, label: string) =>
    isTried && value.trim() === '' ? fields.required(label) : null
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (draft.name.trim() !== '' && draft.text.trim() !== '') onSave(draft)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <h3 className="text-14 font-semibold">{before ? texts.editTitle(before.name) : texts.addTitle}</h3>
      {error && <Notice kind="failure">{error}</Notice>}
      <Field
        ref={focusAtOnce}
        label={texts.name}
        hint={texts.nameHint}
        error={missing(draft.name, texts.name)}
        value={draft.name}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value.replace(/^\s*\//, '') })}
      />
      <Field
        label={texts.label}
        hint={texts.labelHint}
        value={draft.title}
        dir="auto"
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
      />
      <TextArea
        label={texts.body}
        hint={texts.bodyHint}
        error={missing(draft.text, texts.body)}
        value={draft.text}
        rows={7}
        dir="auto"
        maxLength={MAX_PROMPT_LENGTH}
        onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
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
