import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { ApiError } from '../api/client.ts'
import { meQuery } from '../queries.ts'
import { auditSearch, changesSearch, hubSearch, peopleSearch, recordsSearch } from '../searches.ts'
import { goToSignIn } from './client.ts'
import { EntryProblem, NotFoundPage, PageError } from './problem-pages.tsx'

const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: PageError,
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  async beforeLoad({ context }) {
    try {
      await context.client.ensureQueryData(meQuery)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      goToSignIn()
      await new Promise(() => {}) // The browser leaves this page.
    }
  },
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  errorComponent: EntryProblem,
})

const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: recordsSearch,
  component: lazyRouteComponent(() => import('../overview/overview-page.tsx'), 'OverviewPage'),
})

const peopleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  validateSearch: peopleSearch,
  component: lazyRouteComponent(() => import('../people/people-page.tsx'), 'PeoplePage'),
})

const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people/$subject',
  validateSearch: hubSearch,
  component: lazyRouteComponent(() => import('../people/person-page.tsx'), 'PersonPage'),
})

const hubsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/hubs',
  validateSearch: hubSearch,
  component: lazyRouteComponent(() => import('../hubs/hubs-page.tsx'), 'HubsPage'),
})

const hubRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/hubs/$slug',
  validateSearch: hubSearch,
  component: lazyRouteComponent(() => import('../hubs/hub-page.tsx'), 'HubPage'),
})

const organizationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/organization',
  validateSearch: hubSearch,
  component: lazyRouteComponent(() => import('../hubs/hub-page.tsx'), 'OrganizationPage'),
})

const changesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/change-requests',
  validateSearch: changesSearch,
  component: lazyRouteComponent(() => import('../changes/changes-page.tsx'), 'ChangesPage'),
})

const changeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/change-requests/$id',
  validateSearch: hubSearch,
  component: lazyRouteComponent(() => import('../changes/change-page.tsx'), 'ChangePage'),
})

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('../audit/audit-page.tsx'), 'AuditPage'),
})

const accessChangesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/access-changes',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('../audit/access-changes-page.tsx'), 'AccessChangesPage'),
})

const mcpRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/mcp',
  validateSearch: hubSearch,
  component: lazyRouteComponent(() => import('../mcp/mcp-page.tsx'), 'McpPage'),
})

const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([
    overviewRoute,
    peopleRoute,
    personRoute,
    hubsRoute,
    hubRoute,
    organizationRoute,
    changesRoute,
    changeRoute,
    auditRoute,
    accessChangesRoute,
    mcpRoute,
  ]),
])

export const createAppRouter = (context: { client: QueryClient }) =>
  createRouter({
    routeTree,
    context,
    basepath: '/portal',
    defaultPendingMs: 400,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
