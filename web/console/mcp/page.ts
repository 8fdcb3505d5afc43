import { lazyRouteComponent } from '@tanstack/react-router'
import { PlugZap } from 'lucide-react'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'
import './authorize-address.ts'

export const mcp = page({
  path: '/mcp',
  texts: () => pages.mcp,
  icon: PlugZap,
  audience: 'everybody',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./mcp-page.tsx'), 'McpPage'),
})

/** Address of earlier releases, with the Hub in the query. */
export const authorizeByQuery = page({
  path: '/mcp/authorize',
  search: undefined,
  component: lazyRouteComponent(() => import('./authorize-page.tsx'), 'AuthorizePage'),
})

export const authorize = page({
  path: '/mcp/authorize/$hub',
  search: undefined,
  component: lazyRouteComponent(() => import('./authorize-page.tsx'), 'AuthorizePage'),
})
