import type { IncomingMessage } from 'node:http'

export interface PublicAddress {
  /** Without a trailing slash. */
  publicUrl: string
  publicUrlIsSet: boolean
}

export function requestUrls(
  { publicUrl, publicUrlIsSet }: PublicAddress,
  { url: target = '/', headers: { host } }: Pick<IncomingMessage, 'url' | 'headers'>,
): string[] {
  const byHost = publicUrlIsSet || host === undefined ? [] : [`https://${host}`, `http://${host}`]
  return [publicUrl, ...byHost].map((origin) => origin + target)
}
