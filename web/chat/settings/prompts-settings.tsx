import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, SquareSlash, Trash2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { PromptForm, PromptView } from '#chatapp/prompts/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { focusAtOnce } from '../../ui/focus-at-once.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { errorText } from '../api/client.ts'
import { ownPromptsQuery, removePrompt, savePrompt } from '../api/prompts.ts'
import { common } from '../messages.ts'
import { PromptEditor } from './prompt-editor.tsx'
import { ownPromptTexts as texts } from './prompts-messages.ts'

export function PromptsSettings() {
  const { save, restore, ...list } = usePrompts()
  const [edited, setEdited] = useState<PromptView | 'new' | null>(null)
  const adding = useRef<HTMLButtonElement>(null)
  function close() {
    save.reset()
    setEdited(null)
    // Waits for the render, which may remove the pressed button.
    setTimeout(() => adding.current?.focus())
  }
  if (edited) {
    const before = edited === 'new' ? null : edited
    return (
      <PromptEditor
        before={before}
        busy={save.isPending}
        error={save.error && errorText(save.error)}
        onSave={(form) => save.mutate({ id: before?.id ?? null, form }, { onSuccess: close })}
        onCancel={close}
      />
    )
  }
  const add = (
    <Button
      ref={adding}
      className="self-start"
      look="primary"
      icon={<Plus aria-hidden />}
      onClick={() => setEdited('new')}
    >
      {texts.add}
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      <p className="text-13 text-muted">{texts.text}</p>
      {list.removed && (
        <Removed
          key={list.removed.id}
          name={list.removed.name}
          error={restore.error}
          busy={restore.isPending}
          onUndo={() => restore.mutate(list.removed!, { onSuccess: () => adding.current?.focus() })}
        />
      )}
      <PromptRows {...list} add={add} onEdit={setEdited} />
    </div>
  )
}

interface PromptRowsProps extends Omit<ReturnType<typeof usePrompts>, 'save' | 'restore'> {
  add: ReactNode
  onEdit(prompt: PromptView): void
}

function PromptRows({ known, remove, add, onEdit }: PromptRowsProps) {
  const { data, error, refetch } = known
  if (!data && !error) return <Skeleton className="h-40" />
  if (!data)
    return (
      <Notice kind="failure" actions={<Button onClick={() => void refetch()}>{common.retry}</Button>}>
        {errorText(error)}
      </Notice>
    )
  if (data.length === 0)
    return (
      <Empty icon={<SquareSlash aria-hidden />} title={texts.none} action={add}>
        {texts.noneText}
      </Empty>
    )
  return (
    <>
      {add}
      {remove.error && <Notice kind="failure">{errorText(remove.error)}</Notice>}
      <ul className="divide-y divide-line">
        {data.map((prompt) => (
          <PromptRow
            key={prompt.id}
            prompt={prompt}
            onEdit={() => onEdit(prompt)}
            onRemove={() => remove.mutate(prompt)}
          />
        ))}
      </ul>
    </>
  )
}

interface RemovedProps {
  name: string
  error: Error | null
  busy: boolean
  onUndo(): void
}

/** “Undo” takes the focus of the removed row. */
const Removed = ({ name, error, busy, onUndo }: RemovedProps) => (
  <div role="status" className="flex items-center gap-2 rounded-m bg-sunken ps-3 text-13">
    <span className="min-w-0 flex-1 truncate">{error ? errorText(error) : texts.removed(name)}</span>
    <Button ref={focusAtOnce} look="link" busy={busy} onClick={onUndo} className="px-3">
      {common.undo}
    </Button>
  </div>
)

function PromptRow({ prompt, onEdit, onRemove }: { prompt: PromptView; onEdit(): void; onRemove(): void }) {
  const { name, title, text } = prompt
  return (
    <li className="flex items-center gap-1 py-2">
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span dir="ltr" className="max-w-1/2 shrink-0 truncate font-mono text-13">
            /{name}
          </span>
          <span dir="auto" className="truncate text-14">
            {title}
          </span>
        </span>
        <span dir="auto" className="block truncate text-12 text-faint">
          {text}
        </span>
      </span>
      <IconButton label={texts.edit(name)} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={texts.remove(name)} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  )
}

function usePrompts() {
  const client = useQueryClient()
  const known = useQuery(ownPromptsQuery)
  const [removed, setRemoved] = useState<PromptView | null>(null)
  const readAgain = () => client.invalidateQueries({ queryKey: ownPromptsQuery.queryKey })
  const save = useMutation({
    mutationFn: ({ id, form }: { id: string | null; form: PromptForm }) => savePrompt(id, form),
    onSuccess: readAgain,
  })
  const remove = useMutation({
    mutationFn: ({ id }: PromptView) => removePrompt(id),
    onSuccess: readAgain,
    onSettled: (_, error, prompt) => setRemoved(error ? null : prompt),
  })
  const restore = useMutation({
    mutationFn: ({ name, title, text }: PromptView) => savePrompt(null, { name, title, text }),
    async onSuccess() {
      await readAgain()
      setRemoved(null)
    },
  })
  return { known, save, remove, restore, removed }
}
