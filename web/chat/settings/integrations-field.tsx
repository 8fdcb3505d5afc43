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

/** Properties of the parts of a provider's form. */
export interface DraftProps {
  draft: ProviderDraft
  /** Visible errors. */
  faults: ReadonlySet<DraftFault>
  onChange(part: Partial<ProviderDraft>): void
}

export interface DraftFieldProps
  extends Omit<FieldProps, 'value' | 'onChange' | 'error'>, Pick<DraftProps, 'draft' | 'faults'> {
  /** Which text of the draft it holds. */
  of: keyof Texts
  /** Message for its error. */
  fault?: string
  onChange(part: Partial<Texts>): void
}

/** One text of a provider's draft. */
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
