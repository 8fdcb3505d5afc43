import type { ReactNode } from 'react'
import type { ConnectionView } from '#features/connections/schema.ts'
import { When } from '../../ui/when.tsx'
import { connections as texts } from './messages.ts'
import { ScopeName } from './scope-name.tsx'

const MAX_SHOWN_SCOPES = 6
const MAX_SHOWN_HUBS = 3

export function ConnectionFacts({ connection }: { connection: ConnectionView }) {
  const { state, scopes, missing_scopes, connected_at, used } = connection
  const isThere = state !== 'none'
  return (
    <dl className="grid gap-x-4 gap-y-1 text-13 sm:grid-cols-[5.5rem_minmax(0,1fr)]">
      {connected_at && (
        <Fact name={texts.since}>
          <When at={connected_at} />
        </Fact>
      )}
      <Scopes name={isThere ? texts.scopes : texts.asks} scopes={scopes} />
      <Scopes name={texts.lacks} scopes={missing_scopes} />
      {isThere && (
        <Fact name={texts.used}>
          {used.length === 0 ? (
            <span className="text-muted">{texts.never}</span>
          ) : (
            used.slice(0, MAX_SHOWN_HUBS).map(({ hub, name, last_used_at }) => (
              <span key={hub} className="block break-words">
                {name}, <When at={last_used_at} className="text-muted" />
              </span>
            ))
          )}
        </Fact>
      )}
    </dl>
  )
}

const Scopes = ({ name, scopes }: { name: string; scopes: readonly string[] }) =>
  scopes.length > 0 && (
    <Fact name={name}>
      <ul className="flex flex-col gap-y-0.5">
        {scopes.slice(0, MAX_SHOWN_SCOPES).map((scope) => (
          <li key={scope}>
            <ScopeName scope={scope} />
          </li>
        ))}
        {scopes.length > MAX_SHOWN_SCOPES && (
          <li className="text-muted">{texts.moreScopes(scopes.length - MAX_SHOWN_SCOPES)}</li>
        )}
      </ul>
    </Fact>
  )

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted max-sm:mt-1">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
)
