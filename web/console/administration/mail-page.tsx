import { useQuery } from '@tanstack/react-query'
import type { MailServerView, MailSetup } from '#features/administration/setups/schema.ts'
import { ListFailure, ListSkeleton } from '../kit/list.tsx'
import { setups } from '../kit/messages.ts'
import { PageFrame } from '../kit/page.tsx'
import { ChangedBy, ReadOnlyNote, readOnlyText, UnreadableNote } from '../kit/setup.tsx'
import { Fact, Facts } from './facts.tsx'
import { MailForm } from './mail-form.tsx'
import { mail } from './messages.ts'
import { mailQuery } from './queries.ts'

export function MailPage() {
  const { data, error, refetch } = useQuery(mailQuery)
  return (
    <PageFrame lead={mail.lead}>
      {data ? (
        <Setup setup={data} />
      ) : error ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={3} />
      )}
    </PageFrame>
  )
}

function Setup({ setup }: { setup: MailSetup }) {
  const readOnly = readOnlyText(setup)
  return (
    <>
      {!setup.is_readable && <UnreadableNote />}
      {readOnly === null ? (
        <MailForm key={setup.revision} setup={setup} />
      ) : (
        <section aria-label={mail.server} className="flex flex-col gap-4">
          <ReadOnlyNote text={readOnly} />
          {setup.server ? (
            <Server server={setup.server} />
          ) : (
            <p className="text-13 text-muted">{mail.none}</p>
          )}
        </section>
      )}
      <ChangedBy at={setup.changed_at} by={setup.changed_by} />
    </>
  )
}

const Server = ({ server }: { server: MailServerView }) => (
  <article className="rounded-l border border-line bg-raised p-4">
    <Facts>
      <Fact label={mail.host} value={server.host} />
      <Fact label={mail.port} value={server.port} />
      <Fact label={mail.security} value={mail.securities[server.security]} />
      {server.user !== null && <Fact label={mail.user} value={server.user} />}
      <Fact label={mail.password} value={server.has_password ? setups.isSet : setups.isNotSet} />
      <Fact label={mail.from} value={server.from} />
    </Facts>
  </article>
)
