import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { ImportOutcome, OnProgress, StoppedImport } from '../api/chat-imports.ts'
import { errorText } from '../api/client.ts'
import { OwnDataSettings, type OwnDataProps } from './own-data-settings.tsx'
import { dataTexts as texts } from './data-messages.ts'

export interface ChatTaking {
  exportAll(onProgress: OnProgress): Promise<number>
  importChats(file: File, onProgress: OnProgress): Promise<ImportOutcome>
}

export function DataSettings({ taking, ownEmail }: OwnDataProps & { taking: ChatTaking }) {
  const client = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<string | null>(null)
  const onProgress: OnProgress = (done, of) => setProgress(texts.progress(done, of))
  const over = () => setProgress(null)

  const exportChats = useMutation({ mutationFn: () => taking.exportAll(onProgress), onSettled: over })
  const bring = useMutation({
    mutationFn: (start: (onProgress: OnProgress) => Promise<ImportOutcome>) => start(onProgress),
    onSettled() {
      over()
      return client.invalidateQueries({ queryKey: ['chats'] })
    },
  })
  const busy = exportChats.isPending || bring.isPending
  const problem = exportChats.error ?? bring.error
  return (
    <div className="flex flex-col gap-4">
      <p className="text-13 text-muted">{texts.text}</p>
      {problem && <Notice kind="failure">{errorText(problem)}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Download aria-hidden />}
          disabled={busy}
          busy={exportChats.isPending}
          onClick={() => {
            bring.reset()
            exportChats.mutate()
          }}
        >
          {texts.exportAll}
        </Button>
        <Button
          icon={<Upload aria-hidden />}
          disabled={busy}
          busy={bring.isPending}
          onClick={() => picker.current?.click()}
        >
          {texts.import}
        </Button>
        <input
          ref={picker}
          type="file"
          accept="application/json,.json"
          hidden
          aria-label={texts.import}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            event.currentTarget.value = ''
            exportChats.reset()
            if (file) bring.mutate((onward) => taking.importChats(file, onward))
          }}
        />
      </div>
      <p role="status" className="min-h-5 text-14 text-muted">
        {progress ?? outcomeOf(exportChats.data, bring.data)}
      </p>
      {!progress && bring.data?.stopped && (
        <Stopped stopped={bring.data.stopped} onResume={(resume) => bring.mutate(resume)} />
      )}
      {!progress && bring.data && bring.data.refused.length > 0 && (
        <RefusedChats refused={bring.data.refused} />
      )}
      <OwnDataSettings ownEmail={ownEmail} />
    </div>
  )
}

function Stopped({
  stopped: { position, of, reason, resume },
  onResume,
}: {
  stopped: StoppedImport
  onResume: (resume: StoppedImport['resume']) => void
}) {
  return (
    <Notice
      kind="failure"
      title={texts.stopped(position, of)}
      actions={<Button onClick={() => onResume(resume)}>{texts.resume}</Button>}
    >
      {reason}
    </Notice>
  )
}

const MAX_LISTED = 50

function RefusedChats({ refused }: Pick<ImportOutcome, 'refused'>) {
  return (
    <section aria-label={texts.refused} className="flex flex-col gap-2">
      <h3 className="text-14 font-medium">{texts.refused}</h3>
      <ul className="flex flex-col gap-2 text-13">
        {refused.slice(0, MAX_LISTED).map(({ title, position, reason }) => (
          <li key={position} className="flex flex-col">
            <span dir="auto" className="truncate font-medium">
              {title || texts.untitled(position)}
            </span>
            <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
      {refused.length > MAX_LISTED && (
        <p className="text-13 text-muted">{texts.moreRefused(refused.length - MAX_LISTED)}</p>
      )}
    </section>
  )
}

function outcomeOf(exportedCount: number | undefined, brought: ImportOutcome | undefined): string {
  if (exportedCount !== undefined) return texts.exported(exportedCount)
  if (!brought) return ''
  const { stored, refused } = brought
  return [texts.imported(stored), refused.length > 0 && texts.notImported(refused.length)]
    .filter(Boolean)
    .join(' ')
}
