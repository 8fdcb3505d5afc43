import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type AnyRoute,
} from '@tanstack/react-router'
import type { PageValue } from '../kit/page-value.ts'
import { BARE_PAGES, HUB_PAGES, JOURNEY_PAGES, PAGES } from '../pages.ts'
import { enterShell } from './enter-shell.ts'
import { shell } from './messages.ts'
import { EntryProblem, NotFoundPage, PageError } from './problem-pages.tsx'
import { lazy, Suspense } from 'react'
import { useSessionEnd } from './session-end.ts'

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

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed-in',
  component: lazyRouteComponent(() => import('./signed-in-page.tsx'), 'SignedInPage'),
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: ({ context, matches }) =>
    enterShell(context.client, {
      isOpenToAll: matches.at(-1)?.staticData.audience === 'everybody',
      isHome: matches.at(-1)?.fullPath === '/',
    }),
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  errorComponent: EntryProblem,
})

const hubRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'hub',
  component: lazyRouteComponent(() => import('../hubs/hub-frame.tsx'), 'HubFrame'),
})

const nowhereRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/$',
  staticData: { audience: 'everybody' },
  component: NotFoundPage,
})

const yoursRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/yours',
  staticData: { title: () => shell.personal, audience: 'everybody' },
  component: lazyRouteComponent(() => import('./yours-page.tsx'), 'YoursPage'),
})

const journeyRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'connect-frame',
  component: lazyRouteComponent(() => import('./personal-frame.tsx'), 'PersonalFrame'),
})

function routeOf<Parent extends AnyRoute, Page extends PageValue>(parent: Parent, page: Page) {
  const path: Page['path'] = page.path
  const validateSearch: Page['search'] = page.search
  const { texts, audience, component } = page
  return createRoute({
    getParentRoute: () => parent,
    path,
    validateSearch,
    staticData: { title: texts && (() => texts().title), audience },
    component,
  })
}

const routesOf = <Parent extends AnyRoute, Pages extends readonly PageValue[]>(
  parent: Parent,
  pages: Pages,
) =>
  pages.map((page) => routeOf(parent, page)) as unknown as {
    -readonly [Index in keyof Pages]: ReturnType<typeof routeOf<Parent, Pages[Index]>>
  }

const routeTree = rootRoute.addChildren([
  signedInRoute,
  ...routesOf(rootRoute, BARE_PAGES),
  journeyRoute.addChildren(routesOf(journeyRoute, JOURNEY_PAGES)),
  shellRoute.addChildren([
    ...routesOf(shellRoute, PAGES),
    hubRoute.addChildren(routesOf(hubRoute, HUB_PAGES)),
    yoursRoute,
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

const SignInAgainDialog = lazy(() =>
  import('./sign-in-again-dialog.tsx').then(({ SignInAgainDialog }) => ({ default: SignInAgainDialog })),
)

const SignInAgain = () =>
  useSessionEnd() && (
    <Suspense>
      <SignInAgainDialog />
    </Suspense>
  )
