import { useState, type ReactNode } from 'react'
import type { WaysIn } from '#features/administration/schema.ts'
import type { ProvidersSetup, ProviderView } from '#features/administration/setups/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { common, setups } from '../kit/messages.ts'
import { ChangedBy, ReadOnlyNote, UnreadableNote } from '../kit/setup.tsx'
import { Fact, Facts } from './facts.tsx'
import { providers } from './messages.ts'
import { ProviderDialog } from './provider-dialog.tsx'
import { useRemoveProvider } from './queries.ts'

type Asked = { act: 'edit'; provider: ProviderView | null } | { act: 'remove'; provider: ProviderView }

export interface IdentityProvidersProps {
  ways: WaysIn
  setup: ProvidersSetup | undefined
}

export function IdentityProviders({ ways: { passwords, providers: all }, setup }: IdentityProvidersProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const mayChange = setup?.may_change === true && setup.is_supported
  const fixed = all.filter(({ variable }) => variable !== null)
  const stored = setup?.items ?? []
  return (
    <section aria-labelledby="identity-providers" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-end justify-between gap-2">
        <div>
          <h2 id="identity-providers" className="text-16 font-semibold">
            {providers.signIn}
          </h2>
          <p className="max-w-prose text-13 text-muted">{providers.signInText}</p>
        </div>
        {mayChange && (
          <Button look="primary" onClick={() => setAsked({ act: 'edit', provider: null })}>
            {providers.add}
          </Button>
        )}
      </header>
      {setup && !setup.may_change && <ReadOnlyNote text={setups.off} />}
      {fixed.length + stored.length === 0 && <p className="text-13 text-muted">{providers.noSignIn}</p>}
      {fixed.map((provider) => (
        <Card key={provider.id} title={provider.name} from={<FromVariable name={provider.variable!} />}>
          <ProviderFacts {...provider} />
        </Card>
      ))}
      {stored.map((provider) => (
        <StoredProvider key={provider.id} provider={provider} mayChange={mayChange} onAsk={setAsked} />
      ))}
      {passwords && (
        <Card title={providers.passwords} from={<FromVariable name={passwords.variable} />}>
          <Fact label={providers.state} value={passwords.on ? providers.on : providers.off} />
        </Card>
      )}
      {asked?.act === 'edit' && (
        <ProviderDialog provider={asked.provider} redirectUri={setup?.redirect_uri ?? ''} onClose={close} />
      )}
      {asked?.act === 'remove' && <RemoveProvider provider={asked.provider} onClose={close} />}
    </section>
  )
}

const FromVariable = ({ name }: { name: string }) => (
  <Badge>
    {providers.variable} <code className="font-mono">{name}</code>
  </Badge>
)

interface StoredProviderProps {
  provider: ProviderView
  mayChange: boolean
  onAsk(asked: Asked): void
}

function StoredProvider({ provider, mayChange, onAsk }: StoredProviderProps) {
  const { id, settings, has_secret: hasSecret, redirect_uri: uri } = provider
  const acts = mayChange && (
    <>
      <Button onClick={() => onAsk({ act: 'edit', provider })}>{providers.edit}</Button>
      <Button onClick={() => onAsk({ act: 'remove', provider })}>{setups.remove}</Button>
    </>
  )
  return (
    <Card title={settings?.name ?? id} from={<Badge>{providers.inConsole}</Badge>} acts={acts}>
      {settings ? (
        <>
          <ProviderFacts {...settings} has_secret={hasSecret} scope={settings.scopes} />
          <Fact label={providers.redirect} value={uri} />
        </>
      ) : (
        <UnreadableNote />
      )}
      <ChangedBy at={provider.changed_at} by={provider.changed_by} />
    </Card>
  )
}

interface CardProps {
  title: string
  from: ReactNode
  acts?: ReactNode
  children: ReactNode
}

const Card = ({ title, from, acts, children }: CardProps) => (
  <article aria-label={title} className="rounded-l border border-line bg-raised p-4">
    <header className="mb-3 flex flex-wrap items-center gap-2">
      <h3 className="text-14 font-semibold">{title}</h3>
      {from}
      {acts && <div className="ms-auto flex flex-wrap gap-2">{acts}</div>}
    </header>
    <Facts>{children}</Facts>
  </article>
)

type ShownProvider = Pick<
  WaysIn['providers'][number],
  'issuer' | 'client_id' | 'has_secret' | 'scope' | 'sign_up' | 'link' | 'allowed_domains'
> & { role_claim: string | null; groups_claim: string | null }

const ProviderFacts = (provider: ShownProvider) => (
  <>
    <Fact label={providers.issuer} value={provider.issuer} />
    <Fact label={providers.clientId} value={provider.client_id} />
    <Fact label={providers.secret} value={provider.has_secret ? setups.isSet : setups.isNotSet} />
    <Fact label={providers.scope} value={provider.scope} />
    <Fact label={providers.makesAccounts} value={madeAccounts(provider.sign_up)} />
    <Fact label={providers.links} value={provider.link ? providers.yes : providers.no} />
    <Fact label={providers.domains} value={provider.allowed_domains.join(', ') || providers.allDomains} />
    {provider.role_claim && <Fact label={providers.roleClaim} value={provider.role_claim} />}
    {provider.groups_claim && <Fact label={providers.groupsClaim} value={provider.groups_claim} />}
  </>
)

const madeAccounts = (signUp: boolean | null): string => {
  if (signUp === null) return providers.asSignUp
  return signUp ? providers.yes : providers.no
}

function RemoveProvider({ provider, onClose }: { provider: ProviderView; onClose(): void }) {
  const { mutate, isPending } = useRemoveProvider(onClose)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={providers.removeTitle(provider.settings?.name ?? provider.id)}
      confirmLabel={providers.removeAct}
      cancelLabel={common.cancel}
      busy={isPending}
      onConfirm={() => mutate(provider, { onError: onClose })}
    >
      {providers.removeText}
    </ConfirmDialog>
  )
}
