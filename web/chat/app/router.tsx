import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { configQuery, sessionQuery } from '../session/queries.ts'
import { isAppPage, safeRedirect } from '../session/redirect.ts'
import type { ChatappConnection } from './connection.ts'
import { searchIn } from '../chats/search/address.ts'
import { NotFoundPage, PageError } from './page-error.tsx'

export interface RouterContext {
  client: QueryClient
  connection: ChatappConnection
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: PageError,
})

interface AuthSearch {
  redirect?: string
  error?: string
  provider?: string
  answer?: string
}

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: (search): AuthSearch => ({
    redirect: text(search['redirect']),
    error: text(search['error']),
    provider: text(search['provider']),
    answer: text(search['answer']),
  }),
  async beforeLoad({ context, search, location }) {
    const [session] = await Promise.all([
      context.client.ensureQueryData(sessionQuery),
      context.client.ensureQueryData(configQuery),
    ])
    // The fragment of a link in a mail is for people who are signed in, too.
    if (!session || location.hash) return
    const target = safeRedirect(search.redirect)
    if (isAppPage(target)) redirect({ href: target, replace: true, throw: true })
    window.location.replace(target)
    await new Promise(() => {}) // waits forever, because the browser leaves this page
  },
  component: lazyRouteComponent(() => import('./auth-route.tsx'), 'AuthRoute'),
})

async function signedIn({ context, location }: { context: RouterContext; location: { href: string } }) {
  const [session] = await Promise.all([
    context.client.ensureQueryData(sessionQuery),
    context.client.ensureQueryData(configQuery),
  ])
  if (session) return
  redirect({ to: '/auth', search: location.href === '/' ? {} : { redirect: location.href }, throw: true })
}

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  validateSearch: (search): { settings?: string; error?: string } => ({
    settings: text(search['settings']),
    error: text(search['error'])?.slice(0, 300),
  }),
  beforeLoad: signedIn,
  component: lazyRouteComponent(() => import('./chat-screen.ts'), 'Shell'),
})

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: (search): { agent?: string } => ({ agent: text(search['agent']) }),
  component: lazyRouteComponent(() => import('./chat-screen.ts'), 'HomeRoute'),
})

const chatRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/c/$chatId',
  validateSearch: (search): { artifact?: string } => ({ artifact: text(search['artifact']) }),
  component: lazyRouteComponent(() => import('./chat-screen.ts'), 'ChatRoute'),
})

const archivedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/archived',
  component: lazyRouteComponent(() => import('./archived-route.tsx'), 'ArchivedRoute'),
})

const receivedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/shared',
  component: lazyRouteComponent(() => import('./shared-route.tsx'), 'ReceivedRoute'),
})

const sharedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/s/$shareId',
  component: lazyRouteComponent(() => import('./shared-route.tsx'), 'SharedRoute'),
})

const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search',
  validateSearch: searchIn,
  component: lazyRouteComponent(() => import('./search-route.tsx'), 'SearchRoute'),
})

const scheduledRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/scheduled',
  component: lazyRouteComponent(() => import('./scheduled-route.tsx'), 'ScheduledRoute'),
})

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  beforeLoad: () => void redirect({ to: '/', search: { settings: 'profile' }, replace: true, throw: true }),
})

/** Address of Open WebUI's integrations page, to which the edge redirects administrators. */
const integrationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin/settings/integrations',
  beforeLoad: () =>
    void redirect({ to: '/', search: { settings: 'integrations' }, replace: true, throw: true }),
})

const printRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/print/$chatId',
  beforeLoad: signedIn,
  component: lazyRouteComponent(() => import('./print-route.tsx'), 'PrintRoute'),
})

const routeTree = rootRoute.addChildren([
  authRoute,
  printRoute,
  shellRoute.addChildren([
    homeRoute,
    chatRoute,
    archivedRoute,
    receivedRoute,
    sharedRoute,
    searchRoute,
    scheduledRoute,
    settingsRoute,
    integrationsRoute,
  ]),
])

export const createAppRouter = (context: RouterContext) =>
  createRouter({ routeTree, context, defaultPendingMs: 400, defaultErrorComponent: PageError })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
