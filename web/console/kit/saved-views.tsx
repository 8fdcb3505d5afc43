import { Link } from '@tanstack/react-router'
import { BookmarkPlus, ChevronDown, Pencil, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { common, views as texts } from './messages.ts'
import { cleanName, isSameSearch, MAX_VIEWS, useViews, type SavedView } from './views.ts'

type Naming = { view: SavedView | null } | null

/** Chips of the person's views, and the button that saves the present filters and order. */
export function SavedViews() {
  const { views, present, isKnown, isPending, change } = useViews()
  const [naming, setNaming] = useState<Naming>(null)
  const isShown = views.some(({ search }) => isSameSearch(search, present))
  const canSave = isKnown && !isShown && Object.keys(present).length > 0
  if (views.length === 0 && !canSave && naming === null) return null
  function remove(view: SavedView) {
    const at = views.indexOf(view)
    change(
      (stored) => without(stored, view.name),
      () =>
        toast({
          text: texts.deleted(view.name),
          action: { label: texts.undo, run: () => change((stored) => put(stored, view, at)) },
        }),
    )
  }
  function save(name: string) {
    const old = naming?.view
    const saved = { name, search: old?.search ?? present }
    change(
      (stored) => {
        const at = stored.findIndex((view) => view.name === old?.name)
        return put(old ? without(stored, old.name) : stored, saved, at < 0 ? stored.length : at)
      },
      () => setNaming(null),
    )
  }
  return (
    <div
      role="group"
      aria-label={texts.label}
      className="-my-1 flex flex-wrap items-center gap-1.5 print:hidden"
    >
      {views.map((view) => (
        <ViewChip
          key={view.name}
          view={view}
          isShown={isSameSearch(view.search, present)}
          onRename={() => setNaming({ view })}
          onDelete={() => remove(view)}
        />
      ))}
      {canSave && (
        <Button
          look="quiet"
          icon={<BookmarkPlus aria-hidden />}
          onClick={() =>
            views.length < MAX_VIEWS ? setNaming({ view: null }) : toast({ text: texts.full, failure: true })
          }
        >
          {texts.save}
        </Button>
      )}
      {naming && (
        <NameDialog
          view={naming.view}
          taken={views.map(({ name }) => name).filter((name) => name !== naming.view?.name)}
          busy={isPending}
          onName={save}
          onClose={() => setNaming(null)}
        />
      )}
    </div>
  )
}

const without = (views: readonly SavedView[], name: string): SavedView[] =>
  views.filter((view) => view.name !== name)

const put = (views: readonly SavedView[], view: SavedView, at: number): SavedView[] =>
  without(views, view.name).toSpliced(at, 0, view)

interface ViewChipProps {
  view: SavedView
  isShown: boolean
  onRename(): void
  onDelete(): void
}

const ViewChip = ({ view: { name, search }, isShown, onRename, onDelete }: ViewChipProps) => (
  <span
    className={cx(
      'inline-flex min-h-hit max-w-64 items-center rounded-full border text-13',
      isShown ? 'border-transparent bg-selected font-medium' : 'border-line bg-raised text-muted',
    )}
  >
    <Link
      to="."
      search={search as never}
      activeProps={{}}
      aria-current={isShown ? 'true' : undefined}
      className={cx('min-w-0 truncate rounded-full py-1.5 ps-3 hover:text-text', isShown ? 'pe-1' : 'pe-3')}
    >
      {name}
    </Link>
    {isShown && (
      <Menu
        align="start"
        trigger={
          <IconButton label={texts.actsFor(name)} className="rounded-full!">
            <ChevronDown aria-hidden className="size-3.5!" />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={onRename}>
          {texts.rename}
        </MenuItem>
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={onDelete}>
          {texts.delete}
        </MenuItem>
      </Menu>
    )}
  </span>
)

interface NameDialogProps {
  view: SavedView | null
  taken: readonly string[]
  busy: boolean
  onName(name: string): void
  onClose(): void
}

function NameDialog({ view, taken, busy, onName, onClose }: NameDialogProps) {
  const [text, setText] = useState(view?.name ?? '')
  const name = cleanName(text)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name) onName(name)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={view ? texts.renameTitle : texts.saveTitle}
      {...(!view && { description: texts.saveText })}
      closeLabel={common.close}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={texts.name}
          value={text}
          maxLength={60}
          autoComplete="off"
          {...(taken.includes(name) && { hint: texts.taken })}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={busy} disabled={!name}>
            {view ? texts.renameVerb : texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
