import { z } from 'zod'
import { flag, parseEnvironment, secret, type Environment } from '#ground/base/environment.ts'
import { fetchedAddress } from '#ground/base/network/blocked-port.ts'

export interface Server {
  /** Without a trailing slash. */
  readonly url: string
  readonly token: string
  readonly trustsEmails: boolean
}

export const MattermostVariables = z.object({
  MATTERMOST_URL: fetchedAddress()
    .refine(isPlain, 'expected an address without user name, query and fragment')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('Address of the Mattermost server in the browser'),
  MATTERMOST_BOT_TOKEN: secret(
    z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'expected an access token, without spaces')
      .optional()
      .describe('Token of the bot account in Mattermost'),
  ),
  MATTERMOST_TRUST_EMAILS: flag(false).describe(
    'Identify people by the e-mail of their Mattermost profile; enable it only if people cannot change that e-mail',
  ),
})

export function serverOf(environment: Environment): Server | null {
  const {
    MATTERMOST_URL: url,
    MATTERMOST_BOT_TOKEN: token,
    MATTERMOST_TRUST_EMAILS: trustsEmails,
  } = parseEnvironment(MattermostVariables, environment)
  return url === undefined || token === undefined ? null : { url, token, trustsEmails }
}

export const missingIn = (environment: Environment): readonly string[] =>
  ['MATTERMOST_URL', 'MATTERMOST_BOT_TOKEN'].filter((name) => !environment[name])

/**
 * Paths are appended to the address, so it must have no query or fragment. A password in it would appear in error
 * messages.
 */
function isPlain(address: string): boolean {
  const { username, password, search, hash } = new URL(address)
  return `${username}${password}${search}${hash}` === ''
}
