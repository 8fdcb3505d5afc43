import { beginSignIn } from '#chatapp/openid/contract.ts'
import type { SiteConfig } from '#chatapp/accounts/settings/schema.ts'
import { hrefOf } from '../../ui/href.ts'
import { session } from './messages.ts'
import { PasskeyButton } from './passkey-button.tsx'

interface OtherWaysProps {
  config: SiteConfig
  target: string | undefined
  onPasskey: (() => void) | null
}

export function OtherWays({ config, target, onPasskey }: OtherWaysProps) {
  const providers = Object.entries(config.oauth?.providers ?? {})
  if (providers.length === 0 && !onPasskey) return null
  return (
    <div className="mt-4 flex flex-col gap-2">
      {config.features.enable_login_form && <p className="text-center text-12 text-faint">{session.or}</p>}
      {onPasskey && <PasskeyButton onEntered={onPasskey} />}
      {providers.map(([id, label]) => (
        <a
          key={id}
          href={hrefOf(beginSignIn, { params: { provider: id }, query: { redirect: target } })}
          className="inline-flex min-h-10 items-center justify-center rounded-m border border-line bg-raised px-3 py-2 text-center text-14 text-balance font-medium shadow-1 hover:bg-hover"
        >
          {session.continueWith(label)}
        </a>
      ))}
    </div>
  )
}
