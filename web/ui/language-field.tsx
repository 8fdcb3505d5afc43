import { useLanguages } from './language-choice.ts'
import { languageTexts } from './language-messages.ts'
import { SelectField } from './select-field.tsx'

export function LanguageField() {
  const { offered, chosen, choose } = useLanguages()
  return (
    <SelectField
      label={languageTexts.language}
      hint={languageTexts.scope}
      value={chosen ?? ''}
      options={[
        { value: '', label: languageTexts.ofBrowser },
        ...offered.map(({ tag, name }) => ({ value: tag, label: name })),
      ]}
      onChange={({ currentTarget }) => void choose(currentTarget.value || null)}
    />
  )
}
