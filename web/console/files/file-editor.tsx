import { useState } from 'react'
import type { HubFileText } from '#features/files/schema.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { files } from './messages.ts'
import { SaveDialog } from './save-dialog.tsx'

export interface FileEditorProps {
  hub: string
  /** The version that is edited. */
  from: HubFileText
  /** What to begin with. */
  start: string
  onClose(): void
}

/** The text of a file as it is written. Nothing is saved before its changes were looked at. */
export function FileEditor({ hub, from, start, onClose }: FileEditorProps) {
  const [text, setText] = useState(start)
  const [reviewing, setReviewing] = useState(false)
  return (
    <>
      <TextArea
        label={files.content(from.path)}
        code
        rows={Math.min(Math.max(text.split('\n').length + 2, 12), 40)}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{files.discard}</Button>
        <Button look="primary" disabled={text === from.text} onClick={() => setReviewing(true)}>
          {files.review}
        </Button>
      </div>
      {reviewing && (
        <SaveDialog hub={hub} from={from} text={text} onClose={() => setReviewing(false)} onSaved={onClose} />
      )}
    </>
  )
}
