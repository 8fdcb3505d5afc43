/** Adds the port to the name, because browsers share cookies among the ports of a host. */
export const cookieNameAt = (name: string, host: string | undefined): string =>
  `${name}-${/:(\d{1,5})$/.exec(host ?? '')?.[1] ?? 'default'}`
