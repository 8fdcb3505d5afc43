import type { IncomingMessage } from 'node:http'

export interface PublicAddress {
  /** Without a trailing slash. */
  publicUrl: string
  /** Whether `publicUrl` is configured. If not, a request may name any host name of this machine. */
  publicUrlIsSet: boolean
}

/** Addresses that the sender may have used. Path and query are unchanged, because signatures cover them. */
export function requestUrls(
  { publicUrl, publicUrlIsSet }: PublicAddress,
  { url: target = '/', headers: { host } }: Pick<IncomingMessage, 'url' | 'headers'>,
): string[] {
  const byHost = publicUrlIsSet || host === undefined ? [] : [`https://${host}`, `http://${host}`]
  return [publicUrl, ...byHost].map((origin) => origin + target)
}
