import { useQuery } from '@tanstack/react-query'
import { Pencil, SearchX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { HubFileText } from '#features/files/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { errorText, hasCode } from '../kit/api.ts'
import { ListFailure } from '../kit/list.tsx'
import { FileEditor, type FileEditorProps } from './file-editor.tsx'
import { FileText } from './file-text.tsx'
import { files } from './messages.ts'
import type { Begun } from './new-file.ts'
import { Problems } from './problems.tsx'
import { fileQuery } from './queries.ts'

interface NewFileProps extends Pick<FileEditorProps, 'hub' | 'onDiscard' | 'onSaved'> {
  begun: Begun
}

export const NewFile = ({ begun: { path, text }, ...rest }: NewFileProps) => (
  <section aria-label={path} className="flex min-w-0 flex-1 flex-col gap-3">
    <FileHeader path={path} />
    <FileEditor {...rest} from={{ path, text: '', hash: null }} start={text} />
  </section>
)

const FileHeader = ({ path, children }: { path: string; children?: ReactNode }) => (
  <header className="flex min-h-hit flex-wrap items-center gap-2">
    <h2 className="min-w-0 flex-1 font-mono text-14 font-semibold break-all">{path}</h2>
    {children}
  </header>
)

export function FileView({ hub, path }: { hub: string; path: string }) {
  const { data, error, refetch } = useQuery(fileQuery(hub, path))
  const [draft, setDraft] = useState<{ from: HubFileText; text: string } | null>(null)
  const close = () => setDraft(null)
  if (!data && hasCode(error, 'not_found', 'invalid', 'too_large'))
    return (
      <Empty icon={<SearchX aria-hidden />} title={files.choose}>
        {errorText(error)}
      </Empty>
    )
  if (!data && error) return <ListFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80 w-full rounded-l" />
  return (
    <section aria-label={path} className="flex min-w-0 flex-1 flex-col gap-3">
      <FileHeader path={path}>
        {data.editing_off && data.editing_off !== 'variable' && (
          <span className="text-12 text-faint">{files.off[data.editing_off]}</span>
        )}
        {!draft && data.editing_off === null && data.last_good !== null && (
          <Button look="quiet" onClick={() => setDraft({ from: data, text: data.last_good! })}>
            {files.restore}
          </Button>
        )}
        {!draft && data.editing_off === null && (
          <Button icon={<Pencil aria-hidden />} onClick={() => setDraft({ from: data, text: data.text })}>
            {files.edit}
          </Button>
        )}
      </FileHeader>
      <Problems problems={data.problems} />
      {draft ? (
        <FileEditor hub={hub} from={draft.from} start={draft.text} onDiscard={close} onSaved={close} />
      ) : (
        <FileText path={path} text={data.text} />
      )}
    </section>
  )
}
