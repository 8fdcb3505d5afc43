/**
 * The name of a cookie that Hubs at other ports of the same host do not share. Pure.
 *
 * @param host As the request's `Host` has it. Without a port it is the usual one of its scheme.
 */
export const cookieNameAt = (name: string, host: string | undefined): string =>
  `${name}-${/:(\d{1,5})$/.exec(host ?? '')?.[1] ?? 'default'}`
