import { useRef, useState, type KeyboardEvent } from 'react'
import type { PromptVariable } from '#ground/hub/prompts/schema.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { hasKeyboard, isComposing } from '../../../ui/keyboard.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { fields } from '../../field-messages.ts'
import { common } from '../../messages.ts'
import { promptTexts as texts } from './messages.ts'

export interface PromptFormProps {
  title: string
  variables: readonly PromptVariable[]
  onFilled(values: ReadonlyMap<string, string>): void
  onClose(): void
}

export function PromptForm({ title, variables, onFilled, onClose }: PromptFormProps) {
  const [values, setValues] = useState(
    () => new Map(variables.map((variable) => [variable.name, variable.default ?? ''])),
  )
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isMissing = ({ name, default: given }: PromptVariable) => given === null && !values.get(name)?.trim()

  function submit() {
    const missing = variables.findIndex(isMissing)
    if (missing < 0) return onFilled(values)
    setTried(true)
    form.current?.querySelectorAll('textarea')[missing]?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event) || !hasKeyboard()) return
    event.preventDefault()
    submit()
  }
  return (
    <Dialog open onClose={onClose} title={title} description={texts.fill} closeLabel={common.close}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="flex flex-col gap-4"
      >
        {variables.map((variable) => (
          <TextArea
            key={variable.name}
            label={variable.name}
            dir="auto"
            rows={1}
            value={values.get(variable.name)}
            required={variable.default === null}
            error={isTried && isMissing(variable) ? fields.required(variable.name) : null}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              const { value } = event.currentTarget
              setValues((before) => new Map(before).set(variable.name, value))
            }}
          />
        ))}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary">
            {texts.insert}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
