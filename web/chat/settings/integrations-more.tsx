import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { CheckField } from '../../ui/check-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { ProviderDraft } from './integrations-draft.ts'
import { DraftField, type DraftProps } from './integrations-field.tsx'
import { integrationMessages } from './integrations-messages.ts'
import { parametersIn } from './integrations-parameters.ts'

const { more: texts } = integrationMessages

export function More(props: DraftProps) {
  const { draft, faults, onChange } = props
  const { kind } = draft
  const [open, setOpen] = useState(isUsed(draft))
  const isOpen = open || FAULTS.some((fault) => faults.has(fault))
  return (
    <details open={isOpen} className="group rounded-m border border-line">
      <summary
        onClick={(event) => {
          event.preventDefault()
          setOpen(!isOpen)
        }}
        className="flex min-h-hit cursor-pointer list-none items-center gap-2 rounded-m px-3 py-2 text-14 font-medium hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-faint transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
        />
        <span>{texts.title}</span>
        <span className="min-w-0 truncate text-12 font-normal text-faint">{texts.about[kind]}</span>
      </summary>
      <div className="flex flex-col gap-4 px-3 pt-1 pb-4">
        <DraftField
          {...props}
          of="description"
          label={texts.description}
          maxLength={500}
          spellCheck
          hint={texts.descriptionHint}
        />
        {kind === 'mcp' && (
          <DraftField
            {...props}
            of="authorizationServer"
            type="url"
            label={texts.authorizationServer}
            hint={texts.authorizationServerHint}
            fault={integrationMessages.addressShape}
          />
        )}
        {kind === 'oauth2' && (
          <DraftField
            {...props}
            of="issuer"
            type="url"
            label={texts.issuer}
            hint={texts.issuerHint}
            fault={integrationMessages.addressShape}
          />
        )}
        {draft.clientId.trim() !== '' && (
          <SelectField
            label={texts.authentication}
            value={draft.clientAuthentication}
            options={(['', 'basic', 'post'] as const).map((value) => ({
              value,
              label: texts.authentications[value],
            }))}
            onChange={(event) =>
              onChange({
                clientAuthentication: event.currentTarget.value as ProviderDraft['clientAuthentication'],
              })
            }
          />
        )}
        {kind !== 'oauth2' && (
          <CheckField
            label={texts.withoutOffline}
            hint={texts.withoutOfflineHint}
            checked={!draft.offlineAccess}
            onChange={(isWithout) => onChange({ offlineAccess: !isWithout })}
          />
        )}
        <Parameters value={draft.parameters} onChange={onChange} isWrong={faults.has('parameters')} />
      </div>
    </details>
  )
}

interface ParametersProps {
  value: string
  isWrong: boolean
  onChange(part: Partial<ProviderDraft>): void
}

function Parameters({ value, isWrong, onChange }: ParametersProps) {
  const id = useId()
  const { fault } = parametersIn(value)
  return (
    <div className="flex flex-col gap-1">
      <TextArea
        label={texts.parameters}
        code
        rows={3}
        value={value}
        maxLength={12_000}
        placeholder={'access_type=offline\nprompt=consent'}
        autoComplete="off"
        aria-describedby={id}
        aria-invalid={isWrong ? true : undefined}
        onChange={(event) => onChange({ parameters: event.currentTarget.value })}
      />
      <p id={id} className={isWrong ? 'text-12 text-danger' : 'text-12 text-faint'}>
        {isWrong && fault ? texts.parameterFault(fault) : texts.parametersHint}
      </p>
    </div>
  )
}

const FAULTS = ['authorizationServer', 'issuer', 'parameters'] as const

const isUsed = (draft: ProviderDraft): boolean =>
  !draft.offlineAccess ||
  [
    draft.description,
    draft.issuer,
    draft.authorizationServer,
    draft.clientAuthentication,
    draft.parameters,
  ].some((text) => text.trim() !== '')
