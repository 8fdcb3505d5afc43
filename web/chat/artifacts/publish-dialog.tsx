import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { ArtifactView } from '#features/artifacts/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { notifyTabs } from '../../ui/tabs.ts'
import { errorText } from '../api/client.ts'
import { common } from '../messages.ts'
import { artifacts as texts } from './messages.ts'
import { OpenArtifact } from './open-artifact.tsx'
import { PUBLISHED_FILES } from './queries.ts'

const MAX_TITLE_LENGTH = 200

export interface PublishDialogProps {
  filename: string
  suggested?: string | undefined
  publish(title: string): Promise<ArtifactView>
  onClose(): void
}

export function PublishDialog({ filename, suggested, publish: send, onClose }: PublishDialogProps) {
  const [title, setTitle] = useState(() => suggested ?? titleFor(filename))
  const client = useQueryClient()
  const publish = useMutation({
    mutationFn: send,
    onSuccess() {
      void client.invalidateQueries({ queryKey: PUBLISHED_FILES })
      notifyTabs()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    publish.mutate(title.trim())
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.publishTitle}
      description={texts.publishText}
      closeLabel={common.close}
    >
      {publish.data ? (
        <div className="flex flex-col gap-4">
          <p role="status" className="text-14">
            {texts.published(publish.data.title)}
          </p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>{common.close}</Button>
            <OpenArtifact id={publish.data.id} look="primary" onOpen={onClose}>
              {texts.openArtifact}
            </OpenArtifact>
          </div>
        </div>
      ) : (
        <form onSubmit={submit} className="flex flex-col gap-4">
          <Field
            label={texts.title}
            hint={filename}
            value={title}
            maxLength={MAX_TITLE_LENGTH}
            autoComplete="off"
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          {publish.error && <Notice kind="failure">{errorText(publish.error)}</Notice>}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button type="submit" look="primary" busy={publish.isPending} disabled={title.trim() === ''}>
              {texts.publishAct}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

/** Such as `quarterly report` for `quarterly-report.html`. */
const titleFor = (filename: string): string =>
  (
    filename
      .replace(/\.[^.]+$/, '')
      .replaceAll(/[-_]+/g, ' ')
      .trim() || filename
  ).slice(0, MAX_TITLE_LENGTH)
