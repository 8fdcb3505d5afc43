/**
 * Adds the port to a cookie's name, because browsers share cookies among the ports of a host.
 *
 * @param host Header `Host` of the request. Without a port, the name ends with `default`.
 */
export const cookieNameAt = (name: string, host: string | undefined): string =>
  `${name}-${/:(\d{1,5})$/.exec(host ?? '')?.[1] ?? 'default'}`
