import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useState, type FormEvent } from 'react'
import type { IdentityView, PersonView } from '#features/people/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { people } from './messages.ts'
import { useReleaseIdentity } from './mutations.ts'
import { identitiesQuery } from './queries.ts'

export function ReleaseDialog({ person, onClose }: { person: PersonView; onClose(): void }) {
  const { subject } = person
  const { data, error, refetch } = useQuery(identitiesQuery(subject))
  return (
    <Dialog
      open
      onClose={onClose}
      title={people.releaseTitle(person.name ?? subject)}
      closeLabel={common.close}
    >
      {data ? (
        <ReleaseForm subject={subject} identities={data.items} onClose={onClose} />
      ) : error ? (
        <Notice kind="failure" actions={<Button onClick={() => void refetch()}>{common.retry}</Button>}>
          {errorText(error)}
        </Notice>
      ) : (
        <Skeleton className="h-32 w-full rounded-l" />
      )}
    </Dialog>
  )
}

interface ReleaseFormProps {
  subject: string
  identities: readonly IdentityView[]
  onClose(): void
}

function ReleaseForm({ subject, identities, onClose }: ReleaseFormProps) {
  const [issuer, setIssuer] = useState(identities.length === 1 ? identities[0]!.issuer : '')
  const release = useReleaseIdentity()
  function submit(event: FormEvent) {
    event.preventDefault()
    release.mutate({ subject, issuer }, { onSuccess: onClose })
  }
  if (identities.length === 0) return <p className="text-14 text-muted">{people.releaseNone}</p>
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {release.error && <Notice kind="failure">{errorText(release.error)}</Notice>}
      <p className="text-14 text-muted">{people.releaseText}</p>
      <RadioGroup.Root
        aria-label={people.identity}
        value={issuer}
        onValueChange={setIssuer}
        className="flex flex-col gap-2"
      >
        {identities.map((identity) => (
          <Choice
            key={`${identity.issuer} ${identity.subject}`}
            value={identity.issuer}
            icon={Fingerprint}
            label={identity.issuer}
            hint={[identity.subject, identity.email].filter(Boolean).join(' · ')}
          />
        ))}
      </RadioGroup.Root>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" look="danger" busy={release.isPending} disabled={!issuer}>
          {people.releaseIdentity}
        </Button>
      </div>
    </form>
  )
}
