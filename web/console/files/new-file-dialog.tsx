import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { common } from '../kit/messages.ts'
import { files } from './messages.ts'
import { startNewFile, type Begun, type NewKind } from './new-file.ts'

export interface NewFileDialogProps {
  kinds: readonly NewKind[]
  paths: readonly string[]
  onClose(): void
  onBegin(begun: Begun): void
}

/** The file exists only after the person saves its text. */
export function NewFileDialog({ kinds, paths, onClose, onBegin }: NewFileDialogProps) {
  const [kind, setKind] = useState(kinds[0]!)
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string>()
  const begun = startNewFile(kind, name.trim())
  function submit(event: FormEvent) {
    event.preventDefault()
    if (begun === null) return setWrong(files.wrongName)
    if (paths.includes(begun.path)) return setWrong(files.isThere(begun.path))
    onBegin(begun)
  }
  return (
    <Dialog open onClose={onClose} title={files.newFile} closeLabel={common.close}>
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        <SelectField
          label={files.kind}
          value={kind}
          onChange={(event) => {
            setKind(event.currentTarget.value as NewKind)
            setWrong(undefined)
          }}
          options={kinds.map((value) => ({ value, label: files.oneOf[value] }))}
        />
        <Field
          label={files.name}
          hint={files.nameHint(begun?.path ?? null)}
          error={wrong}
          value={name}
          maxLength={64}
          autoComplete="off"
          onChange={(event) => {
            setName(event.currentTarget.value)
            setWrong(undefined)
          }}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary">
            {files.write}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
