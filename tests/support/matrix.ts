import type { ApiRoute, SentParts } from '#ground/api/contract.ts'
import { addressOf } from '../../web/ui/href.ts'

type Named<Headings> = {
  [H in keyof Headings]: { [N in keyof Headings[H]]: [name: N, route: Headings[H][N]] }[keyof Headings[H]]
}[keyof Headings]

type EntryOf<Route, Beside> = Route extends ApiRoute ? SentParts<Route> & Beside : never

export type MatrixOf<Headings, Beside> = {
  [Pair in Named<Headings> as {} extends EntryOf<Pair[1], Beside> ? never : Pair[0]]: EntryOf<Pair[1], Beside>
} & {
  [Pair in Named<Headings> as Pair[0]]?: EntryOf<Pair[1], Beside>
}

export interface Told {
  status: number
  json: any
}

export async function ask(
  url: string,
  route: ApiRoute,
  entry: object,
  headers: Readonly<Record<string, string>>,
): Promise<Told> {
  const { body, ...written } = entry as { body?: unknown }
  const response = await fetch(url + addressOf(route, written), {
    method: route.method.toUpperCase(),
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'manual',
  })
  const { status } = response
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (isJson) return { status, json: await response.json() }
  await response.body?.cancel()
  return { status, json: null }
}
