import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import './authorize-search.ts'
import {
  artifactSearch,
  artifactsSearch,
  auditSearch,
  changesSearch,
  hubSearch,
  inboxSearch,
  peopleSearch,
  recordsSearch,
  runsSearch,
  tracesSearch,
} from '../searches.ts'
import { enterShell } from './enter-shell.ts'
import { isOwnPage } from './own-pages.ts'
import { SignInAgain } from './sign-in-again.tsx'
import { EntryProblem, NotFoundPage, PageError } from './problem-pages.tsx'

const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: () => (
    <>
      <Outlet />
      <SignInAgain />
    </>
  ),
  notFoundComponent: NotFoundPage,
  errorComponent: PageError,
})

/** Whatever no page has. */
const NOWHERE = '/$'

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed-in',
  component: lazyRouteComponent(() => import('./signed-in-page.tsx'), 'SignedInPage'),
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: ({ context, location, matches }) =>
    enterShell(context.client, {
      isOpenToAll: isOwnPage(location.pathname) || matches.at(-1)?.fullPath === NOWHERE,
    }),
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  errorComponent: EntryProblem,
})

const nowhereRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: NOWHERE,
  component: NotFoundPage,
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

const budgetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/hubs/$slug/budgets',
  validateSearch: hubSearch,
  component: lazyRouteComponent(() => import('../budgets/budgets-page.tsx'), 'BudgetsPage'),
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

const workflowsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows',
  validateSearch: hubSearch,
  component: lazyRouteComponent(() => import('../workflows/workflows-page.tsx'), 'WorkflowsPage'),
})

const runsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/runs',
  validateSearch: runsSearch,
  component: lazyRouteComponent(() => import('../runs/runs-page.tsx'), 'RunsPage'),
})

const runRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/runs/$slug/$id',
  validateSearch: runsSearch,
  component: lazyRouteComponent(() => import('../runs/run-page.tsx'), 'RunPage'),
})

const inboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inbox',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import('../inbox/inbox-page.tsx'), 'InboxPage'),
})

const eventRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inbox/$event',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import('../inbox/event-page.tsx'), 'EventPage'),
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

const artifactsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/artifacts',
  validateSearch: artifactsSearch,
  component: lazyRouteComponent(() => import('../artifacts/gallery/gallery-page.tsx'), 'GalleryPage'),
})

const artifactRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/artifacts/$id',
  validateSearch: artifactSearch,
  component: lazyRouteComponent(() => import('../artifacts/artifact-page.tsx'), 'ArtifactPage'),
})

const connectionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections',
  validateSearch: hubSearch,
  component: lazyRouteComponent(() => import('../connections/connections-page.tsx'), 'ConnectionsPage'),
})

const memoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/memory',
  validateSearch: hubSearch,
  component: lazyRouteComponent(() => import('../memory/memory-page.tsx'), 'MemoryPage'),
})

const tracesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/traces',
  validateSearch: tracesSearch,
  component: lazyRouteComponent(() => import('../traces/traces-page.tsx'), 'TracesPage'),
})

const traceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/traces/$id',
  validateSearch: tracesSearch,
  component: lazyRouteComponent(() => import('../traces/trace-page.tsx'), 'TracePage'),
})

const mcpRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/mcp',
  validateSearch: hubSearch,
  component: lazyRouteComponent(() => import('../mcp/mcp-page.tsx'), 'McpPage'),
})

const authorizeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mcp/authorize',
  component: lazyRouteComponent(() => import('./authorize-page.tsx'), 'AuthorizePage'),
})

/** Who comes by a link to connect an account sees nothing else, whatever they manage. */
const connectFrameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'connect-frame',
  component: lazyRouteComponent(() => import('./personal-frame.tsx'), 'PersonalFrame'),
})

const journeyRoute = createRoute({
  getParentRoute: () => connectFrameRoute,
  path: '/connect/$id',
  component: lazyRouteComponent(() => import('../connections/journey-page.tsx'), 'JourneyPage'),
})

const journeyDoneRoute = createRoute({
  getParentRoute: () => connectFrameRoute,
  path: '/connect/$id/done',
  component: lazyRouteComponent(() => import('../connections/done-page.tsx'), 'DonePage'),
})

const routeTree = rootRoute.addChildren([
  signedInRoute,
  connectFrameRoute.addChildren([journeyRoute, journeyDoneRoute]),
  authorizeRoute,
  shellRoute.addChildren([
    overviewRoute,
    peopleRoute,
    personRoute,
    hubsRoute,
    hubRoute,
    budgetsRoute,
    organizationRoute,
    changesRoute,
    changeRoute,
    workflowsRoute,
    runsRoute,
    runRoute,
    inboxRoute,
    eventRoute,
    auditRoute,
    accessChangesRoute,
    artifactsRoute,
    artifactRoute,
    connectionsRoute,
    memoryRoute,
    tracesRoute,
    traceRoute,
    mcpRoute,
    nowhereRoute,
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
