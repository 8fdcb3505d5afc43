import { CopyButton } from '../copy-button.tsx'
import { Field } from '../field.tsx'
import { keyMessages } from './messages.ts'

export const KeyValue = ({ name, value }: { name: string; value: string }) => (
  <Field
    label={keyMessages.newKey(name)}
    value={value}
    readOnly
    dir="ltr"
    spellCheck={false}
    autoComplete="off"
    hint={keyMessages.shownOnce}
    className="[&_input]:font-mono"
    onFocus={(event) => event.currentTarget.select()}
    trailing={<CopyButton label={keyMessages.copy} copiedLabel={keyMessages.copied} text={() => value} />}
  />
)
