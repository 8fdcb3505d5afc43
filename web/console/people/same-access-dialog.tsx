import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Me } from '#core/access/schema.ts'
import type { PersonView } from '#features/people/schema.ts'
import { listed } from '../../ui/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DiffLines } from '../access/diff-lines.tsx'
import { useHubName } from '../access/hubs.tsx'
import { permissionLabel } from '../access/permissions.tsx'
import { catalogQuery } from '../access/queries.ts'
import { errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { isSubject, PersonField } from '../kit/person-field.tsx'
import { people } from './messages.ts'
import { useGiveLacking } from './mutations.ts'
import { personQuery } from './queries.ts'
import { lackingOf, type Lacking } from './same-access.ts'

export interface SameAccessDialogProps {
  person: PersonView
  me: Me
  onClose(): void
}

export function SameAccessDialog({ person, me, onClose }: SameAccessDialogProps) {
  const [text, setText] = useState('')
  const other = text.trim().toLowerCase()
  const query = useQuery({ ...personQuery(other), enabled: isSubject(other), retry: false })
  const give = useGiveLacking(person.subject)
  const lacking = query.data ? lackingOf(person.access, query.data.person.access, me) : []
  const mayGive = lacking.some(({ given }) => given.size > 0)
  function submit(event: FormEvent) {
    event.preventDefault()
    give.mutate(lacking, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={people.sameAsTitle}
      description={people.sameAsText(person.name ?? person.subject)}
      closeLabel={common.close}
      className="max-w-lg"
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {give.error && <Notice kind="failure">{errorText(give.error)}</Notice>}
        <PersonField label={people.sameAsWhom} value={text} onChange={setText} />
        {isSubject(other) && query.error && <Notice kind="info">{errorText(query.error)}</Notice>}
        {query.data && lacking.length === 0 && <Notice kind="info">{people.sameAsNothing}</Notice>}
        <ul className="flex max-h-[50dvh] flex-col gap-3 overflow-y-auto empty:hidden">
          {lacking.map((on) => (
            <LackingOn key={on.hub} lacking={on} />
          ))}
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={give.isPending} disabled={!mayGive}>
            {people.sameAsGive}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function LackingOn({ lacking: { hub, given, beyond } }: { lacking: Lacking }) {
  const { data: catalog } = useQuery(catalogQuery(hub))
  return (
    <li className="min-w-0">
      <p className="font-medium break-words">{useHubName()(hub)}</p>
      {given.size > 0 && (
        <DiffLines before={[]} after={[...given.keys()]} ends={Object.fromEntries(given)} catalog={catalog} />
      )}
      {beyond.length > 0 && (
        <p className="text-13 text-muted">
          {people.sameAsBeyond(listed(beyond.map((name) => permissionLabel(name, catalog))))}
        </p>
      )}
    </li>
  )
}
