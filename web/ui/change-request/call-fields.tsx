import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { LongText } from './long-text.tsx'
import { changeRequest as texts } from './messages.ts'

export interface CallFieldsProps {
  input: unknown
  /** Names at any depth whose values are masked. */
  secretFields: readonly string[]
  label?: string
}

export function CallFields({ input, secretFields, label = texts.arguments }: CallFieldsProps) {
  const facts = Object.entries((input ?? {}) as Record<string, unknown>)
  if (facts.length === 0) return <p className="text-13 text-muted">{texts.noInput}</p>
  return (
    <dl
      aria-label={label}
      className="grid gap-x-4 gap-y-0.5 rounded-m border border-line bg-sunken px-3 py-2 text-14 sm:grid-cols-[minmax(5rem,auto)_1fr] sm:gap-y-2"
    >
      {facts.map(([name, value]) => (
        <div key={name} className="group/field contents">
          <dt className="min-w-0 font-mono text-13 break-words text-muted max-sm:group-not-first/field:mt-2 sm:max-w-48">
            <bdi>{name}</bdi>
          </dt>
          <dd className="min-w-0">
            <FieldValue name={name} value={value} secretFields={secretFields} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const MASK = '••••••••'

interface FieldValueProps {
  name: string
  value: unknown
  secretFields: readonly string[]
}

function FieldValue({ name, value, secretFields }: FieldValueProps) {
  const [isShown, setShown] = useState(false)
  const plain = textOf(value)
  const masked = secretFields.includes(name) ? MASK : textOf(value, secretFields)
  if (masked === plain) return <LongText text={plain} />
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <LongText text={isShown ? plain : masked} />
      </div>
      <IconButton
        label={isShown ? texts.hide(name) : texts.show(name)}
        className="-my-1"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </div>
  )
}

const textOf = (value: unknown, secretFields: readonly string[] = []): string =>
  typeof value === 'string'
    ? value
    : JSON.stringify(value, (key, part: unknown) => (secretFields.includes(key) ? MASK : part), 2)
