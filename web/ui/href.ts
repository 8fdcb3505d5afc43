import type { RouteAddress, ApiRoute, SentParts } from '#ground/api/contract.ts'

type Written<R extends ApiRoute> = Omit<SentParts<R>, 'body'>

export type Argument<T> = {} extends T ? [sent?: T] : [sent: T]

/** Empty query parameters are left out. */
export const hrefOf = <R extends ApiRoute>(route: R, ...[sent]: Argument<Written<R>>): string =>
  addressOf(route, sent ?? {})

type Text = string | number | boolean | null | undefined

export type AddressQuery = Readonly<Record<string, Text>>

export function addressOf(
  { base, path }: RouteAddress,
  { params = {}, query = {} }: { params?: Readonly<Record<string, Text>>; query?: AddressQuery },
): string {
  const place = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  return `${base}${place}${search.size > 0 ? `?${search}` : ''}`
}
