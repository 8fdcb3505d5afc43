import {
  isForgottenClient,
  isServiceMisconfigured,
  oauthErrorOf,
  requiresProof,
  requiresPush,
} from './failure.ts'
import { registersItself, type Provider } from './provider.ts'

export function wordsFor(provider: Provider, error: unknown): string | null {
  const code = oauthErrorOf(error)
  if (code === null) return null
  const refusal = `${provider.name} was not connected`
  if (requiresPush(error))
    return `${refusal}: the provider requires pushed authorization requests (PAR) and accepts none of this service. Contact an administrator.`
  if (requiresProof(error))
    return `${refusal}: the provider requires tokens that are bound to a key (DPoP), which is not supported. Contact an administrator.`
  if (isForgottenClient(code) && registersItself(provider))
    return `${refusal}: it no longer knows this service. Connect again: the service then registers itself again.`
  if (code === 'access_denied') return `${refusal}: access was declined there.`
  const words = `${refusal}: it answered “${code}”.`
  return isServiceMisconfigured(code)
    ? `${words} The settings of this provider are wrong: contact an administrator.`
    : words
}
