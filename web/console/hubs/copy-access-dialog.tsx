import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { AccessItem, PermissionCatalog } from '#core/access/schema.ts'
import { listed } from '../../ui/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DiffLines } from '../access/diff-lines.tsx'
import { permissionLabel } from '../access/permissions.tsx'
import { common } from '../kit/messages.ts'
import { isSubject, PersonField } from '../kit/person-field.tsx'
import { hubs } from './messages.ts'
import { accessQuery } from './queries.ts'

export interface CopyAccessDialogProps {
  hub: string
  catalog: PermissionCatalog
  count: number
  onClose(): void
  onCopy(wanted: ReadonlyMap<string, string | null>): void
}

/** Permissions that the viewer may not grant are listed, but not copied. */
export function CopyAccessDialog({ hub, catalog, count, onClose, onCopy }: CopyAccessDialogProps) {
  const [text, setText] = useState('')
  const subject = text.trim().toLowerCase()
  const query = useQuery({ ...accessQuery({ hub, q: subject, limit: 200 }), enabled: isSubject(subject) })
  const source = query.data?.items.find((item) => item.subject === subject)
  const wanted = source ? directOf(source) : new Map<string, string | null>()
  const mayGive = (name: string) => catalog.items.some((entry) => entry.name === name && entry.grantable)
  const given = new Map([...wanted].filter(([name]) => mayGive(name)))
  const beyond = [...wanted.keys()].filter((name) => !mayGive(name))
  function submit(event: FormEvent) {
    event.preventDefault()
    if (given.size > 0) onCopy(given)
  }
  const ends = Object.fromEntries([...given].flatMap(([name, end]) => (end === null ? [] : [[name, end]])))
  return (
    <Dialog
      open
      onClose={onClose}
      title={hubs.sameAsTitle}
      description={hubs.sameAsText(count)}
      closeLabel={common.close}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <PersonField label={hubs.subject} value={text} onChange={setText} />
        {isSubject(subject) && query.isSuccess && !query.isPlaceholderData && wanted.size === 0 && (
          <Notice kind="info">{hubs.nothingToCopy}</Notice>
        )}
        {given.size > 0 && <DiffLines before={[]} after={[...given.keys()]} ends={ends} catalog={catalog} />}
        {beyond.length > 0 && (
          <Notice kind="attention" title={hubs.beyondCeiling}>
            {listed(beyond.map((name) => permissionLabel(name, catalog)))}
          </Notice>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" disabled={given.size === 0}>
            {hubs.addToDraft}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const directOf = ({ direct, effective }: AccessItem): Map<string, string | null> =>
  new Map(
    direct.map((name) => [
      name,
      effective.find(({ permission, via }) => permission === name && via !== 'everyone')?.grant?.expires_at ??
        null,
    ]),
  )
