import { Field, type FieldProps } from '../../ui/field.tsx'
import type { DraftFault, ProviderDraft } from './integrations-draft.ts'

type Texts = Pick<
  ProviderDraft,
  | 'name'
  | 'description'
  | 'id'
  | 'url'
  | 'tokenUrl'
  | 'revocationUrl'
  | 'issuer'
  | 'authorizationServer'
  | 'scopes'
  | 'clientId'
  | 'clientSecret'
>

export interface DraftProps {
  draft: ProviderDraft
  faults: ReadonlySet<DraftFault>
  onChange(part: Partial<ProviderDraft>): void
}

export interface DraftFieldProps
  extends Omit<FieldProps, 'value' | 'onChange' | 'error'>, Pick<DraftProps, 'draft' | 'faults'> {
  of: keyof Texts
  fault?: string
  onChange(part: Partial<Texts>): void
}

export function DraftField({ draft, faults, of, fault, onChange, ...rest }: DraftFieldProps) {
  const isWrong = (faults as ReadonlySet<string>).has(of)
  return (
    <Field
      autoComplete="off"
      spellCheck={false}
      {...rest}
      value={draft[of]}
      error={isWrong ? fault : null}
      onChange={(event) => onChange({ [of]: event.currentTarget.value })}
    />
  )
}
