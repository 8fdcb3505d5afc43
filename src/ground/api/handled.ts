import type { ApiRoute } from './contract.ts'

export type Contracts<R extends ApiRoute> = Readonly<Record<string, Readonly<Record<string, R>>>>

export interface Handled<R extends ApiRoute> {
  /** Throws an Error if the route has no contract. */
  addRoute(route: R): void
  byHeading(): [heading: string, routes: R[]][]
}

export function createHandled<R extends ApiRoute>(contracts: Contracts<R>): Handled<R> {
  const all = Object.entries(contracts).map(([heading, routes]) => [heading, Object.values(routes)] as const)
  const known = new Set(all.flatMap(([, routes]) => routes))
  const handled = new Set<R>()
  return {
    addRoute(route) {
      if (!known.has(route))
        throw new Error(`${route.method} ${route.base}${route.path} is not listed among the contracts`)
      handled.add(route)
    },
    byHeading: () =>
      all
        .map(([heading, routes]): [string, R[]] => [
          heading,
          [...handled].filter((route) => routes.includes(route)),
        ])
        .filter(([, routes]) => routes.length > 0),
  }
}
