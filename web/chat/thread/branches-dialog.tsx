import { useQuery } from '@tanstack/react-query'
import { listBranches } from '#chatapp/chats/contract.ts'
import type { BranchView } from '#chatapp/chats/schema.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { spokenBlocks } from '../../ui/markdown/spoken.ts'
import { exactTime, shortTime } from '../../ui/time.ts'
import { call, errorText } from '../api/client.ts'
import { common } from '../messages.ts'
import { thread as texts } from './messages.ts'

export interface BranchesDialogProps {
  chatId: string
  locked: boolean
  onClose(): void
  onShow(id: string): void
}

/** Limits the indentation, so that deep branches stay readable. */
const MAX_INDENT_LEVELS = 6

export function BranchesDialog({ chatId, locked, onClose, onShow }: BranchesDialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['branches', chatId],
    queryFn: ({ signal }) => call(listBranches, { params: { id: chatId }, signal }),
    gcTime: 0,
  })
  return (
    <Dialog open onClose={onClose} title={texts.branches} closeLabel={common.close} className="max-w-xl">
      {error && (
        <div role="alert" className="flex items-center justify-between gap-3 text-14">
          {errorText(error)}
          <Button onClick={() => void refetch()}>{common.retry}</Button>
        </div>
      )}
      {!data && !error && <Skeleton className="h-32" />}
      {data && (
        <Branches
          all={data}
          parentId={null}
          depth={0}
          locked={locked}
          onShow={(id) => {
            onShow(id)
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

interface BranchesProps extends Pick<BranchesDialogProps, 'locked' | 'onShow'> {
  all: readonly BranchView[]
  parentId: string | null
  depth: number
}

function Branches({ all, parentId, depth, locked, onShow }: BranchesProps) {
  const here = all.filter(({ parent_id }) => parent_id === parentId)
  if (here.length === 0) return null
  return (
    <ul
      className={cx(
        'flex flex-col',
        depth > 0 && depth <= MAX_INDENT_LEVELS && 'ms-3 border-s border-line ps-3',
      )}
    >
      {here.map((branch) => (
        <li key={branch.id}>
          <button
            type="button"
            disabled={locked}
            aria-current={branch.shown || undefined}
            onClick={() => onShow(branch.id)}
            className={cx(
              'flex min-h-hit w-full flex-col gap-0.5 rounded-m px-3 py-2 text-start enabled:hover:bg-hover disabled:cursor-not-allowed',
              branch.shown && 'bg-selected',
            )}
          >
            <span dir="auto" className="line-clamp-2 w-full text-14 [overflow-wrap:anywhere]">
              {beginningOf(branch) || texts.noWords}
            </span>
            <span className="text-12 text-muted" title={exactTime(branch.timestamp)}>
              {[
                branch.role === 'user' ? texts.yourMessage : texts.answer,
                branch.count > 1 && texts.messages(branch.count),
                shortTime(branch.timestamp),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
          <Branches all={all} parentId={branch.id} depth={depth + 1} locked={locked} onShow={onShow} />
        </li>
      ))}
    </ul>
  )
}

const beginningOf = ({ role, text }: BranchView): string =>
  (role === 'assistant' && spokenBlocks(text).join(' ')) || text
