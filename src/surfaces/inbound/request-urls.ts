import type { IncomingMessage } from 'node:http'

/** The address that people and senders use. */
export interface PublicAddress {
  /** Without a slash at the end. */
  publicUrl: string
  /** Whether a person named it. Without a name, a request may have been sent to any name of this machine. */
  publicUrlIsSet: boolean
}

/** Addresses that a request may have been sent to, with path and query exactly as they were sent. */
export function requestUrls(
  { publicUrl, publicUrlIsSet }: PublicAddress,
  { url: target = '/', headers: { host } }: Pick<IncomingMessage, 'url' | 'headers'>,
): string[] {
  const byHost = publicUrlIsSet || host === undefined ? [] : [`https://${host}`, `http://${host}`]
  return [publicUrl, ...byHost].map((origin) => origin + target)
}
