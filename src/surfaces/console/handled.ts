import type { ConsoleRoute } from '#ground/api/contract.ts'

/** Routes by their heading in the OpenAPI page. */
export type Contracts = Readonly<Record<string, Readonly<Record<string, ConsoleRoute>>>>

/** Those among the contracts that have a handler here: some parts are only in some processes. */
export interface Handled {
  /** @throws Error when a route is not among the contracts: it would be in no description and no test of who may call it. */
  note(route: ConsoleRoute): void
  /** In the order in which they came, without headings that have none. */
  byHeading(): [heading: string, routes: ConsoleRoute[]][]
}

export function createHandled(contracts: Contracts): Handled {
  const all = Object.entries(contracts).map(([heading, routes]) => [heading, Object.values(routes)] as const)
  const known = new Set(all.flatMap(([, routes]) => routes))
  const handled = new Set<ConsoleRoute>()
  return {
    note(route) {
      if (!known.has(route))
        throw new Error(
          `${route.method} ${route.base}${route.path} is not listed in src/processes/contracts.ts`,
        )
      handled.add(route)
    },
    byHeading: () =>
      all
        .map(([heading, routes]): [string, ConsoleRoute[]] => [
          heading,
          [...handled].filter((route) => routes.includes(route)),
        ])
        .filter(([, routes]) => routes.length > 0),
  }
}
