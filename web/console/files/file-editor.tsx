import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { LeaveQuestion } from '../kit/leave-question.tsx'
import { files } from './messages.ts'
import { SaveDialog, type Edited } from './save-dialog.tsx'

export interface FileEditorProps {
  hub: string
  from: Edited
  start: string
  onDiscard(): void
  onSaved(): void
}

export function FileEditor({ hub, from, start, onDiscard, onSaved }: FileEditorProps) {
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
        <Button onClick={onDiscard}>{files.discard}</Button>
        <Button look="primary" disabled={text === from.text} onClick={() => setReviewing(true)}>
          {files.review}
        </Button>
      </div>
      {text !== from.text && <LeaveQuestion text={files.leave} part="file" />}
      {reviewing && (
        <SaveDialog hub={hub} from={from} text={text} onClose={() => setReviewing(false)} onSaved={onSaved} />
      )}
    </>
  )
}
